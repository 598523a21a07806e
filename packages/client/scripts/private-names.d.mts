/** What a marked name begins with. No other name does. */
export const PRIVATE_MARK: string;
/** @returns the TypeScript as JavaScript, with {@link PRIVATE_MARK} before new names of its private members, and its source map */
export function markPrivates(source: string, fileName: string): { code: string; map: object };
