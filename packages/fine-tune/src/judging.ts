import { Baseline } from '@undertone/model';
import type { Clip } from './example.js';
import { classifierOf, type ReaderBase, stateOf } from './head.js';
import type { RawHead } from './fit-head.js';
import type { TunedLabel } from './labels.js';
import { argmax, type Prediction } from './metrics.js';

/** Judges clips one after the other as a line that is learned on the way; each is judged with what came before it alone. */
const judgeInTurn = (baseline: Baseline, clips: readonly Clip[]): readonly Float64Array[] =>
  clips.map(({ embedding, voice, seconds }) => {
    const judged = baseline.judge(embedding, voice, seconds);
    baseline.hear(voice, seconds, judged);
    return judged.probabilities;
  });

/** What a head says of clips that it was not fitted on. */
export const judgeTuned = (
  base: ReaderBase,
  { means, line }: RawHead,
  clips: readonly Clip[],
  calibration = 1,
): readonly Prediction[] => {
  const known = stateOf(line, means.length);
  const baseline = new Baseline(classifierOf(base, { means, calibration }), means.length, known);
  return judgeInTurn(baseline, clips).map((probabilities, n) => ({
    truth: clips[n]?.label ?? 0,
    probabilities: [...probabilities],
  }));
};

/**
 * What the base model says of clips, as the tuned model's labels.
 *
 * @param before clips of the same line that it heard, without their labels
 */
export const judgeBase = (
  base: ReaderBase,
  labels: readonly TunedLabel[],
  clips: readonly Clip[],
  before: readonly Clip[] = [],
): readonly Prediction[] => {
  const { head } = base;
  const baseline = new Baseline(classifierOf(base, head), head.means.length);
  judgeInTurn(baseline, before);
  const places = placesOf(head.classes, labels);
  return judgeInTurn(baseline, clips).map((probabilities, n) => ({
    truth: clips[n]?.label ?? 0,
    probabilities: places.map((place) => (place === undefined ? 0 : (probabilities[place] ?? 0))),
  }));
};

/**
 * The shared head's class that counts as each label. A label of the customer's own kind gets the class that it starts
 * from, so that the base model is not blamed for a word that it does not have.
 */
const placesOf = (classes: readonly number[], labels: readonly TunedLabel[]): (number | undefined)[] => {
  const claimed = new Map<number, TunedLabel>();
  const ranks = ['moved', 'new', 'kept'] as const;
  for (const rank of ranks) {
    for (const label of labels) {
      if (label.kind === rank && label.base !== undefined && !claimed.has(label.base))
        claimed.set(label.base, label);
    }
  }
  return labels.map((label) => {
    if (label.base === undefined || claimed.get(label.base) !== label) return undefined;
    const place = classes.indexOf(label.base);
    return place < 0 ? undefined : place;
  });
};

/** The class that the base model hears most in each label's clips, by its number. */
export const heardMost = (base: ReaderBase, clips: readonly Clip[]): ReadonlyMap<number, number> => {
  const baseline = new Baseline(classifierOf(base, base.head), base.head.means.length);
  const sums = new Map<number, number[]>();
  judgeInTurn(baseline, clips).forEach((probabilities, n) => {
    const label = clips[n]?.label ?? 0;
    const before = sums.get(label) ?? [];
    sums.set(
      label,
      Array.from(probabilities, (probability, place) => probability + (before[place] ?? 0)),
    );
  });
  return new Map([...sums].map(([label, sum]) => [label, base.head.classes[argmax(sum)] ?? 0]));
};
