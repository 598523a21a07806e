import { WARNING_CODES, LABELS } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { de } from './de.js';
import { en, type StringKey } from './en.js';
import { fill, isStringKey, loadStrings, registerStrings, SHIPPED_LANGUAGES, stringsFor } from './strings.js';

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1] ?? '').sort();

describe('the texts', () => {
  it('cover every warning and every label of the protocol', () => {
    expect(WARNING_CODES.filter((code) => !isStringKey(`warning.${code}`))).toEqual([]);
    expect(LABELS.filter((label) => !isStringKey(`emotion.${label}`))).toEqual([]);
  });

  it('keep a placeholder visible when it has no value', () => {
    expect(fill('{a} and {b}', { a: '1' })).toBe('1 and {b}');
  });

  it('load a shipped language on demand and fall back from region to language to English', async () => {
    expect(stringsFor('de-AT')).toBe(en);
    await loadStrings('de-AT');
    expect(stringsFor('de-AT')).toBe(de);
    expect(loadStrings('de')).toBeUndefined();
    expect(loadStrings('sv')).toBeUndefined();
    expect(stringsFor('sv')).toBe(en);
  });

  it('include those of a page, and English where the page has none', () => {
    registerStrings('sv', { 'cue.accept': 'Okej' });
    expect(stringsFor('sv')['cue.accept']).toBe('Okej');
    expect(stringsFor('sv-FI')['cue.dismiss']).toBe('Dismiss');
  });

  it.each(SHIPPED_LANGUAGES)(
    'in %s have the same placeholders as in English, and none is empty',
    async (language) => {
      await loadStrings(language);
      const strings = stringsFor(language);
      expect(strings === en).toBe(language === 'en');
      for (const key of Object.keys(en) as StringKey[]) {
        expect(strings[key], key).not.toBe('');
        expect(placeholders(strings[key]), key).toEqual(placeholders(en[key]));
      }
    },
  );
});
