/** The origin from which the script-tag bundle was loaded: the relay's, unless somebody copied the file elsewhere. */
export const scriptOrigin = (): string => new URL(import.meta.url).origin;
