import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repeatedKey } from './repeated-key.js';

describe('repeatedKey', () => {
  it('finds a repeated name in one object, in any spelling and at any depth', () => {
    expect(repeatedKey('{"a": 1, "a": 2}')).toBe('a');
    expect(repeatedKey('{"a": 1, "\\u0061": 2}')).toBe('a');
    expect(repeatedKey('[[{"x": [{"b": 1, "c": {}, "b": 2}]}]]')).toBe('b');
    expect(repeatedKey('{"__proto__": 1, "__proto__": 2}')).toBe('__proto__');
    expect(repeatedKey('{"": 1, "": 2}')).toBe('');
  });

  it('allows the same name in sibling and nested objects', () => {
    expect(repeatedKey('[{"a": 1}, {"a": {"a": [{"a": 2}]}}]')).toBeUndefined();
  });

  it('ignores braces, brackets and colons inside strings', () => {
    expect(repeatedKey('{"a": "\\"a\\": {", "b": "}:[\\\\", "c": "a"}')).toBeUndefined();
  });

  it('finds none in the output of JSON.stringify', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => repeatedKey(JSON.stringify(value)) === undefined));
  });

  it('always finds one that was inserted, at any depth', () => {
    const name = fc.string();
    fc.assert(
      fc.property(name, fc.jsonValue(), fc.array(name), (key, value, path) => {
        const written = JSON.stringify(key);
        const inner = `{${written}: ${JSON.stringify(value)}, ${written}: 0}`;
        const text = path.reduce((body, outer) => `[{${JSON.stringify(outer)}: ${body}}]`, inner);
        expect(repeatedKey(text)).toBe(key);
      }),
    );
  });

  it('reads 25 MB of base64 and 100,000 levels', () => {
    const audio = 'A'.repeat(34_000_000);
    expect(repeatedKey(`{"audio_base64": "${audio}", "x": 1, "x": 2}`)).toBe('x');
    const levels = 100_000;
    expect(repeatedKey(`${'['.repeat(levels)}${']'.repeat(levels)}`)).toBeUndefined();
  });
});
