import { describe, expect, it } from 'vitest';
import { EmbeddingProjection } from './embedding-projection.js';
import { scriptedFrames, type ScriptedTurn } from './testing/scripted-frames.js';
import { testMetadata } from './testing/test-metadata.js';
import { FramePool } from './frame-pool.js';
import { LiveVoices } from './live-voices.js';
import type { Voiceprint } from './voiceprint.js';

const metadata = testMetadata();
const say = (speaker: number, frames: number): ScriptedTurn => ({ speakers: [speaker], frames });

const windowOf = (speaker: number): Voiceprint => {
  const pool = new FramePool(metadata);
  pool.add(scriptedFrames([say(speaker, 30)], 0.2, 77));
  const embedding = EmbeddingProjection.of(metadata).project(pool.statistics());
  return { space: metadata.space, embedding, speechSeconds: 1.5 };
};

/** A stream: what is said in it, and which voice it is assigned to. */
class Stream {
  readonly voices: LiveVoices;
  private at = 0;

  constructor(most = 8) {
    this.voices = new LiveVoices(metadata, most);
  }

  /** A person speaks. The stretch gets the number of the nearest voice, or of the voice nearest to `as`. */
  hear(speaker: number, frames: number, as = speaker): number {
    const { voices, at } = this;
    const said = [{ speakers: [], frames: 10 }, say(speaker, frames)];
    voices.push(scriptedFrames(said, 0.2, at + 1), { from: 0, to: frames + 10 }, at);
    this.at += frames + 10;
    voices.update(windowOf(speaker));
    const likeness = voices.compare(windowOf(as).embedding);
    const voice = voices.voices[likeness.indexOf(Math.max(...likeness))];
    if (voice === undefined) throw new Error('nobody is heard');
    return voices.tell(voice, { from: at, to: this.at });
  }

  numbers(): number[] {
    return this.voices.voices.map(({ number }) => number).sort((a, b) => a - b);
  }
}

describe('the voices of a live stream', () => {
  it('are empty before anybody speaks', () => {
    const { voices } = new Stream();
    voices.push(scriptedFrames([{ speakers: [], frames: 50 }]), { from: 0, to: 50 }, 0);
    voices.update(windowOf(0));
    expect(voices.voices).toEqual([]);
  });

  it('get numbers in the order of their first speech, and keep them', () => {
    const stream = new Stream();
    const order = [2, 0, 2, 1, 0, 1, 2, 0];
    expect(order.map((speaker) => stream.hear(speaker, 50))).toEqual([0, 1, 0, 2, 1, 2, 0, 1]);
    expect(stream.numbers()).toEqual([0, 1, 2]);
  });

  it('are not spoiled by a stretch with the wrong number', () => {
    const stream = new Stream();
    for (const speaker of [0, 1]) stream.hear(speaker, 80);
    expect(stream.hear(1, 40, 0)).toBe(0);
    for (const [speaker, number] of [
      [0, 0],
      [1, 1],
    ] as const)
      expect(stream.hear(speaker, 40)).toBe(number);
    const likeness = stream.voices.compare(windowOf(1).embedding);
    expect(Math.max(...likeness)).toBeGreaterThan(0.95);
    expect(stream.numbers()).toEqual([0, 1]);
  });

  it('keep their number after minutes of another speaker', () => {
    const stream = new Stream();
    expect(stream.hear(3, 60)).toBe(0);
    for (let n = 0; n < 30; n += 1) expect(stream.hear(1, 100)).toBe(1);
    expect(stream.hear(3, 60)).toBe(0);
    expect(stream.numbers()).toEqual([0, 1]);
  });

  it('are at most `most`; a further speaker goes to the nearest voice', () => {
    const stream = new Stream(2);
    for (const speaker of [0, 1, 2, 3]) stream.hear(speaker, 60);
    expect(stream.numbers()).toEqual([0, 1]);
  });

  it('are not opened by a sound that is shorter than a word', () => {
    const stream = new Stream();
    stream.hear(0, 80);
    expect(stream.hear(1, 6)).toBe(0);
    expect(stream.numbers()).toEqual([0]);
  });
});
