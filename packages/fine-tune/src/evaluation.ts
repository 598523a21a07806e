import { type DataSet, targetsOf } from './example.js';
import { type Grouping, groupingOf, makeFolds, speakersOf } from './folds.js';
import { applyHead, softmaxAt } from './head.js';
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
import { part, stepsOfTraining, trainHead } from './train-head.js';

/** How well one of the two models did on the held-out examples. */
export interface Score {
  /** Mean recall over the labels, 0 to 1. */
  readonly averageRecall: number;
  readonly recalls: readonly {
    readonly label: string;
    readonly recall: number;
    readonly interval: Interval;
    readonly count: number;
  }[];
  /** Rows: the true label; columns: the predicted label. */
  readonly confusion: readonly (readonly number[])[];
  readonly calibrationError: number;
  readonly calibration: readonly CalibrationBin[];
}

/** The result of training and evaluation with examples separated in one way. */
export interface HeldOut {
  readonly grouping: Grouping;
  readonly folds: number;
  readonly base: Score;
  readonly tuned: Score;
  /** The average recall of the tuned model minus the base model's. */
  readonly gain: number;
  /** 90 % of the resamples are inside. */
  readonly gainInterval: Interval;
}

export interface Evaluation {
  /** The result that decides. It leaves people out when enough are named. */
  readonly main: HeldOut;
  /**
   * The other way, when there are at least two people. It holds out strangers if `main` holds out other
   * sentences of the same people.
   */
  readonly other: HeldOut | undefined;
  /** There is a gain, and it is not by chance: the whole interval is above 0. */
  readonly better: boolean;
}

const OUTER_FOLDS = 5;
/** One-sided: 5 % of the resamples are below the interval. */
const LEVEL = 0.9;

export interface EvaluateOptions {
  readonly seed: number;
  readonly onStep?: () => void;
}

/** The largest number of `onStep` calls in one evaluation. */
export const stepsOfEvaluation = ({ examples }: DataSet): number =>
  (speakersOf(examples).length >= 2 ? 2 : 1) * OUTER_FOLDS * stepsOfTraining(examples.length);

/**
 * Evaluates the whole procedure on examples that it never saw. In each outer fold everything is chosen again
 * (penalty, iterations, temperature), so that no choice is evaluated on the data it was made on (Varma and
 * Simon 2006).
 */
export const evaluate = (data: DataSet, options: EvaluateOptions): Evaluation => {
  const chosen = groupingOf(data.examples);
  const main = holdOut(data, chosen, options);
  const everybody = data.examples.every(({ speaker }) => speaker !== undefined);
  const second = everybody && speakersOf(data.examples).length >= 2;
  return {
    main,
    other: second ? holdOut(data, chosen === 'speaker' ? 'sample' : 'speaker', options) : undefined,
    better: main.gain > 0 && main.gainInterval.low > 0,
  };
};

const holdOut = (data: DataSet, grouping: Grouping, { seed, onStep }: EvaluateOptions): HeldOut => {
  const folds = makeFolds(data.examples, OUTER_FOLDS, grouping, seededRandom(seed));
  const base: Prediction[] = [];
  const tuned: Prediction[] = [];
  const groups: string[] = [];
  for (let fold = 0; fold < folds.count; fold++) {
    const { head } = trainHead(part(data, folds, fold, false), {
      seed: seed + fold + 1,
      ...(onStep !== undefined && { onStep }),
    });
    const held = part(data, folds, fold, true);
    const targets = targetsOf(held);
    held.examples.forEach(({ id, speaker, reading }, number) => {
      const truth = targets[number] ?? 0;
      base.push({ truth, probabilities: softmaxAt(reading.base, 1) });
      tuned.push({ truth, probabilities: applyHead(head, reading.embedding, reading.base) });
      groups.push(grouping === 'speaker' ? (speaker ?? id) : id);
    });
  }
  const classes = data.labels.length;
  const { gain, interval } = gainInterval(tuned, base, groups, classes, LEVEL, seededRandom(seed));
  return {
    grouping,
    folds: folds.count,
    base: scoreOf(base, data.labels),
    tuned: scoreOf(tuned, data.labels),
    gain,
    gainInterval: interval,
  };
};

const scoreOf = (predictions: readonly Prediction[], labels: readonly string[]): Score => {
  const confusion = confusionOf(predictions, labels.length);
  const calibration = calibrationBins(predictions);
  return {
    averageRecall: averageRecall(confusion),
    recalls: labels.map((label, k) => {
      const row = confusion[k] ?? [];
      const count = row.reduce((sum, value) => sum + value, 0);
      const hits = row[k] ?? 0;
      return { label, recall: count === 0 ? 0 : hits / count, interval: wilsonInterval(hits, count), count };
    }),
    confusion,
    calibrationError: calibrationError(calibration),
    calibration,
  };
};
