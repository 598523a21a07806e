import { describe, expect, it } from 'vitest';
import { catalogFor, cueTypes, evidenceLine } from './catalog.js';

describe('the texts of cues', () => {
  it('exist in English, German and Spanish, and fall back to English', () => {
    expect(catalogFor('de-AT').language).toBe('de');
    expect(catalogFor('ES').language).toBe('es');
    expect(catalogFor('fr').language).toBe('en');
    expect(catalogFor('').language).toBe('en');
  });

  it.each(['en', 'de', 'es'])('are complete and short enough for a card in %s', (language) => {
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

  it('write numbers the way the language does', () => {
    expect(evidenceLine(catalogFor('en'), 'arousalAbove', 2.14)).toContain('2.1');
    expect(evidenceLine(catalogFor('de'), 'arousalAbove', 2.14)).toContain('2,1');
  });
});
