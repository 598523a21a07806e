import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { numberOf, pageSize, shareText, wholeNumber } from './query-number.js';

const read = (schema: z.ZodType, text: string | undefined): unknown => {
  const { success, data, error } = schema.safeParse(text);
  return success ? data : error.issues.map(({ message }) => message);
};

describe('a number in a query', () => {
  it('is plain decimal', () => {
    expect(['1', '50', '200'].map((text) => read(wholeNumber(1, 200), text))).toEqual([1, 50, 200]);
    const misread = ['0x10', '1e1', ' 5 ', '5.0', '+5', '-5', '05', '', 'five', '٥', '1'.repeat(400)];
    for (const text of misread)
      expect(read(wholeNumber(1, 200), text), text).toEqual(['must be a whole number in decimal digits']);
  });

  it('is within its limits', () => {
    for (const text of ['0', '201', '9007199254740993'])
      expect(read(wholeNumber(1, 200), text), text).toEqual([expect.stringMatching(/^Too (small|big)/)]);
  });

  it('may be left out where a page has a usual size', () => {
    expect(read(pageSize(50, 200), undefined)).toBe(50);
    expect(read(pageSize(50, 200), '7')).toBe(7);
  });

  it('may be a share', () => {
    expect(['0', '0.25', '1', '1.0'].map((text) => read(shareText, text))).toEqual([0, 0.25, 1, 1]);
    for (const text of ['1.1', '.5', '5e-1', '0x1', ''])
      expect(read(shareText, text), text).toEqual(['must be a number from 0 to 1']);
  });

  it('may be the field of a form, whose schema then reports any other text', () => {
    expect(['12', '2.5', '-1', '1e-05'].map(numberOf)).toEqual([12, 2.5, -1, 1e-5]);
    const misread = ['0x10', ' 5 ', '007', 'Infinity', ''];
    expect(misread.map(numberOf)).toEqual(misread);
  });
});
