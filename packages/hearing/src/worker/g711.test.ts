import { describe, expect, it } from 'vitest';
import { ALAW_TABLE, MULAW_TABLE } from './g711.js';

/**
 * The columns of the standard: decision values x(n) with their step per segment, and the value at the decoder output
 * y(n) = (x(n) + x(n − 1)) / 2. Written from the tables, not from the bit layout that the decoder uses.
 */
const decoderOutputs = (
  segments: readonly { intervals: number; step: number }[],
  first: number,
): number[] => {
  const outputs: number[] = [];
  let lower = first;
  for (const { intervals, step } of segments) {
    for (let i = 0; i < intervals; i++) {
      outputs.push((lower + lower + step) / 2);
      lower += step;
    }
  }
  return outputs;
};

/** Table 1a: 32 intervals of 2, then six segments of 16 intervals with steps 4 to 128. Full scale is 4,096. */
const alaw = decoderOutputs(
  [2, 2, 4, 8, 16, 32, 64, 128].map((step) => ({ intervals: 16, step })),
  0,
);
/**
 * Table 2a: the first interval runs from 0 to 1 and stands for 0, then 15 of width 2, then seven segments of 16 with
 * steps 4 to 256. Full scale is 8,159.
 */
const mulaw = [
  0,
  ...decoderOutputs(
    [{ intervals: 15, step: 2 }, ...[4, 8, 16, 32, 64, 128, 256].map((step) => ({ intervals: 16, step }))],
    1,
  ),
];

describe('[RT] G.711 is exact for all 256 codes of both laws', () => {
  it('expands every A-law code to the output value of table 1', () => {
    for (let magnitude = 0; magnitude < 128; magnitude++) {
      // Character signal: sign bit 1 is positive, magnitudes count up, even bits are inverted for transmission.
      const positive = (0x80 | magnitude) ^ 0x55;
      const negative = magnitude ^ 0x55;
      expect(ALAW_TABLE[positive]! * 4096).toBe(alaw[magnitude]);
      expect(ALAW_TABLE[negative]! * 4096).toBe(-alaw[magnitude]!);
    }
  });

  it('expands every µ-law code to the output value of table 2', () => {
    for (let magnitude = 0; magnitude < 128; magnitude++) {
      // Character signal: 0xff is +0 and counts down, 0x7f is −0.
      expect(MULAW_TABLE[0xff - magnitude]! * 8192).toBe(mulaw[magnitude]);
      expect(MULAW_TABLE[0x7f - magnitude]! * 8192 + 0).toBe(-mulaw[magnitude]! + 0);
    }
  });

  it('reaches the documented extremes', () => {
    expect(MULAW_TABLE[0x80]! * 32_768).toBe(32_124);
    expect(MULAW_TABLE[0x00]! * 32_768).toBe(-32_124);
    expect(ALAW_TABLE[0xaa]! * 32_768).toBe(32_256);
    expect(ALAW_TABLE[0x2a]! * 32_768).toBe(-32_256);
    expect(ALAW_TABLE[0xd5]! * 32_768).toBe(8);
  });

  it('has 256 distinct A-law values, and two codes for zero in µ-law', () => {
    expect(new Set(ALAW_TABLE).size).toBe(256);
    expect(new Set([...MULAW_TABLE].map((value) => value + 0)).size).toBe(255);
  });
});
