import { describe, expect, it } from 'vitest';
import { SparseAudio } from './sparse-audio.js';

const numbered = (count: number): Float32Array => Float32Array.from({ length: count }, (_, n) => n);

describe('sparse audio', () => {
  it('lets four windows of sixteen through, in one piece', () => {
    const heard = new SparseAudio(10).take(numbered(320));
    expect([...heard]).toEqual([...numbered(40), ...numbered(40).map((n) => n + 160)]);
  });

  it('is the same however the stream is cut', () => {
    const samples = numbered(1_000);
    const whole = [...new SparseAudio(10).take(samples)];
    for (const length of [1, 7, 40, 333]) {
      const sparse = new SparseAudio(10);
      const heard: number[] = [];
      for (let at = 0; at < samples.length; at += length)
        heard.push(...sparse.take(samples.subarray(at, at + length)));
      expect(heard).toEqual(whole);
    }
  });
});
