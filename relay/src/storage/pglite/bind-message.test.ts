import { protocol } from '@electric-sql/pglite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BindMessage } from './bind-message.mjs';

const { serialize } = protocol;

type Value = string | Uint8Array | null;

/** The same by PGlite's own serializer. */
const theirs = (statement: string, values: readonly Value[]): Buffer =>
  Buffer.concat([
    serialize.bind({ statement, values: values.map(asBuffer) }),
    serialize.describe({ type: 'P' }),
    serialize.execute({}),
    serialize.sync(),
  ]);

const asBuffer = (value: Value): string | ArrayBuffer | null =>
  value instanceof Uint8Array ? value.slice().buffer : value;

const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.uint8Array({ maxLength: 200 }),
  fc.constant(null),
);

describe('the messages that run a prepared statement', () => {
  it('are those of the library, whatever the values', () => {
    const message = new BindMessage();
    fc.assert(
      fc.property(fc.nat(), fc.array(value, { maxLength: 12 }), (number, values) => {
        const ours = message.write(`s${number}`, values);
        expect(ours.equals(theirs(`s${number}`, values))).toBe(true);
      }),
    );
  });

  it('hold large values, and small ones after them', () => {
    const message = new BindMessage();
    for (const length of [10, 20_000, 400_000, 5_000_000, 30]) {
      const values = ['é'.repeat(length), new Uint8Array(length).fill(7), null];
      expect(message.write('s1', values).equals(theirs('s1', values)), `${length}`).toBe(true);
    }
  });

  it('count as many values as Postgres takes', () => {
    const values = Array.from({ length: 65_535 }, () => 'x');
    expect(new BindMessage().write('s1', values).equals(theirs('s1', values))).toBe(true);
  });

  it('take a part of a buffer as that part', () => {
    const part = Uint8Array.of(9, 1, 2, 9).subarray(1, 3);
    expect(new BindMessage().write('s1', [part]).equals(theirs('s1', [Uint8Array.of(1, 2)]))).toBe(true);
  });
});
