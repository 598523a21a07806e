import { describe, expect, it } from 'vitest';
import { MonoMixer } from './mono-mixer.js';
import { voiceThenSilence } from './testing/voice.js';

const toFloats = (samples: Int16Array): Float32Array => Float32Array.from(samples, (value) => value / 32_768);
const voice = toFloats(voiceThenSilence(2, 0, 3));
const another = voice.slice().reverse();
const scaled = (samples: Float32Array, gain: number, offset = 0): Float32Array =>
  samples.map((value) => value * gain + offset);
const rmsOf = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
const expectSame = (a: Float32Array, b: Float32Array): void => {
  expect(a).toHaveLength(b.length);
  expect(rmsOf(a.map((value, i) => value - b[i]!))).toBeLessThan(1e-6);
};

describe('MonoMixer', () => {
  it('gives the mean of its channels, and a single one itself', () => {
    expect(new MonoMixer().mix([voice])).toBe(voice);
    const mean = voice.map((value, i) => (value + another[i]!) / 2);
    expectSame(new MonoMixer().mix([voice, another]), mean);
    expectSame(new MonoMixer().mix([voice, new Float32Array(voice.length)]), scaled(voice, 0.5));
    expectSame(new MonoMixer().mix([voice, voice, voice]), voice);
  });

  it.each([
    ['as loud', 1, 0],
    ['softer', 0.25, 0],
    ['on the offset of a sound card', 1, 0.1],
  ])('turns a channel that is the first one upside down, %s', (_, gain, offset) => {
    const mixed = new MonoMixer().mix([scaled(voice, 1, offset), scaled(voice, -gain, offset)]);
    expectSame(mixed, scaled(voice, (1 + gain) / 2));
  });

  it('keeps a channel turned through silence, and until it is upright', () => {
    const mixer = new MonoMixer();
    mixer.mix([voice, scaled(voice, -1)]);
    const faint = scaled(another, 0.01);
    expectSame(
      mixer.mix([voice, faint]),
      voice.map((value, i) => (value - faint[i]!) / 2),
    );
    expectSame(mixer.mix([voice, voice]), voice);
    expectSame(
      mixer.mix([voice, faint]),
      voice.map((value, i) => (value + faint[i]!) / 2),
    );
  });
});
