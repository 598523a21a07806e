import { expect, it } from 'vitest';
import { Spares } from './spares.js';
import { PIECE_SAMPLES, UtteranceAudio } from './utterance-audio.js';

const read = (audio: UtteranceAudio): Float32Array => {
  const floats = new Float32Array(audio.samples);
  audio.read(floats);
  return floats;
};

const pieces = (): Spares<Int16Array> => new Spares(() => new Int16Array(PIECE_SAMPLES), 4);

it('audio of an utterance comes out as it went in, however it was cut, and nothing of it stays', () => {
  const audio = new UtteranceAudio(pieces());
  const all = Float32Array.from({ length: 10_001 }, (_, n) => Math.sin(n / 9));
  for (let from = 0, size = 1; from < all.length; from += size, size = ((size * 7) % 900) + 1)
    audio.add(all.subarray(from, from + size));
  expect(audio.samples).toBe(all.length);
  const furthest = read(audio).reduce((most, x, n) => Math.max(most, Math.abs(x - (all[n] ?? 9))), 0);
  expect(furthest).toBeLessThan(1 / 32_767);
  audio.clear();
  expect([audio.samples, read(audio).length]).toEqual([0, 0]);
  audio.add(Float32Array.of(2, -2));
  expect([...read(audio)]).toEqual([1, -1]);
});

it('audio that is cleared is wiped, and its memory goes to others', () => {
  const spares = pieces();
  const audio = new UtteranceAudio(spares);
  audio.add(new Float32Array(5_000).fill(0.5));
  audio.clear();
  expect(audio.samples).toBe(0);
  expect([spares.take(), spares.take()].every((piece) => piece.every((value) => value === 0))).toBe(true);
});
