import { describe, expect, it } from 'vitest';
import { isId, newId, toBase62 } from './ids.js';

describe('ids', () => {
  it('have their prefix and 128 random bits', () => {
    expect(newId('ses')).toMatch(/^ses_[0-9A-Za-z]{22}$/);
    expect(new Set(Array.from({ length: 1_000 }, () => newId('ses'))).size).toBe(1_000);
  });

  it('keep their width for the smallest and the largest value', () => {
    expect(newId('a', (count) => new Uint8Array(count))).toBe(`a_${'0'.repeat(22)}`);
    expect(newId('a', (count) => new Uint8Array(count).fill(255))).toHaveLength(24);
    expect(toBase62(Uint8Array.of(61))).toBe('0z');
    expect(toBase62(Uint8Array.of(1, 0))).toBe('048');
  });

  it('write every number with its digits in base 62, even if a group of digits is all zeros', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const spelled = (value: bigint): string =>
      value === 0n ? '' : spelled(value / 62n) + alphabet.charAt(Number(value % 62n));
    const around = [1n, 62n ** 7n, 62n ** 8n, 62n ** 16n, 62n ** 16n + 62n ** 8n, 2n ** 128n - 1n];
    for (const value of around.flatMap((each) => [each - 1n, each])) {
      const bytes = Buffer.from(value.toString(16).padStart(32, '0'), 'hex');
      expect(toBase62(bytes), String(value)).toBe(spelled(value).padStart(22, '0'));
    }
  });

  it('are distinguished from other texts', () => {
    expect(isId('ses', newId('ses'))).toBe(true);
    for (const text of ['', 'ses_', newId('org'), `${newId('ses')}0`, `ses_${'-'.repeat(22)}`]) {
      expect(isId('ses', text), text).toBe(false);
    }
  });
});
