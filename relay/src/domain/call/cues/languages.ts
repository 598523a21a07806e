/**
 * The entry for a BCP 47 tag, by its primary language. Case does not matter, and - and _ are equal ("de-AT" and "DE_at" give
 * de). The first entry when there is no such language.
 */
export const inLanguage = <T extends { readonly language: string }>(
  entries: readonly [T, ...T[]],
  tag: string,
): T => {
  const primary = tag.toLowerCase().split(/[-_]/, 1)[0];
  return entries.find(({ language }) => language === primary) ?? entries[0];
};
