/** The private names in the TypeScript below `folders` that are not also the name of anything else there. */
export function privateNames(folders: readonly string[]): Promise<string[]>;
