import type { Compared } from './agreement.js';
import type { BaselineState } from './baseline.js';
import type { LinearGaussian } from './linear-gaussian.js';
import { type Heard, nothingHeard, priorPrecision } from './shift-book.js';

/** One head's part of {@link LineSums}, without its prior. */
export interface HeadSums {
  /** [size] precision that the voices gave to the line's shift. */
  readonly precision: readonly number[];
  /** [size] precision-weighted sum of the voices' shifts. */
  readonly weighted: readonly number[];
  /** What was heard on the line, and how far it was told apart. */
  readonly heard: Readonly<Heard>;
}

/**
 * What calls taught about a line: sums, without any audio and without any single voice. Those of two calls add up to
 * those of both, in any order. They fit one model and version only.
 */
export interface LineSums {
  /** Amount of audio heard, in clips. */
  readonly count: number;
  /** Sums of the evidence for each head except the shared one. */
  readonly gaps: readonly number[];
  /** One of each head. */
  readonly heads: readonly HeadSums[];
  /** What both readers told of its clips. */
  readonly compared: Compared;
  /** Speech heard. */
  readonly seconds: number;
  /** Voices heard. Somebody who is heard in two calls counts twice. */
  readonly voices: number;
}

/**
 * What a call taught about its line.
 *
 * @param before its baseline when it began
 * @param after the same baseline later
 */
export const lineGrowth = (before: BaselineState, after: BaselineState): LineSums => ({
  count: after.count - before.count,
  gaps: difference(after.gaps, before.gaps),
  heads: after.heads.map((head, index) => {
    const was = before.heads[index];
    if (was === undefined) throw anotherModel();
    return {
      precision: difference(head.precision, was.precision),
      weighted: difference(head.weighted, was.weighted),
      heard: combineHeard(head.heard, was.heard, difference),
    };
  }),
  compared: combineCompared(after.compared, before.compared, difference),
  seconds: after.lineSeconds - before.lineSeconds,
  voices: voicesOf(after) - voicesOf(before),
});

/** What both taught. @throws RangeError when they are of different models */
export const addLine = (a: LineSums, b: LineSums): LineSums => combine(a, b, sum);

/** What is left of `a` without `b`, which it holds. @throws RangeError when they are of different models */
export const subtractLine = (a: LineSums, b: LineSums): LineSums => combine(a, b, difference);

/**
 * The baseline with which a call begins on a known line: it knows the line, and no voice.
 *
 * @throws RangeError when the sums are of another model
 */
export const baselineOnLine = (classifier: LinearGaussian, sums: LineSums): BaselineState => {
  if (sums.heads.length !== classifier.heads.length) throw anotherModel();
  return {
    count: sums.count,
    gaps: sum(
      sums.gaps,
      classifier.heads.slice(1).map(() => 0),
    ),
    heads: classifier.heads.map((head, index) => ({
      precision: sum(priorPrecision(head), sums.heads[index]?.precision ?? []),
      weighted: sum(
        sums.heads[index]?.weighted ?? [],
        head.line.map(() => 0),
      ),
      heard: combineHeard(nothingHeard(head), sums.heads[index]?.heard ?? nothingHeard(head), sum),
      voices: {},
    })),
    compared: sums.compared,
    lineSeconds: sums.seconds,
    voiceSeconds: {},
  };
};

type Combine = (a: readonly number[], b: readonly number[]) => number[];

const combine = (a: LineSums, b: LineSums, each: Combine): LineSums => {
  if (a.heads.length !== b.heads.length) throw anotherModel();
  const [count = 0, seconds = 0, voices = 0] = each(
    [a.count, a.seconds, a.voices],
    [b.count, b.seconds, b.voices],
  );
  const heads = a.heads.map(({ precision, weighted, heard }, index) => {
    const other = b.heads[index];
    if (other === undefined) throw anotherModel();
    return {
      precision: each(precision, other.precision),
      weighted: each(weighted, other.weighted),
      heard: combineHeard(heard, other.heard, each),
    };
  });
  const compared = combineCompared(a.compared, b.compared, each);
  return { count, gaps: each(a.gaps, b.gaps), heads, compared, seconds, voices };
};

const combineCompared = (a: Compared, b: Compared, each: Combine): Compared => ({
  clips: each(a.clips, b.clips),
  agreed: each(a.agreed, b.agreed),
  confidence: each(a.confidence, b.confidence),
});

const combineHeard = (a: Readonly<Heard>, b: Readonly<Heard>, each: Combine): Heard => {
  const [count = 0, entropy = 0] = each([a.count, a.entropy], [b.count, b.entropy]);
  return { count, classes: each(a.classes, b.classes), entropy };
};

const zip =
  (of: (a: number, b: number) => number): Combine =>
  (a, b) => {
    if (a.length !== b.length) throw anotherModel();
    return a.map((value, index) => of(value, b[index] ?? 0));
  };
const sum = zip((a, b) => a + b);
const difference = zip((a, b) => a - b);

const anotherModel = (): RangeError => new RangeError('the sums of a line are of another model');

const voicesOf = ({ voiceSeconds }: BaselineState): number => Object.keys(voiceSeconds).length;
