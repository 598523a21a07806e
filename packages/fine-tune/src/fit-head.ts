import { ShiftBook } from '@undertone/model';
import type { Clip } from './example.js';
import type { Head, ReaderBase } from './head.js';
import type { TunedLabel } from './labels.js';

/** A head before its calibration is known. */
export type RawHead = Omit<Head, 'calibration'>;

/**
 * Means and shifts are found in turns. The rest has unit variance and the priors are proper, so this converges
 * quickly; more rounds changed no mean by a hundredth.
 */
const ROUNDS = 6;
/** A label that takes the place of no class lies anywhere near the class it starts from: so many times the usual variance. */
const OWN_KIND = 4;
const LEAST_VARIANCE = 0.02;
/** A later call's line is expected at the samples' line, give or take this share of the variance between lines. */
const LINE_DRIFT = 1;

/**
 * The labels as Gaussians, drawn towards the base model's classes.
 *
 * Every sample is `class mean + line's shift + voice's shift + rest`. The line's and the voices' shifts have the base
 * model's priors; a class's mean moves away from the base model's by a normal whose variance is `reach` times what the
 * base model's own corpora disagree about it. So few samples move a mean a little, and many move it all the way; a class
 * without samples stays (conjugate normals, coordinate by coordinate: Gelman et al. 2013, "Bayesian Data Analysis", 2.5).
 *
 * @param reach how far the samples' classes may lie from the base model's; 0 keeps them there
 */
export const fitHead = (
  { head, clipSeconds }: ReaderBase,
  labels: readonly TunedLabel[],
  clips: readonly Clip[],
  reach: number,
): RawHead => {
  const starts = labels.map(({ base }) => startOf(head, base));
  const means = starts.map((start) => Float64Array.from(start));
  // Labels tell the moods apart, so nothing that stays the same is in doubt.
  let book = new ShiftBook(head);
  for (let round = 0; round < ROUNDS; round++) {
    book = new ShiftBook(head);
    for (const { label, voice, seconds, embedding } of clips) {
      const mean = means[label] ?? [];
      const weight = SAMPLE_WEIGHT * Math.min(1, Math.max(LEAST_SECONDS, seconds) / clipSeconds);
      const rest = embedding.map((value, d) => value - (mean[d] ?? 0));
      book.hear(voice, { rest, posterior: [], weight });
    }
    const shifts = new Map(
      [...new Set(clips.map(({ voice }) => voice))].map((voice) => [voice, book.of(voice).mean]),
    );
    moveMeans({ head, labels, clips, reach, starts, means, shifts });
  }
  const { precision, weighted } = book.state;
  const drifted = precision.map((known, d) => 1 / (1 / known + LINE_DRIFT * (head.line[d] ?? 0)));
  return {
    means: means.map((mean) => [...mean]),
    line: {
      precision: drifted,
      weighted: drifted.map((known, d) => (known * (weighted[d] ?? 0)) / (precision[d] ?? 1)),
    },
  };
};

const LEAST_SECONDS = 0.01;
/** What a labeled clip counts: more than one whose class is only guessed, less than one that is independent of the others. */
const SAMPLE_WEIGHT = 0.4;

const startOf = (head: ReaderBase['head'], base: number | undefined): readonly number[] => {
  const place = base === undefined ? -1 : head.classes.indexOf(base);
  const own = head.means[place];
  if (own !== undefined) return own;
  return head.line.map(
    (_, d) => head.means.reduce((sum, mean) => sum + (mean[d] ?? 0), 0) / head.means.length,
  );
};

interface Move {
  readonly head: ReaderBase['head'];
  readonly labels: readonly TunedLabel[];
  readonly clips: readonly Clip[];
  readonly reach: number;
  readonly starts: readonly (readonly number[])[];
  readonly means: readonly Float64Array[];
  readonly shifts: ReadonlyMap<string, Float64Array>;
}

const moveMeans = ({ head, labels, clips, reach, starts, means, shifts }: Move): void => {
  const { size } = head;
  const sums = means.map(() => new Float64Array(size));
  const counts = means.map(() => 0);
  for (const { label, voice, embedding } of clips) {
    const sum = sums[label];
    const shift = shifts.get(voice);
    if (sum === undefined || shift === undefined) continue;
    counts[label] = (counts[label] ?? 0) + SAMPLE_WEIGHT;
    for (let d = 0; d < size; d++)
      sum[d] = (sum[d] ?? 0) + SAMPLE_WEIGHT * ((embedding[d] ?? 0) - (shift[d] ?? 0));
  }
  const typical = head.disagreement.reduce((sum, value) => sum + value, 0) / size;
  means.forEach((mean, k) => {
    const count = counts[k] ?? 0;
    if (count === 0) return;
    const kind = labels[k]?.kind === 'new' ? OWN_KIND : 1;
    for (let d = 0; d < size; d++) {
      // A coordinate in which few corpora happened to agree is no proof that all lines do.
      const variance = Math.max(LEAST_VARIANCE, ((head.disagreement[d] ?? 0) + typical) / 2);
      const prior = 1 / Math.max(1e-9, reach * kind * variance);
      const start = starts[k]?.[d] ?? 0;
      mean[d] = (prior * start + (sums[k]?.[d] ?? 0)) / (prior + count);
    }
  });
};
