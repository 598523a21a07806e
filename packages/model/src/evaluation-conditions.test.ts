/** The disturbances of `npm run evaluate`. */
import { describe, expect, it } from 'vitest';
import { CONDITIONS, disturbance, drawsOf } from '../scripts/lib/conditions.mjs';

const wave = (hz: number, amplitude: number, length: number): Float32Array =>
  Float32Array.from({ length }, (_, n) => amplitude * Math.sin((2 * Math.PI * hz * n) / 16_000));
const power = (samples: Float32Array): number => samples.reduce((sum, x) => sum + x * x, 0) / samples.length;
const own = [200, 300, 500, 700].map((hz) => wave(hz, 0.1, 8_000));
const readers = [1_100, 1_700, 2_300].map((hz, n) => wave(hz, 0.01 * (n + 1), 3_200));
const from = (waves: Float32Array[]) => ({
  count: waves.length,
  at: (number: number) => waves[number] ?? new Float32Array(0),
});
const added = (condition: string, draw: number): Float32Array => {
  const clean = wave(200, 0.1, 8_000);
  const noisy = disturbance(condition, from(own), from(readers), draw)(clean, 0);
  return noisy.map((x, n) => x - (clean[n] ?? 0));
};
/** How much of a tone is in a wave, against all of it. */
const share = (samples: Float32Array, hz: number): number => {
  const [c, s] = [Math.cos, Math.sin].map((turn) =>
    samples.reduce((sum, x, n) => sum + x * turn((2 * Math.PI * hz * n) / 16_000), 0),
  );
  return (2 * ((c ?? 0) ** 2 + (s ?? 0) ** 2)) / samples.length ** 2 / power(samples);
};

describe('disturbed clips', () => {
  it.each(['read10', 'acted10'])('%s lies 10 dB under the speech, for voices of any level', (condition) => {
    const ratio = power(wave(200, 0.1, 8_000)) / power(added(condition, 0));
    expect(10 * Math.log10(ratio)).toBeCloseTo(10, 3);
  });

  it('takes read babble only from readers, and acted babble only from the clips', () => {
    const [readTones, actedTones] = [
      [1_100, 1_700, 2_300],
      [200, 300, 500, 700],
    ];
    const total = (samples: Float32Array, tones: number[] = []) =>
      tones.reduce((sum, hz) => sum + share(samples, hz), 0);
    expect(total(added('read10', 0), readTones)).toBeGreaterThan(0.9);
    expect(total(added('acted10', 0), actedTones)).toBeGreaterThan(0.9);
  });

  it('draws other voices for each clip, and the same ones in every run', () => {
    expect(drawsOf('read10')).toBeGreaterThan(1);
    expect(drawsOf('clean')).toBe(1);
    expect(added('read10', 1)).toEqual(added('read10', 1));
    expect(added('read10', 1)).not.toEqual(added('read10', 0));
  });

  it('lists the available conditions', () => {
    expect(() => disturbance('rain', from(own), from(readers), 0)).toThrow(CONDITIONS.join(', '));
  });
});
