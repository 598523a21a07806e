interface Schema {
  readonly description?: string;
  readonly $ref?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Operation {
  readonly parameters?: readonly { readonly description?: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

/** How many fields and parameters of the reference have no description of their own, nor their schema one. */
export const silentFields = ({
  paths,
  schemas,
}: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly schemas: Readonly<Record<string, Schema>>;
}): number => {
  const isSilent = ({ description, $ref, const: fixed }: Schema): boolean =>
    description === undefined &&
    fixed === undefined &&
    ($ref === undefined || schemas[$ref.replace('#/components/schemas/', '')]?.description === undefined);
  const within = (schema: Schema | boolean | undefined): number => {
    if (schema === undefined || typeof schema === 'boolean') return 0;
    const fields = Object.values(schema.properties ?? {});
    const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    const inner = [...fields, ...parts, schema.items, schema.additionalProperties];
    return inner.reduce<number>((sum, each) => sum + within(each), fields.filter(isSilent).length);
  };
  const ofOperation = ({ parameters = [], requestBody, responses }: Operation): number => {
    const contents = [requestBody, ...Object.values(responses)].flatMap((part) =>
      Object.values(part?.content ?? {}),
    );
    const silent = parameters.filter(
      ({ description, schema }) => description === undefined && isSilent(schema),
    );
    return contents.reduce((sum, { schema }) => sum + within(schema), silent.length);
  };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return [
    ...Object.values(schemas).map(within),
    ...operations.map((operation) => ofOperation(operation)),
  ].reduce((sum, count) => sum + count, 0);
};
