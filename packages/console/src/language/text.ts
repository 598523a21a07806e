import type { Catalogue, Text } from './de/index.js';
import type { Language } from './language.js';

/** Every language but the one in which the pages are written. */
const LOADERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Catalogue>>> = {
  de: async () => (await import('./de/index.js')).de,
};

let catalogue: Catalogue | undefined;

/** Loads the texts of a language. Call it before any page is loaded, because pages make texts while they load. */
export const loadTexts = async (language: Language): Promise<void> => {
  catalogue = language === 'en' ? undefined : await LOADERS[language]();
};

/**
 * A text of the console in the reader's language.
 * @param text as it is in English, with `{name}` where a value stands
 */
export const t = (text: Text, values: Readonly<Record<string, string | number>> = {}): string =>
  (catalogue?.[text] ?? text).replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
