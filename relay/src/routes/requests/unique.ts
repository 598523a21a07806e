/** Whether no text of a list is there twice; for `refine` of a schema. */
export const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;
