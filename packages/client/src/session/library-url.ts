/** Where this module was loaded from. Kept apart from `new URL(…)`, which bundlers would try to resolve. */
export const libraryUrl = (): string => import.meta.url;
