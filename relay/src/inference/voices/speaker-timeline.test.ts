import { beforeEach, describe, expect, it } from 'vitest';
import { SpeakerTimeline } from './speaker-timeline.js';

const turn = { speaker: 1, startMs: 0, confidence: 1, overlap: false };

describe('who speaks when on a mixed channel', () => {
  let timeline: SpeakerTimeline;
  /** Voice 1 from 1 to 3 s, voice 2 from 2.5 s on. */
  beforeEach(() => {
    timeline = new SpeakerTimeline();
    timeline.take({ type: 'turn_start', id: 1, speaker: 1, atMs: 1_000 });
    timeline.take({ type: 'turn_end', id: 1, turn: { ...turn, startMs: 1_000, endMs: 3_000 } });
    timeline.take({ type: 'turn_start', id: 2, speaker: 2, atMs: 2_500 });
  });

  it('names the voices of a span, the one that speaks longest first', () => {
    expect(timeline.within(2_000, 3_500)).toEqual([1, 2]);
    expect(timeline.within(2_400, 3_500)).toEqual([2, 1]);
    expect(timeline.within(0, 1_000)).toEqual([]);
  });

  it('gives a silence to whoever spoke last', () => {
    expect(timeline.ownerOf(0, 900)).toBeUndefined();
    expect(timeline.ownerOf(1_000, 1_500)).toBe(1);
    expect(timeline.ownerOf(0, 900)).toBe(1);
  });

  it('says when a voice began the speech of a moment', () => {
    expect(timeline.startOf(1, 1_000)).toBe(1_000);
    expect(timeline.startOf(1, 3_000)).toBeUndefined();
    expect(timeline.startOf(2, 60_000)).toBe(2_500);
    expect(timeline.startOf(2, 2_000)).toBeUndefined();
    expect(timeline.startOf(3, 2_600)).toBeUndefined();
  });

  it('knows the next moment at which somebody begins or stops', () => {
    expect(timeline.nextChange(1_000, 9_000)).toBe(2_500);
    expect(timeline.nextChange(2_500, 9_000)).toBe(3_000);
    expect(timeline.nextChange(3_000, 9_000)).toBe(9_000);
  });

  it('gives a turn to another voice when more speech says so', () => {
    timeline.take({
      type: 'turn_revised',
      id: 2,
      speaker: 1,
      previous: 2,
      startMs: 2_500,
      endMs: 4_000,
      revision: 1,
    });
    expect(timeline.within(3_100, 3_500)).toEqual([1]);
  });
});
