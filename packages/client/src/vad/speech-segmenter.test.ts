import { describe, expect, it } from 'vitest';
import { SpeechSegmenter, type SegmentEvent } from './speech-segmenter.js';

const run = (segmenter: SpeechSegmenter, probabilities: number[], fromSample = 0): SegmentEvent[] =>
  probabilities.flatMap((probability, index) => {
    const event = segmenter.update(fromSample + index * 512, 512, probability);
    return event === null ? [] : [event];
  });

describe('The speech segmenter', () => {
  it('starts speech where the sound began and ends it where the sound stopped', () => {
    const segmenter = new SpeechSegmenter();
    const events = run(segmenter, [0, 0.9, 0.9, 0.9, 0.9, ...Array<number>(20).fill(0)]);
    expect(events.map(({ event, sample }) => [event, sample])).toEqual([
      ['start', 512],
      ['end', 5 * 512],
    ]);
    expect(segmenter.speaking).toBe(false);
  });

  it('reports a click as a misfire', () => {
    expect(run(new SpeechSegmenter(), [0.9, 0, 0])).toMatchObject([{ event: 'misfire', sample: 0 }]);
  });

  it('does not end speech at a pause for breath', () => {
    const events = run(new SpeechSegmenter(), [0.9, 0.9, 0.9, ...Array<number>(10).fill(0.1), 0.9, 0.9]);
    expect(events.map(({ event }) => event)).toEqual(['start']);
  });

  it('keeps its state between the two thresholds', () => {
    expect(run(new SpeechSegmenter(), Array<number>(30).fill(0.45))).toEqual([]);
    const speaking = new SpeechSegmenter();
    expect(run(speaking, [0.9, 0.9, 0.9, ...Array<number>(30).fill(0.45)]).map(({ event }) => event)).toEqual(
      ['start'],
    );
  });

  it('ends speech in progress once at finish', () => {
    const segmenter = new SpeechSegmenter();
    run(segmenter, [0.9, 0.9, 0.9]);
    expect(segmenter.finish()).toMatchObject({ event: 'end', sample: 3 * 512 });
    expect(segmenter.finish()).toBeNull();
  });
});
