import { LABELS } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import type { OverallEmotion } from './overall-emotion.js';
import { segmentsOf } from './recording-segments.js';

const emotion = (speechMs: number): OverallEmotion => ({
  speechMs,
  probabilities: Object.fromEntries(
    LABELS.map((label) => [label, 1 / LABELS.length]),
  ) as OverallEmotion['probabilities'],
  dimensions: { valence: 0, arousal: 0, dominance: 0 },
  signals: { engagement: 0, stress: 0, certainty: 0, intensity: 0, escalation: 0 },
  uncertainBelow: 0.4,
  trust: 1,
});
const heard = (channel: number, ...spans: [number, number][]) => ({
  channel,
  segments: spans.map(([startMs, endMs]) => ({ startMs, endMs, emotion: emotion(endMs - startMs) })),
});

describe('the course of a recording', () => {
  it('is in order of time over its channels', () => {
    const segments = segmentsOf([heard(0, [0, 2_000], [6_000, 9_000]), heard(1, [2_500, 5_000])]);
    expect(segments?.map(({ channel, startMs }) => [channel, startMs])).toEqual([
      [0, 0],
      [1, 2_500],
      [0, 6_000],
    ]);
  });

  it('is left out for up to four seconds of speech, however long the recording is', () => {
    expect(segmentsOf([heard(0, [0, 2_000], [50_000, 52_000])])).toBeUndefined();
    expect(segmentsOf([heard(0, [0, 2_000], [50_000, 52_001])])).toHaveLength(2);
    expect(segmentsOf([])).toBeUndefined();
  });
});
