import { en, type StringKey, type Strings } from './en.js';

type Loader = () => Promise<Strings>;

/** Languages that ship with the widget but load only when a page uses them. */
const loaders: Readonly<Record<string, Loader>> = {
  de: async () => (await import('./de.js')).de,
  es: async () => (await import('./es.js')).es,
  fr: async () => (await import('./fr.js')).fr,
  it: async () => (await import('./it.js')).it,
  nl: async () => (await import('./nl.js')).nl,
  pl: async () => (await import('./pl.js')).pl,
  pt: async () => (await import('./pt.js')).pt,
  tr: async () => (await import('./tr.js')).tr,
};

/** Primary languages that ship with the widget. */
export const SHIPPED_LANGUAGES: readonly string[] = ['en', ...Object.keys(loaders)];

const known = new Map<string, Strings>([['en', en]]);
const loading = new Map<string, Promise<void>>();

const primarySubtag = (lang: string): string => lang.toLowerCase().split('-')[0] ?? '';

/**
 * Adds or replaces texts of a language; missing keys fall back to English.
 *
 * @param lang BCP 47 tag. `de-AT` overrides `de` for pages in that language only.
 */
export const registerStrings = (lang: string, strings: Partial<Strings>): void => {
  known.set(lang.toLowerCase(), { ...en, ...strings });
};

const textsKnown = (lang: string): Strings | undefined =>
  known.get(lang.toLowerCase()) ?? known.get(primarySubtag(lang));

/** The loaded texts for a language: of the exact tag, else of the primary language, else English. */
export const stringsFor = (lang: string): Strings => textsKnown(lang) ?? en;

/** The language that {@link stringsFor} speaks: `lang` where its texts are loaded, else English. */
export const spokenLanguage = (lang: string): string => (textsKnown(lang) === undefined ? 'en' : lang);

/** Loads a shipped language. Returns undefined when there is nothing to wait for. */
export const loadStrings = (lang: string): Promise<void> | undefined => {
  const primary = primarySubtag(lang);
  const loader = loaders[primary];
  if (loader === undefined || known.has(lang.toLowerCase()) || known.has(primary)) {
    return undefined;
  }
  const running = loading.get(primary);
  if (running !== undefined) {
    return running;
  }
  const started = loader().then(
    (strings) => {
      known.set(primary, strings);
    },
    () => {
      // The chunk did not load (offline, blocked). English stays, and the next render tries again.
      loading.delete(primary);
    },
  );
  loading.set(primary, started);
  return started;
};

/** Replaces `{name}` in a text. A name without a value stays visible, which shows the mistake. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** Whether `key` names a text. */
export const isStringKey = (key: string): key is StringKey => Object.hasOwn(en, key);
