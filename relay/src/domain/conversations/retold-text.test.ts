import { describe, expect, it } from 'vitest';
import { retold } from './retold-text.js';

describe('a text of a call', () => {
  it('reads in the language of its reader, whatever the call was held in', () => {
    const german = retold('The customer is getting upset', 'de');
    expect(german).not.toBe('The customer is getting upset');
    expect(retold(german, 'en')).toBe('The customer is getting upset');
    expect(retold(retold('The customer sounds heated now', 'tr'), 'fr-CA')).toBe(
      retold('The customer sounds heated now', 'fr'),
    );
    expect(retold(retold('Go on as you do.', 'pl'), 'en')).toBe('Go on as you do.');
  });

  it('that an organization wrote itself stays as it is', () => {
    expect(retold('Call the duty manager', 'de')).toBe('Call the duty manager');
  });
});
