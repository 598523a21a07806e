/** Whether all texts of a list are different; for `refine` of a schema. */
export const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;
