import type { MoodSpan } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { textsFor } from '../text/texts.js';
import { PICTURE, summaryView } from './summary-view.js';

const SPANS: readonly MoodSpan[] = [
  { kind: 'calm', fromMs: 10_000, toMs: 40_000 },
  { kind: 'upset', fromMs: 40_000, toMs: 55_000 },
  { kind: 'calming', fromMs: 55_000, toMs: 60_000 },
  { kind: 'calm', fromMs: 60_000, toMs: 70_000 },
];

describe('a call as one picture', () => {
  const view = summaryView(SPANS, textsFor('en'));

  it('fills the picture from its start to its end, without a gap', () => {
    const stretches = view?.stretches ?? [];
    expect(stretches.map(({ x }) => x)).toEqual([0, 300, 450, 500]);
    const last = stretches.at(-1);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBe(PICTURE.width);
    expect([view?.startText, view?.endText]).toEqual(['0:10', '1:10']);
  });

  it('shows anger by height besides its color', () => {
    const [calm, upset] = view?.stretches ?? [];
    expect(upset).toMatchObject({ tone: 'alert', height: PICTURE.height });
    expect(calm?.tone).toBe('calm');
    expect(calm?.height).toBeLessThan(PICTURE.height / 2);
  });

  it('gives each mood of the legend the height that it has in the picture', () => {
    const heights = new Map(view?.stretches.map(({ kind, height }) => [kind, height]));
    expect(view?.shares.map(({ kind, height }) => heights.get(kind) === height)).toEqual([true, true, true]);
  });

  it('says the time of each mood, longest first, how it ended, and all of it in words', () => {
    expect(view?.shares.map(({ word, time }) => `${word} ${time}`)).toEqual([
      'Calm 0:40',
      'Upset 0:15',
      'Calming down 0:05',
    ]);
    expect(view?.end).toBe('At the end: Calm');
    expect(view?.alt).toBe('The whole call. Calm 0:40, Upset 0:15, Calming down 0:05. At the end: Calm.');
  });

  it('keeps a moment visible, and is nothing where nothing was heard', () => {
    const brief = summaryView(
      [
        { kind: 'calm', fromMs: 0, toMs: 3_600_000 },
        { kind: 'upset', fromMs: 3_600_000, toMs: 3_600_100 },
      ],
      textsFor('en'),
    );
    expect(brief?.stretches[1]?.width).toBe(1);
    expect(summaryView([], textsFor('en'))).toBeUndefined();
  });

  it('tells no mood of the time before anything sure was heard', () => {
    const unheard = { kind: 'unheard', fromMs: 8_000, toMs: 10_000 } as const;
    expect(summaryView([unheard, ...SPANS], textsFor('en'))).toEqual(view);
    expect(summaryView([unheard], textsFor('en'))).toBeUndefined();
  });
});
