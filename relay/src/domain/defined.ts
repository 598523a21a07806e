/** Keys whose values may be undefined become optional. All other keys stay as they are. */
type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Returns the fields that have a value. Use it for object literals where a missing field and an undefined one
 * differ (`exactOptionalPropertyTypes`, JSON). It makes a copy, so code on the hot path names all fields
 * instead.
 */
export const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(
    Object.entries(fields as Readonly<Record<string, unknown>>).filter(([, value]) => value !== undefined),
  ) as Defined<T>;
