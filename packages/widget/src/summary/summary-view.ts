import { toneOf, type MoodKind, type MoodSpan, type MoodTone } from '@undertone/protocol';
import type { Texts } from '../text/texts.js';

/** Width and height of the picture in SVG units. It stretches to fill its space. */
export const PICTURE = { width: 600, height: 40 } as const;

/** How high a stretch is drawn: the mood also has a height besides its color. */
const HEIGHTS: Readonly<Record<MoodKind, number>> = {
  unheard: 4,
  pleased: 8,
  calm: 12,
  low: 20,
  calming: 24,
  tense: 30,
  upset: 40,
};

/** One stretch of the picture. */
export interface Stretch {
  readonly kind: MoodKind;
  readonly x: number;
  readonly width: number;
  readonly height: number;
  readonly tone: MoodTone;
}

/** A mood that occurred, and for how long in all. */
export interface Share {
  readonly kind: MoodKind;
  /** As high as its stretches. */
  readonly height: number;
  readonly tone: MoodTone;
  readonly word: string;
  readonly time: string;
}

/** The whole call as one picture, and the same in words. */
export interface SummaryView {
  readonly stretches: readonly Stretch[];
  /** Longest first. */
  readonly shares: readonly Share[];
  readonly end: string;
  readonly startText: string;
  readonly endText: string;
  readonly alt: string;
}

/** That the call is over, or that its analysis alone is. */
export const overText = (isStopped: boolean, texts: Texts): string =>
  texts.text(isStopped ? 'analysis.off' : 'connection.ended');

/** Puts a call into a picture; undefined when nothing sure was heard. */
export const summaryView = (all: readonly MoodSpan[], texts: Texts): SummaryView | undefined => {
  // Before anything sure was heard there is no mood to tell.
  const spans = all.filter(({ kind }) => kind !== 'unheard');
  const first = spans[0];
  const last = spans.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const lengthMs = Math.max(1, last.toMs - first.fromMs);
  const xOf = (timeMs: number): number => (PICTURE.width * (timeMs - first.fromMs)) / lengthMs;
  const totals = new Map<MoodKind, number>();
  for (const { kind, fromMs, toMs } of spans) totals.set(kind, (totals.get(kind) ?? 0) + toMs - fromMs);
  const shares = [...totals]
    // What lasted less than the clock shows is in the picture alone.
    .filter(([, ms]) => ms >= 1_000 || totals.size === 1)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, ms]) => ({
      kind,
      height: HEIGHTS[kind],
      tone: toneOf(kind),
      word: texts.text(`mood.${kind}`),
      time: texts.clock(ms),
    }));
  const end = texts.text('summary.end', { word: texts.text(`mood.${last.kind}`) });
  return {
    stretches: spans.map(({ kind, fromMs, toMs }) => ({
      kind,
      x: xOf(fromMs),
      width: Math.max(1, xOf(toMs) - xOf(fromMs)),
      height: HEIGHTS[kind],
      tone: toneOf(kind),
    })),
    shares,
    end,
    startText: texts.clock(first.fromMs),
    endText: texts.clock(last.toMs),
    alt: texts.text('summary.alt', {
      list: shares.map(({ word, time }) => `${word} ${time}`).join(', '),
      end,
    }),
  };
};
