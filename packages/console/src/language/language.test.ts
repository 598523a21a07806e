import { describe, expect, it } from 'vitest';
import { de } from './de/index.js';
import { languageOf } from './language.js';
import { loadTexts, t } from './text.js';

describe('the reader’s language', () => {
  it.each([
    ['de', ['en-US'], 'de'],
    [null, ['fr-FR', 'de-AT', 'en'], 'de'],
    [null, ['en-GB', 'de'], 'en'],
    ['xx', ['fr'], 'en'],
    [null, [], 'en'],
  ])('chosen as %s, in a browser that prefers %j, is %s', (kept, preferred, language) => {
    expect(languageOf(kept, preferred)).toBe(language);
  });

  it('fills values in, and leaves a name without one to be seen', async () => {
    await loadTexts('de');
    expect(t('{name} was revoked', { name: 'Billing' })).toBe('Billing wurde widerrufen');
    await loadTexts('en');
    expect(t('{name} was revoked', { name: 'Billing' })).toBe('Billing was revoked');
    expect(t('{name} was revoked')).toBe('{name} was revoked');
  });
});

describe('the German catalogue', () => {
  it('has the values of each text, and no text twice or empty', () => {
    const valuesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [text, german] of Object.entries(de)) {
      expect(valuesIn(german), text).toEqual(valuesIn(text));
      expect(german.trim(), text).not.toBe('');
    }
  });

  // That every text of a page is in the catalogue is checked by its types.
  it('has no text that no page uses', () => {
    const files = import.meta.glob<string>(['../**/*.ts', '!./de/*.ts'], {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    const sources = Object.values(files).join('\n');
    expect(sources.length).toBeGreaterThan(100_000);
    const unused = Object.keys(de).filter(
      (text) => !sources.includes(`'${text}'`) && !sources.includes(JSON.stringify(text)),
    );
    expect(unused).toEqual([]);
  });
});
