import { describe, expect, it } from 'vitest';
import { scriptedFrames } from './testing/scripted-frames.js';
import { testMetadata } from './testing/test-metadata.js';
import { SpeechAtoms } from './speech-atoms.js';

const metadata = testMetadata();
const frames = scriptedFrames([
  { speakers: [0], frames: 25 },
  { speakers: [], frames: 3 },
  { speakers: [0], frames: 5 },
  { speakers: [], frames: 4 },
  { speakers: [1], frames: 10 },
]);
const whole = { from: 0, to: frames.count };

describe('speech in atoms of half a second', () => {
  it('continues over a short pause and starts a new stretch after a longer one', () => {
    const atoms = new SpeechAtoms(metadata);
    expect(atoms.push(frames, whole, 100)).toBe(4);
    expect(atoms.embedded().map(({ stretch, from, to, frames: n }) => [stretch, from, to, n])).toEqual([
      [1, 100, 110, 10],
      [1, 110, 120, 10],
      [1, 120, 133, 10],
      [2, 137, 147, 10],
    ]);
  });

  it('tells how many atoms began with these frames, not how many there are', () => {
    const atoms = new SpeechAtoms(metadata);
    const began = [
      { from: 0, to: 15 },
      { from: 15, to: 28 },
      { from: 28, to: frames.count },
    ].map((span) => atoms.push(frames, span, 0));
    expect(began).toEqual([2, 1, 1]);
    expect(atoms.count).toBe(4);
  });

  it('has the same embeddings however it arrives, and ignores neighbors in other stretches', () => {
    const [once, bitwise] = [new SpeechAtoms(metadata), new SpeechAtoms(metadata)];
    once.push(frames, whole, 0);
    for (let n = 0; n < frames.count; n += 1) {
      bitwise.push(frames, { from: n, to: n + 1 }, 0);
      bitwise.embedded();
    }
    const embeddings = once.embedded().map(({ embedding }) => embedding);
    expect(bitwise.embedded().map(({ embedding }) => embedding)).toEqual(embeddings);
    expect(embeddings.at(-1)?.[1]).toBeGreaterThan(0.9);
    expect(embeddings.at(-1)?.[0]).toBeLessThan(0.2);
  });

  it('belongs to the assigned voice until that voice is forgotten', () => {
    const atoms = new SpeechAtoms(metadata);
    atoms.push(frames, whole, 0);
    atoms.assign({ from: 0, to: 20 }, 3);
    expect(atoms.embedded().map(({ voice }) => voice)).toEqual([3, 3, -1, -1]);
    atoms.forget(3);
    expect(atoms.embedded().map(({ voice }) => voice)).toEqual([-1, -1, -1, -1]);
  });

  it('drops the oldest atoms and keeps its embeddings', () => {
    const atoms = new SpeechAtoms(metadata);
    atoms.push(frames, whole, 0);
    const last = atoms.embedded().at(-1)?.embedding;
    expect(atoms.shed(1)).toHaveLength(3);
    expect(atoms.count).toBe(1);
    expect(atoms.embedded()[0]?.embedding).toEqual(last);
  });
});
