import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { EMOTION_LABELS, parseModelMetadata } from '@undertone/model';
import type { Ear } from '../ear/ear.js';
import { EarChannel, type EarReading } from '../ear/ear-channel.js';
import { EarMemory } from '../ear/ear-memory.js';
import { UtteranceAudio } from '../ear/utterance-audio.js';
import { LineLearner } from '../ear/line-learner.js';
import { LIVE_READER_PATH } from '../testing/fake-model.js';
import { type PendingUtterance, UtteranceQueue } from './utterances.js';

const metadata = parseModelMetadata(readFileSync(LIVE_READER_PATH.replace('.onnx', '.json'), 'utf8'));
const READER = {
  metadata,
  classifier: metadata.classifier ?? expect.fail('no classifier'),
  run: () => Promise.reject(new Error('not here')),
};

const EMBEDDING = metadata.embeddingSize;

const READING: EarReading = {
  emotion: {
    probabilities: Object.fromEntries(
      EMOTION_LABELS.map((label) => [label, 1 / EMOTION_LABELS.length]),
    ) as never,
    uncertainBelow: 0.3,
    evidenceMs: 1_000,
    trust: 1,
  },
  dimensions: { valence: 0, arousal: 0, dominance: 0 },
  baseline: { lineSeconds: 0, voiceSeconds: 0 },
  outOfDomain: 0,
};

const memory = new EarMemory({ granularitySamples: 8_000, stateSize: 4 });
const twoSamples = (): UtteranceAudio => {
  const audio = new UtteranceAudio(memory.pieces);
  audio.add(Float32Array.of(1, 1));
  return audio;
};

const bench = (readWhole: () => Promise<EarReading | undefined>) => {
  const read: number[] = [];
  const failed: string[] = [];
  const queue = new UtteranceQueue({ readWhole } as unknown as Ear, 0.9);
  const utterance = (stretch: number, isOutdated = false): PendingUtterance => ({
    channel: new EarChannel('0', memory, () => true),
    learner: new LineLearner({ live: READER }),
    stretch,
    stretchMs: 1_000,
    seconds: 1,
    live: new LineLearner({ live: READER }).live.judge(new Float64Array(EMBEDDING), '0', 1),
    audio: twoSamples(),
    listening: { clipping: 0, stretchVoicedMs: 2_000, by: 'reader' },
    isOutdated: () => isOutdated,
    onRead: () => read.push(stretch),
    onFailed: (fault) => failed.push(fault),
  });
  return { queue, utterance, read, failed };
};

describe('utterances that wait for the full reader', () => {
  it('are given up, and their audio wiped, where live results take most of the time', async () => {
    const { queue, utterance, read } = bench(() => Promise.resolve(READING));
    const waiting = utterance(1);
    queue.add(waiting);
    await queue.readNext(0.6);
    expect(read).toEqual([]);
    expect(waiting.audio.samples).toBe(0);
    expect(queue.isEmpty).toBe(true);
  });

  it('are read one at a time, the oldest first', async () => {
    const { queue, utterance, read } = bench(() => Promise.resolve(READING));
    queue.add(utterance(1));
    queue.add(utterance(2));
    await queue.readNext(0);
    expect(read).toEqual([1]);
    await queue.readNext(0);
    expect(read).toEqual([1, 2]);
    expect(queue.isEmpty).toBe(true);
  });

  it('are given up when too many wait: the oldest, whose audio is wiped', async () => {
    const { queue, utterance, read } = bench(() => Promise.resolve(READING));
    const all = [1, 2, 3, 4, 5].map((stretch) => utterance(stretch));
    all.forEach((each) => queue.add(each));
    expect(all.map(({ audio }) => audio.samples)).toEqual([0, 2, 2, 2, 2]);
    while (!queue.isEmpty) await queue.readNext(0);
    expect(read).toEqual([2, 3, 4, 5]);
  });

  it('are not read once a later stretch was answered', async () => {
    const { queue, utterance, read } = bench(() => Promise.resolve(READING));
    const outdated = utterance(1, true);
    queue.add(outdated);
    await queue.readNext(0);
    expect(read).toEqual([]);
    expect(outdated.audio.samples).toBe(0);
  });

  it('are all kept while there is time, few where there is none, and all again afterwards', async () => {
    const { queue, utterance } = bench(() => Promise.resolve(READING));
    /** How many of a hundred are kept, where the full reader finds time for `most` of them and no more. */
    const keptOf = async (most: number): Promise<number> => {
      let kept = 0;
      let read = 0;
      for (let stretch = 0; stretch < 100; stretch += 1) {
        if (!queue.isWorthKeeping(0.4)) continue;
        kept += 1;
        queue.add(utterance(stretch));
        // Time comes evenly.
        const hasTime = read < (most * (stretch + 1)) / 100;
        await queue.readNext(hasTime ? 0.4 : 0.6);
        if (hasTime) read += 1;
      }
      return kept;
    };
    expect(await keptOf(100)).toBe(100);
    await keptOf(20);
    expect(Math.abs((await keptOf(20)) - 40)).toBeLessThan(8);
    await keptOf(0);
    const none = await keptOf(0);
    expect(none).toBeGreaterThan(5);
    expect(none).toBeLessThan(15);
    await keptOf(100);
    expect(await keptOf(100)).toBe(100);
  });

  it('are not kept where spans take most of the time', () => {
    const { queue } = bench(() => Promise.resolve(READING));
    expect(queue.isWorthKeeping(0.8)).toBe(false);
    expect(queue.isWorthKeeping(0.7)).toBe(true);
  });

  it('leave the live readings as they are when the reader fails', async () => {
    const { queue, utterance, read, failed } = bench(() => Promise.reject(new Error('no memory')));
    await queue.read(utterance(1));
    expect(read).toEqual([]);
    expect(failed).toEqual(['threw']);
  });
});
