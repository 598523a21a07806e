/** The address from which this module was loaded. It has its own file, because bundlers would try to resolve `new URL(…)`. */
export const libraryUrl = (): string => import.meta.url;
