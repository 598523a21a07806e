import { describe, expect, it } from 'vitest';
import { isOneSignal, mixed } from './channels.js';

const sound = Float32Array.from(
  { length: 16_000 },
  (_, i) => 0.3 * Math.sin(0.05 * i) * Math.sin(0.0007 * i),
);
const other = Float32Array.from({ length: 16_000 }, (_, i) => 0.3 * Math.sin(0.031 * i));
const negative = sound.map((value) => -value);

describe('the channels of a recording', () => {
  it('are one signal where they are the same, upside down or not', () => {
    expect(isOneSignal([sound, sound])).toBe(true);
    expect(isOneSignal([sound, negative])).toBe(true);
    expect(isOneSignal([sound, other])).toBe(false);
    expect(isOneSignal([sound, new Float32Array(16_000)])).toBe(false);
  });

  it('are mixed so that none takes the other away', () => {
    expect(mixed([sound, negative])[0]).toEqual(sound);
  });
});
