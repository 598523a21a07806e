import { describe, expect, it } from 'vitest';
import { toJsonb } from './jsonb.js';

describe('values for jsonb', () => {
  it('stay unchanged', () => {
    const value = { a: [1, 'two', null, { b: true }], emoji: '🙂', quoted: '\\u0000' };
    expect(JSON.parse(toJsonb(value))).toEqual(value);
  });

  it('lose only what Postgres cannot store, in values and in names', () => {
    expect(JSON.parse(toJsonb({ 'a\0': ['x\ud800y', '\udc00'], ok: 1 }))).toEqual({
      'a\ufffd': ['x\ufffdy', '\ufffd'],
      ok: 1,
    });
  });
});
