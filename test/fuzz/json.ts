/** Every operation of the reference, with bodies that nearly fit its schema, and texts that are nearly JSON. */
import { type Attack, judge, type Target } from './attack.js';
import type { Dice } from './dice.js';
import { nearly, type Schema, type Schemas } from './schema-values.js';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly schema: Schema | undefined;
}

interface Reference {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          { requestBody?: { content: Readonly<Record<string, { schema: Schema } | undefined>> } }
        >
      >
    >
  >;
  readonly components: { readonly schemas: Schemas };
}

let known: Promise<{ operations: readonly Operation[]; schemas: Schemas }> | undefined;

/** Read from the relay itself, so that a new endpoint is attacked without a line here. */
const reference = async ({
  relay,
}: Target): Promise<{ operations: readonly Operation[]; schemas: Schemas }> => {
  const { paths, components } = (await (await fetch(`${relay.url}/openapi.json`)).json()) as Reference;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => ({
      path,
      method: method.toUpperCase(),
      schema: requestBody?.content['application/json']?.schema,
    })),
  );
  return {
    operations: operations.filter(({ path }) => path.startsWith('/v1/')),
    schemas: components.schemas,
  };
};

const damaged = (text: string, dice: Dice): string => {
  const at = dice.upTo(text.length);
  return dice.pick([
    text.slice(0, at),
    text.slice(0, at) + dice.pick(['"', '}', '\\u0000', '1e999', ',', '\u2028', '/**/']) + text.slice(at),
    text.replace('{', '{"name":1,"name":2,'),
    `${'['.repeat(dice.upTo(5_000))}${text}`,
    `\ufeff${text}`,
    `${text}${text}`,
    `{${Array.from({ length: dice.upTo(20_000) }, (_, index) => `"k${index}":1`).join(',')}}`,
  ]);
};

const IDS = ['ses_1', '%00', '..%2f..', 'ä', 'x'.repeat(3_000), '%F0%9F%98%80', "'", '%ff', '0'];

export const json: Attack = {
  name: 'JSON',
  width: 16,
  async run(target, dice) {
    known ??= reference(target);
    const { operations, schemas } = await known;
    const { method, path, schema } = dice.pick(operations);
    const url = path.replaceAll(/\{\w+\}/g, () => dice.pick(IDS));
    const query = dice.once(3)
      ? `?${dice.pick(['limit', 'cursor', 'state', 'org_id'])}=${dice.pick(IDS)}`
      : '';
    const hasBody = method !== 'GET' && method !== 'DELETE';
    const whole = JSON.stringify(nearly(schema ?? {}, schemas, dice, dice.pick([4, 10, 40])));
    const body = dice.once(4) ? damaged(whole, dice) : whole;
    const response = await fetch(`${target.relay.url}${url}${query}`, {
      method,
      headers: {
        Authorization: `Bearer ${target.key}`,
        ...(hasBody && { 'Content-Type': 'application/json' }),
      },
      ...(hasBody && { body }),
    });
    return judge(response, `${method} ${path}${query} ${body.slice(0, 400)}`);
  },
};
