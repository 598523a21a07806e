import type { Clip } from './example.js';
import { type Grouping, groupingOf, makeFolds, speakersOf } from './folds.js';
import type { Head } from './head.js';
import { judgeBase, judgeTuned } from './judging.js';
import type { TunedLabel } from './labels.js';
import {
  averageRecall,
  calibrationBins,
  type CalibrationBin,
  calibrationError,
  confusionOf,
  gainInterval,
  type Interval,
  type Prediction,
  wilsonInterval,
} from './metrics.js';
import { seededRandom } from './random.js';
import { part, type ReaderData, STEPS_OF_TRAINING, trainHead } from './train-head.js';

/** How well one of the two models did on the held-out clips. */
export interface Score {
  /** Mean recall over the labels that clips have, 0 to 1. */
  readonly averageRecall: number;
  /** Of each label, in their order, 0 to 1: the share of its clips that were told as it, and where it lies with 95 %. */
  readonly recalls: readonly {
    readonly label: string;
    readonly recall: number;
    readonly interval: Interval;
    readonly count: number;
  }[];
  /** Rows: the true label; columns: the predicted label. */
  readonly confusion: readonly (readonly number[])[];
  /** Expected calibration error, 0 to 1: how far confidence is from the share that was right, over all clips. */
  readonly calibrationError: number;
  /** Ten bins by confidence, the least first; empty ones are left out. */
  readonly calibration: readonly CalibrationBin[];
}

/** Both models on the same clips, which neither was fitted on. */
export interface Comparison {
  /** Of the base model, on the same clips. */
  readonly base: Score;
  /** Of the tuned model. */
  readonly tuned: Score;
  /** The average recall of the tuned model minus the base model's. */
  readonly gain: number;
  /** 90 % of the resamples of people or recordings are inside. */
  readonly gainInterval: Interval;
}

/** The result of training and evaluation with clips separated in one way. */
export interface HeldOut extends Comparison {
  /** What is left out together: all of a person's clips, or a recording. */
  readonly grouping: Grouping;
  /** Into how many parts the clips were divided; each part was left out once. */
  readonly folds: number;
  /** The tuned model is above whoever says the same label every time, and not by chance. */
  readonly tellsApart: boolean;
}

/** One reader's head, evaluated. */
export interface Evaluation {
  /** The result that decides. It leaves people out when enough are named. */
  readonly main: HeldOut;
  /**
   * The other way, when there are at least two people. It holds out strangers if `main` holds out other
   * sentences of the same people.
   */
  readonly other: HeldOut | undefined;
  /** On speech of other people on another line, which the base model knows; undefined without such a set. */
  readonly baseSet: Comparison | undefined;
  /**
   * There is a gain, and it is not by chance: the whole interval is above 0. Labels are told apart, too: where the base
   * model hears something else than the labels, the one who says the same label every time has a gain as well.
   */
  readonly better: boolean;
}

/** Labeled speech that is no customer's, heard by the same reader. `label` is the number of a class of the base model. */
export type BaseSet = readonly Clip[];

const OUTER_FOLDS = 5;
/** One-sided: 5 % of the resamples are below the interval. */
const LEVEL = 0.9;

export interface EvaluateOptions {
  readonly seed: number;
  /** The head that was trained on all clips, and what it is compared on besides. */
  readonly onBaseSet?: { readonly head: Head; readonly set: BaseSet };
  readonly onStep?: () => void;
}

/** Whether people and recordings can both be left out, one after the other. */
const namesPeople = (clips: readonly Pick<Clip, 'speaker' | 'label'>[]): boolean =>
  clips.every(({ speaker }) => speaker !== undefined) && speakersOf(clips).length >= 2;

/** The largest number of `onStep` calls in one evaluation. */
export const stepsOfEvaluation = (clips: readonly Pick<Clip, 'speaker' | 'label'>[]): number =>
  (namesPeople(clips) ? 2 : 1) * OUTER_FOLDS * STEPS_OF_TRAINING;

/**
 * Evaluates the whole procedure on clips that it never saw. In each outer fold everything is chosen again
 * (reach, calibration), so that no choice is evaluated on the data it was made on (Varma and Simon 2006).
 * Both models know the line of the clips: one from them and their labels, the base model from them alone.
 */
