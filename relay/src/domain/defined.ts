/** An object's keys whose values may be undefined are optional, all others stay. */
type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * The fields that have a value, for a literal in which a missing field and an undefined one are not the same
 * (`exactOptionalPropertyTypes`, JSON). It copies: results on the hot path name all their fields instead.
 */
export const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(
    Object.entries(fields as Readonly<Record<string, unknown>>).filter(([, value]) => value !== undefined),
  ) as Defined<T>;
