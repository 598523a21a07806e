import { describe, expect, it } from 'vitest';
import { AudioTimeline, type Span } from './audio-timeline.js';

const audio = (firstSample: number, sampleCount: number): Extract<Span, { kind: 'audio' }> => ({
  kind: 'audio',
  firstSample,
  sampleCount,
  payload: new Uint8Array(2 * sampleCount).map((_, index) => firstSample + (index >> 1)),
  speech: false,
  captureTsUs: 1,
});

const drain = (timeline: AudioTimeline): [string, number, number][] => {
  const spans: [string, number, number][] = [];
  for (let span = timeline.peek(); span !== null; span = timeline.peek()) {
    timeline.take(span);
    spans.push([span.kind === 'gap' ? span.reason : 'audio', span.firstSample, span.sampleCount]);
  }
  return spans;
};

describe('The audio timeline', () => {
  it('gives each span once, in order', () => {
    const timeline = new AudioTimeline(1_000);
    timeline.appendAudio(audio(0, 100));
    timeline.appendGap(100, 50, 'muted');
    timeline.appendAudio(audio(150, 100));
    expect(drain(timeline)).toEqual([
      ['audio', 0, 100],
      ['muted', 100, 50],
      ['audio', 150, 100],
    ]);
    expect(timeline.peek()).toBeNull();
  });

  it('fills a hole in the clock and cuts an overlap', () => {
    const timeline = new AudioTimeline(1_000);
    timeline.appendAudio(audio(0, 100));
    timeline.appendAudio(audio(130, 100));
    timeline.appendAudio(audio(200, 100));
    timeline.appendAudio(audio(210, 50));
    expect(drain(timeline)).toEqual([
      ['audio', 0, 100],
      ['suspended', 100, 30],
      ['audio', 130, 100],
      ['audio', 230, 70],
    ]);
  });

  it('cuts G.711, a byte for each sample, at the right byte', () => {
    const timeline = new AudioTimeline(1_000);
    timeline.appendAudio({
      ...audio(0, 100),
      payload: Uint8Array.from({ length: 100 }, (_, index) => index),
    });
    timeline.rewind(40);
    const span = timeline.peek();
    expect(span?.kind === 'audio' && [...span.payload]).toEqual(
      Array.from({ length: 60 }, (_, index) => 40 + index),
    );
  });

  it('drops acknowledged audio, even in the middle of a frame', () => {
    const timeline = new AudioTimeline(1_000);
    timeline.appendAudio(audio(0, 100));
    timeline.acknowledge(40);
    timeline.acknowledge(10);
    expect(timeline.base).toBe(40);
    expect(timeline.held).toBe(60);
    timeline.rewind(0);
    const span = timeline.peek();
    expect(span).toMatchObject({ firstSample: 40, sampleCount: 60 });
    expect(span).not.toHaveProperty('captureTsUs');
    expect(span?.kind === 'audio' && span.payload[0]).toBe(40);
  });

  it('gives spans again when a new socket asks for them', () => {
    const timeline = new AudioTimeline(1_000);
    timeline.appendAudio(audio(0, 100));
    timeline.appendAudio(audio(100, 100));
    drain(timeline);
    timeline.rewind(150);
    expect(drain(timeline)).toEqual([['audio', 150, 50]]);
    timeline.rewind(5_000);
    expect(timeline.cursor).toBe(200);
  });

  it('[RT49] turns the oldest audio into a gap when it holds too much', () => {
    const timeline = new AudioTimeline(250);
    for (let first = 0; first < 500; first += 100) timeline.appendAudio(audio(first, 100));
    expect(timeline.held).toBeLessThanOrEqual(250);
    expect(drain(timeline)).toEqual([
      ['offline', 0, 300],
      ['audio', 300, 100],
      ['audio', 400, 100],
    ]);
  });

  it('drops only unsent audio', () => {
    const timeline = new AudioTimeline(1_000);
    for (let first = 0; first < 500; first += 100) timeline.appendAudio(audio(first, 100));
    const first = timeline.peek();
    if (first !== null) timeline.take(first);
    timeline.dropUnsent(200, 'backpressure');
    expect(timeline.unsent()).toBe(200);
    timeline.rewind(0);
    expect(drain(timeline)).toEqual([
      ['audio', 0, 100],
      ['backpressure', 100, 200],
      ['audio', 300, 100],
      ['audio', 400, 100],
    ]);
  });

  it('declares an addition to a gap that was already declared', () => {
    const timeline = new AudioTimeline(1_000);
    timeline.appendGap(0, 100, 'muted');
    drain(timeline);
    timeline.appendGap(100, 100, 'muted');
    expect(drain(timeline)).toEqual([['muted', 100, 100]]);
  });
});
