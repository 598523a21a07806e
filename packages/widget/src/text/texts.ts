import type { StringKey } from './en.js';
import { fill, isStringKey, stringsFor } from './strings.js';

/** Texts and numbers in one language. Pure: the same language gives the same result. */
export class Texts {
  private readonly numbers = new Map<number, Intl.NumberFormat>();
  private readonly percentFormat: Intl.NumberFormat;

  /** @param lang BCP 47 tag. A tag that `Intl` does not accept gets English numbers. */
  constructor(
    /** As it was given. */
    readonly lang: string,
  ) {
    this.percentFormat = new Intl.NumberFormat(this.locale(), { style: 'percent', maximumFractionDigits: 0 });
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
    let format = this.numbers.get(digits);
    if (format === undefined) {
      format = new Intl.NumberFormat(this.locale(), {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
      this.numbers.set(digits, format);
    }
    return format.format(value);
  }

  /** A share from 0 to 1 as a percentage without decimals. */
  percent(share: number): string {
    return this.percentFormat.format(share);
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

  private locale(): string {
    try {
      return Intl.getCanonicalLocales(this.lang)[0] ?? 'en';
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
