import { describe, expect, it } from 'vitest';
import { momentSchema } from './storable-time.js';

describe('a moment', () => {
  it.each([
    ['2027-01-31', '2027-01-31T00:00:00Z'],
    ['2027-01-31T12:00:00+02:00', '2027-01-31T12:00:00+02:00'],
    ['2027-01-31T12:00:00Z', '2027-01-31T12:00:00Z'],
  ])('may be a day or a time with a zone: %s', (text, moment) => {
    expect(momentSchema.parse(text)).toBe(moment);
  });

  it.each(['2027-02-30', '2027-01-31T12:00:00', '31.1.2027', '2027', '', '0000-06-01', null, 7])(
    'is nothing else: %s',
    (text) => {
      expect(momentSchema.safeParse(text).success).toBe(false);
    },
  );

  it.each(['2027-01-31T12:00:00', '2027-01-31T12:00:00 02:00', '31.1.2027'])(
    'asks for a time zone, and shows how, for %s',
    (text) => {
      const [issue] = momentSchema.safeParse(text).error?.issues ?? [];
      expect(issue?.message).toMatch(/a time with a time zone such as 2027-01-31T12:00:00Z$/);
    },
  );
});
