/** The address this module was loaded from. In a file of its own, because bundlers would try to resolve `new URL(…)`. */
export const libraryUrl = (): string => import.meta.url;