export const evaluate = (data: ReaderData, options: EvaluateOptions): Evaluation => {
  const { clips } = data;
  const chosen = groupingOf(clips);
  const main = holdOut(data, chosen, options);
  const { onBaseSet, seed } = options;
  return {
    main,
    other: namesPeople(clips)
      ? holdOut(data, chosen === 'speaker' ? 'sample' : 'speaker', options)
      : undefined,
    baseSet: onBaseSet && compareOnBaseSet(data, onBaseSet.head, onBaseSet.set, seed),
    better: main.gain > 0 && main.gainInterval.low > 0 && main.tellsApart,
  };
};

const holdOut = (data: ReaderData, grouping: Grouping, { seed, onStep }: EvaluateOptions): HeldOut => {
  const { base, labels, clips } = data;
  const folds = makeFolds(clips, OUTER_FOLDS, grouping, seededRandom(seed));
  const of = { base: [] as Prediction[], tuned: [] as Prediction[], groups: [] as string[] };
  for (let fold = 0; fold < folds.count; fold++) {
    const seen = part(clips, folds, fold, false);
    const { head } = trainHead(
      { base, labels, clips: seen },
      { seed: seed + fold + 1, ...(onStep !== undefined && { onStep }) },
    );
    const held = part(clips, folds, fold, true);
    of.base.push(...judgeBase(base, labels, held, seen));
    of.tuned.push(...judgeTuned(base, head, held, head.calibration));
    of.groups.push(...held.map(({ id, speaker }) => (grouping === 'speaker' ? (speaker ?? id) : id)));
  }
  const tellsApart = beyondOneLabel(of.tuned, of.groups, labels.length, seed);
  return { grouping, folds: folds.count, tellsApart, ...compare(of, labels, seed) };
};

const beyondOneLabel = (
  tuned: readonly Prediction[],
  groups: readonly string[],
  labels: number,
  seed: number,
): boolean => {
  const [first] = tuned;
  const same = Array.from({ length: labels }, (_, label) => (label === first?.truth ? 1 : 0));
  const guesses = tuned.map(({ truth }) => ({ truth, probabilities: same }));
  return gainInterval(tuned, guesses, groups, labels, LEVEL, seededRandom(seed)).interval.low > 0;
};

/** What the tuned model gains and loses on speech that has nothing to do with the customer. */
export const compareOnBaseSet = (
  { base, labels }: Pick<ReaderData, 'base' | 'labels'>,
  head: Head,
  set: BaseSet,
  seed: number,
): Comparison => {
  const clips = set.flatMap((clip): Clip[] => {
    const label = labels.findIndex(({ base: start, kind }) => kind !== 'new' && start === clip.label);
    return label < 0 ? [] : [{ ...clip, label }];
  });
  const of = {
    base: judgeBase(base, labels, clips),
    tuned: judgeTuned(base, head, clips, head.calibration),
    groups: clips.map(({ voice }) => voice),
  };
  return compare(of, labels, seed);
};

const compare = (
  {
    base,
    tuned,
    groups,
  }: { base: readonly Prediction[]; tuned: readonly Prediction[]; groups: readonly string[] },
  labels: readonly TunedLabel[],
  seed: number,
): Comparison => {
  const { gain, interval } = gainInterval(tuned, base, groups, labels.length, LEVEL, seededRandom(seed));
  const names = labels.map(({ name }) => name);
  return { base: scoreOf(base, names), tuned: scoreOf(tuned, names), gain, gainInterval: interval };
};

const scoreOf = (predictions: readonly Prediction[], labels: readonly string[]): Score => {
  const confusion = confusionOf(predictions, labels.length);
  const calibration = calibrationBins(predictions);
  return {
    averageRecall: averageRecall(confusion),
    recalls: labels.flatMap((label, k) => {
      const row = confusion[k] ?? [];
      const count = row.reduce((sum, value) => sum + value, 0);
      if (count === 0) return [];
      const hits = row[k] ?? 0;
      return [{ label, recall: hits / count, interval: wilsonInterval(hits, count), count }];
    }),
    confusion,
    calibrationError: calibrationError(calibration),
    calibration,
  };
};
