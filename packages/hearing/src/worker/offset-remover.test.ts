import { describe, expect, it } from 'vitest';
import { voiceThenSilence } from '../testing/voice.js';
import { OffsetRemover } from './offset-remover.js';

const voice = Float32Array.from(voiceThenSilence(3, 1, 7), (value) => value / 32_768);
const plus = (offset: number): Float32Array => voice.map((value) => value + offset);

/** The audio without its offset, given in pieces. */
const removed = (samples: Float32Array, piece = samples.length): Float32Array => {
  const remover = new OffsetRemover();
  const audio = samples.slice();
  for (let from = 0; from < audio.length; from += piece) remover.remove(audio.subarray(from, from + piece));
  return audio;
};
const farthest = (a: Float32Array, b: Float32Array): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
const meanOf = (samples: Float32Array): number => samples.reduce((sum, x) => sum + x, 0) / samples.length;

describe('OffsetRemover', () => {
  it('leaves audio without an offset as it is, to the last bit', () => {
    for (const audio of [voice, plus(0.0005), new Float32Array(32_000)])
      expect(farthest(removed(audio), audio)).toBe(0);
  });

  it.each([0.03, -0.1, 0.5])('takes away an offset of %d after half a second', (offset) => {
    const second = 16_000;
    expect(farthest(removed(plus(offset)).subarray(second), voice.subarray(second))).toBeLessThan(0.01);
    const quiet = new Float32Array(3 * second).fill(offset);
    expect(farthest(removed(quiet).subarray(second), new Float32Array(2 * second))).toBeLessThan(1e-6);
  });

  it('follows an offset that another device brings, and one that ends', () => {
    const audio = new Float32Array(112_000);
    audio.fill(0.1, 16_000, 48_000);
    audio.fill(-0.2, 48_000, 80_000);
    const without = removed(audio);
    for (const end of [48_000, 80_000, 112_000]) {
      expect(Math.abs(meanOf(without.subarray(end - 1_600, end)))).toBeLessThan(0.005);
    }
  });

  it('makes no click where it begins', () => {
    const without = removed(new Float32Array(32_000).fill(0.5));
    const steps = without.subarray(1).map((value, i) => value - without[i]!);
    expect(farthest(steps, new Float32Array(steps.length))).toBeLessThan(0.001);
  });

  it('takes a knock of a quarter of a second for none', () => {
    const knocked = voice.map((value, i) => (i >= 20_000 && i < 24_000 ? value + 0.2 : value));
    expect(farthest(removed(knocked), knocked)).toBe(0);
  });

  it('gives the same however the audio was cut', () => {
    const whole = removed(plus(0.07));
    for (const piece of [1, 37, 80, 799, 4_000])
      expect(farthest(removed(plus(0.07), piece), whole), `pieces of ${piece}`).toBe(0);
  });
});
