/** Languages in which every page of the console can be read. */
export const LANGUAGES = [
  { code: 'en', title: 'English' },
  { code: 'de', title: 'Deutsch' },
] as const;
export type Language = (typeof LANGUAGES)[number]['code'];

const isLanguage = (code: string | null): code is Language => LANGUAGES.some((each) => each.code === code);

const primary = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/**
 * The reader's language: as chosen in this browser, else the first of the browser's that the console knows, else English.
 * @param kept what was chosen, if anything @param preferred BCP 47 tags
 */
export const languageOf = (kept: string | null, preferred: readonly string[]): Language =>
  isLanguage(kept) ? kept : (preferred.map(primary).find(isLanguage) ?? 'en');

const reader: { language: Language; locale: string } = { language: 'en', locale: 'en' };

/** Settles the language, once: pages make texts and formats while they load. A change loads the page anew. */
export const readIn = (language: Language, preferred: readonly string[]): void => {
  reader.language = language;
  reader.locale = preferred.find((tag) => primary(tag) === language) ?? language;
};

export const language = (): Language => reader.language;

/** How dates and numbers are written: the browser's own variant of the language, such as `en-GB`. */
export const locale = (): string => reader.locale;
