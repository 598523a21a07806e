import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allFinite, samplesToMs, samplesToWholeMs } from './audio-encoding.js';

describe('the bit check of float samples', () => {
  it('gives the same result as Number.isFinite at every alignment', () => {
    fc.assert(
      fc.property(
        fc.array(fc.float({ noDefaultInfinity: false, noNaN: false }), { maxLength: 32 }),
        fc.nat(3),
        (values, offset) => {
          const room = new Uint8Array(values.length * 4 + offset);
          const view = new DataView(room.buffer);
          values.forEach((value, index) => view.setFloat32(offset + index * 4, value, true));
          expect(allFinite(room.subarray(offset))).toBe(values.every(Number.isFinite));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('audio time', () => {
  it('[RT19] derives milliseconds from samples at the wire rate', () => {
    expect(samplesToWholeMs(16_000, 16_000)).toBe(1_000);
    expect(samplesToWholeMs(44_099, 44_100)).toBe(999);
    expect(samplesToMs(4_410, 44_100)).toBe(100);
    expect(samplesToMs(1, 16_000)).toBe(0.0625);
  });
});
