import { describe, expect, it } from 'vitest';
import { loadStrings, registerStrings } from './strings.js';
import { Texts } from './texts.js';

describe('Texts', () => {
  it('writes numbers as the language does', async () => {
    await loadStrings('de');
    expect(new Texts('de').number(1234.56, 1)).toBe('1.234,6');
    expect(new Texts('en').percent(0.724)).toBe('72%');
  });

  it('speaks English, numbers too, where a language has no texts, and its own from when it has them', () => {
    const texts = new Texts('ar-EG');
    expect([texts.spoken, texts.direction, texts.number(1.5, 1)]).toEqual(['en', 'ltr', '1.5']);
    expect(texts.list(['one', 'two'])).toBe('one and two');
    registerStrings('ar', { 'mood.calm': 'هادئ' });
    expect([texts.spoken, texts.direction, texts.number(1.5, 1)]).toEqual(['ar-EG', 'rtl', '١٫٥']);
  });

  it('accepts a malformed language tag', () => {
    expect(new Texts('not a tag!').number(1.5, 1)).toBe('1.5');
  });

  it('shows an unknown emotion unchanged', () => {
    expect(new Texts('en').emotion('angry')).toBe('Angry');
    expect(new Texts('en').emotion('<b>bliss</b>')).toBe('<b>bliss</b>');
  });

  it('writes positions in the call as minutes and seconds', () => {
    const texts = new Texts('en');
    expect(texts.clock(0)).toBe('0:00');
    expect(texts.clock(65_900)).toBe('1:05');
    expect(texts.clock(3_599_000)).toBe('59:59');
  });
});
