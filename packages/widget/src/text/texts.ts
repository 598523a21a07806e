import type { StringKey } from './en.js';
import { fill, isStringKey, spokenLanguage, stringsFor } from './strings.js';

/** Scripts that run from right to left. */
const RIGHT_TO_LEFT = ['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'];

/** Texts and numbers in one language. Pure: the same language gives the same result. */
export class Texts {
  private readonly numbers = new Map<string, Intl.NumberFormat>();

  /** @param lang BCP 47 tag. A tag that `Intl` does not accept gets English numbers. */
  constructor(
    /** As it was given. */
    readonly lang: string,
  ) {}

  /** The language of the texts: English as long as there are none in {@link lang}. */
  get spoken(): string {
    return spokenLanguage(this.lang);
  }

  /** Which way the language of the texts runs. */
  get direction(): 'ltr' | 'rtl' {
    const { script = '' } = new Intl.Locale(this.locale()).maximize();
    return RIGHT_TO_LEFT.includes(script) ? 'rtl' : 'ltr';
  }

  /** A text with its values filled in. */
  text(key: StringKey, values: Readonly<Record<string, string>> = {}): string {
    return fill(stringsFor(this.lang)[key], values);
  }

  /** A text whose key comes from data, such as a code of the relay; `fallback` when there is none. */
  textOr(key: string, fallback: string, values: Readonly<Record<string, string>> = {}): string {
    return isStringKey(key) ? this.text(key, values) : fallback;
  }

  /** A number with exactly `digits` decimals. */
  number(value: number, digits = 0): string {
    return this.format(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  }

  /** A share from 0 to 1 as a percentage without decimals. */
  percent(share: number): string {
    return this.format(share, { style: 'percent', maximumFractionDigits: 0 });
  }

  /** The name of an emotion. A label that this version does not know is shown unchanged. */
  emotion(label: string): string {
    return this.textOr(`emotion.${label}`, label);
  }

  /** Several words joined as the language does ("louder and faster"). */
  list(words: readonly string[]): string {
    return new Intl.ListFormat(this.locale(), { type: 'conjunction' }).format(words);
  }

  /** A text with a capital letter at its beginning. */
  sentence(text: string): string {
    const [first = ''] = text;
    return first.toLocaleUpperCase(this.locale()) + text.slice(first.length);
  }

  /** Minutes and seconds of a position in the call. */
  clock(positionMs: number): string {
    const totalSeconds = Math.max(0, Math.floor(positionMs / 1000));
    const seconds = this.twoDigits(totalSeconds % 60);
    return `${this.number(Math.floor(totalSeconds / 60))}:${seconds}`;
  }

  private twoDigits(value: number): string {
    return value < 10 ? this.number(0) + this.number(value) : this.number(value);
  }

  private format(value: number, options: Intl.NumberFormatOptions): string {
    // The texts of a language may come later than its first number.
    const locale = this.locale();
    const key = `${locale} ${options.style} ${options.maximumFractionDigits}`;
    let format = this.numbers.get(key);
    if (format === undefined) this.numbers.set(key, (format = new Intl.NumberFormat(locale, options)));
    return format.format(value);
  }

  /** Numbers and lists stand within the texts, so they are written as those are. */
  private locale(): string {
    try {
      return Intl.getCanonicalLocales(this.spoken)[0] ?? 'en';
    } catch {
      // A page's lang attribute may have any value. With a malformed tag, the widget still shows its texts.
      return 'en';
    }
  }
}

const cache = new Map<string, Texts>();

/** The shared {@link Texts} of a language. They are shared because number formats are slow to make. */
export const textsFor = (lang: string): Texts => {
  let texts = cache.get(lang);
  if (texts === undefined) {
    texts = new Texts(lang);
    cache.set(lang, texts);
  }
  return texts;
};
