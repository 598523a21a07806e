import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TEXT_LANGUAGES, textsFor } from '../../predictions/texts/catalog.js';
import { catalogFor, CUE_LANGUAGES, cueTypes, evidenceLine } from './catalog.js';

describe('the language of texts', () => {
  it('is one of the same for cues and for predictions', () => {
    expect([...CUE_LANGUAGES].sort()).toEqual([...TEXT_LANGUAGES].sort());
  });

  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['PT-br', 'pt'],
    ['nl_BE', 'nl'],
    ['zh-Hant-TW', 'en'],
    ['deu', 'en'],
    ['', 'en'],
    ['-de', 'en'],
  ])('for the tag %j is %s, by the primary language or else English', (tag, language) => {
    expect(catalogFor(tag).language).toBe(language);
    expect(textsFor(tag).language).toBe(language);
  });
});

describe.each(CUE_LANGUAGES)('the texts of cues in %s', (language) => {
  it('are complete and short enough for a card', () => {
    const { cues, prompts } = catalogFor(language);
    for (const type of cueTypes) {
      const { title, body, tips } = cues[type];
      expect(title.length).toBeGreaterThan(5);
      expect(title.length).toBeLessThanOrEqual(45);
      expect(body.length).toBeLessThanOrEqual(120);
      expect(tips.length).toBeGreaterThanOrEqual(2);
    }
    for (const prompt of Object.values(prompts)) expect(prompt.length).toBeGreaterThan(20);
  });

  it('have no duplicates, and one number in every line of evidence', () => {
    const { cues, prompts, evidence } = catalogFor(language);
    const all = [
      ...Object.values(cues).flatMap(({ title, body, tips }) => [title, body, ...tips]),
      ...Object.values(prompts),
    ];
    expect(new Set(all).size).toBe(all.length);
    for (const line of Object.values(evidence))
      expect(line).toMatch(/^[^{}()]+ \([^{}]*\{(value|deviations)\}[^{}]*\)$/);
    for (const form of Object.values(catalogFor(language).deviations)) expect(form).toContain('{value}');
  });

  it('are only data: each file has a type import and one literal', () => {
    for (const folder of ['./', '../../predictions/texts/']) {
      const source = readFileSync(new URL(`${folder}${language}.ts`, import.meta.url), 'utf8');
      const code = source.replace(/'(?:[^'\\]|\\.)*'/g, "''");
      expect(code).toMatch(
        /^import type \{ \w+ \} from '';\n\nexport const \w+: \w+ = \{[\s\w:,'{}[\]]*\};\n$/,
      );
    }
  });
});

describe('numbers in texts', () => {
  it('use the notation of the language', () => {
    expect(evidenceLine(catalogFor('en'), 'arousalAbove', 2.14)).toContain('2.1');
    expect(evidenceLine(catalogFor('de'), 'arousalAbove', 2.14)).toContain('2,1');
    expect(evidenceLine(catalogFor('fr-CA'), 'valenceBelow', 2.14)).toContain('2,1');
    expect(evidenceLine(catalogFor('en'), 'arousalAbove', 1.04)).toBe(
      'More agitated than usual (1 standard deviation)',
    );
    expect(evidenceLine(catalogFor('pl'), 'arousalAbove', 5)).toContain('5 odchyleń');
  });
});
