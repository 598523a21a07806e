import { expect, it } from 'vitest';
import { toFloats, UtteranceAudio } from './utterance-audio.js';

it('audio of an utterance comes out as it went in, however it was cut, and nothing of it stays', () => {
  const audio = new UtteranceAudio();
  const all = Float32Array.from({ length: 10_001 }, (_, n) => Math.sin(n / 9));
  for (let from = 0, size = 1; from < all.length; from += size, size = ((size * 7) % 900) + 1)
    audio.add(all.subarray(from, from + size));
  expect(audio.samples).toBe(all.length);
  const taken = audio.take();
  expect(audio.samples).toBe(0);
  expect(audio.take()).toHaveLength(0);
  const furthest = toFloats(taken).reduce((most, x, n) => Math.max(most, Math.abs(x - (all[n] ?? 9))), 0);
  expect(furthest).toBeLessThan(1 / 32_767);
  audio.add(Float32Array.of(2, -2));
  expect([...audio.take()]).toEqual([32_767, -32_767]);
});

it('audio that is cleared is wiped', () => {
  const audio = new UtteranceAudio();
  audio.add(new Float32Array(5_000).fill(0.5));
  audio.clear();
  expect([audio.samples, audio.take().length]).toEqual([0, 0]);
});
