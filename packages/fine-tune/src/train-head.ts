import { fitTemperature, type ScoredExample } from './calibration.js';
import type { Clip } from './example.js';
import { fitHead, type RawHead } from './fit-head.js';
import { type Folds, type Grouping, groupingOf, makeFolds } from './folds.js';
import type { Head, ReaderBase } from './head.js';
import { judgeTuned } from './judging.js';
import type { TunedLabel } from './labels.js';
import { balancedLogLoss, softmaxAt } from './metrics.js';
import { seededRandom } from './random.js';

/** From almost the base model to almost free. */
const REACHES = [0.03, 0.1, 0.3, 1, 3, 10, 30];
const USUAL_REACH = 3;
/**
 * The furthest where most of the base model's emotions have no samples. Classes that move alone pull clips of the others to
 * them: of two labels of EmoDB (`npm run bench:fine-tune`), a reach of .1 gained 10 to 16 points on these and lost 6 to 9 on the others; a
 * reach of 3 gained 20 and lost 36.
 */
const REACH_OF_FEW = 0.1;
const REACH_SPREAD = 1;
const FOLDS = 5;

/** A head, with what was chosen for it on held-out clips. */
export interface TrainedHead {
  /** Trained on all clips. */
  readonly head: Head;
  /** How far classes were let away from the base model's, as held-out clips would have it. */
  readonly reach: number;
  /** How the clips were separated while reach and calibration were chosen. */
  readonly grouping: Grouping;
  /** In how many parts they were. */
  readonly folds: number;
}

/** The data of one reader. */
export interface ReaderData {
  readonly base: ReaderBase;
  readonly labels: readonly TunedLabel[];
  readonly clips: readonly Clip[];
}

export interface TrainOptions {
  readonly seed: number;
  /** When absent, by speaker if every clip names one and there are enough. */
  readonly grouping?: Grouping;
  /** Called after each unit of work. */
  readonly onStep?: () => void;
}

/** The largest number of `onStep` calls in one training. */
export const STEPS_OF_TRAINING = REACHES.length;

/** Trains a head: its reach by cross-validation, its calibration on the predictions held out there, then the head on all clips. */
export const trainHead = (data: ReaderData, { seed, grouping, onStep }: TrainOptions): TrainedHead => {
  const { base, labels, clips } = data;
  const folds = makeFolds(clips, FOLDS, grouping ?? groupingOf(clips), seededRandom(seed));
  const furthest = furthestFor(labels);
  const trials = REACHES.filter((reach) => reach <= furthest).map((reach) => {
    const trial = tryReach(data, folds, reach, Math.min(USUAL_REACH, furthest));
    onStep?.();
    return trial;
  });
  const best = trials.reduce((a, b) => (b.cost < a.cost ? b : a));
  return {
    head: {
      ...fitHead(base, labels, clips, best.reach),
      calibration: Math.max(fitTemperature(best.scored), leastCalibration(base, labels)),
    },
    reach: best.reach,
    grouping: folds.grouping,
    folds: folds.count,
  };
};

const furthestFor = (labels: readonly TunedLabel[]): number => {
  const kept = labels.filter(({ kind }) => kind === 'kept').length;
  return 2 * kept > labels.length ? REACH_OF_FEW : Infinity;
};

/** Samples of a few emotions know nothing of how often the others are taken for them: they make nobody surer than the base model. */
const leastCalibration = ({ head }: ReaderBase, labels: readonly TunedLabel[]): number =>
  labels.some(({ kind }) => kind === 'kept') ? head.calibration : 0;

interface Trial {
  readonly reach: number;
  /** The loss of all held-out clips in nats, plus the reach's own surprise. */
  readonly cost: number;
  readonly scored: readonly ScoredExample[];
}

const tryReach = ({ base, labels, clips }: ReaderData, folds: Folds, reach: number, usual: number): Trial => {
  const scored = Array.from({ length: folds.count }, (_, fold) => {
    const head: RawHead = fitHead(base, labels, part(clips, folds, fold, false), reach);
    return judgeTuned(base, head, part(clips, folds, fold, true)).map(({ truth, probabilities }) => ({
      truth,
      scores: probabilities.map((probability) => Math.log(Math.max(LEAST, probability))),
    }));
  }).flat();
  return { reach, cost: calibratedLoss(scored) * scored.length + surprise(reach, usual), scored };
};

/** No label is ruled out. */
const LEAST = 1e-9;

/**
 * The reach that is best for a few dozen samples says little. The one that was best for most draws of other people and
 * languages counts as much as a few nats of loss, and more samples soon outweigh it.
 */
const surprise = (reach: number, usual: number): number =>
  Math.log(reach / usual) ** 2 / (2 * REACH_SPREAD ** 2);

/** At the best temperature: sharpness is set later and must not decide how much is learned. */
const calibratedLoss = (scored: readonly ScoredExample[]): number => {
  const temperature = fitTemperature(scored);
  return balancedLogLoss(
    scored.map(({ truth, scores }) => ({ truth, probabilities: softmaxAt(scores, temperature) })),
  );
};

/** One part of a fold: the held-out clips or the training clips. */
export const part = (
  clips: readonly Clip[],
  { foldOf }: Folds,
  fold: number,
  held: boolean,
): readonly Clip[] => clips.filter((_, number) => (foldOf[number] === fold) === held);
