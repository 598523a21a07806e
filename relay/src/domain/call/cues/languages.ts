/**
 * The entry of a BCP 47 tag by its primary language, whatever its case and whether it is written with - or _ ("de-AT" and
 * "DE_at" read de); the first entry where there is none.
 */
export const inLanguage = <T extends { readonly language: string }>(
  entries: readonly [T, ...T[]],
  tag: string,
): T => {
  const primary = tag.toLowerCase().split(/[-_]/, 1)[0];
  return entries.find(({ language }) => language === primary) ?? entries[0];
};
