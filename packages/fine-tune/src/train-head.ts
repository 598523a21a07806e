import { fitTemperature, type ScoredExample } from './calibration.js';
import { type DataSet, type Example, targetsOf } from './example.js';
import { fitHead, type RawHead } from './fit-head.js';
import { type Folds, type Grouping, groupingOf, makeFolds } from './folds.js';
import { type Head, scoresOf, softmaxAt } from './head.js';
import { balancedLogLoss } from './metrics.js';
import { seededRandom } from './random.js';

/** From almost the base model to almost free. */
const PENALTIES = [1, 0.3, 0.1, 0.03, 0.01, 0.003];
const USUAL_PENALTY = 0.1;
const PENALTY_SPREAD = 0.7;
const FOLDS = 5;
const MAX_ITERATIONS = 60;
/** A training ends when the held-out loss has not improved for this many iterations. */
const PATIENCE = 10;

export interface TrainedHead {
  readonly head: Head;
  readonly penalty: number;
  /** Where early stopping ended the training, according to held-out examples. */
  readonly iterations: number;
  /** How the examples were separated while penalty, iterations and temperature were chosen. */
  readonly grouping: Grouping;
  readonly folds: number;
}

export interface TrainOptions {
  readonly seed: number;
  /** When absent, by speaker if every example names one and there are enough. */
  readonly grouping?: Grouping;
  /** Called after each unit of work. */
  readonly onStep?: () => void;
}

/** With more examples than this, strong penalties are not tried, and fewer folds are enough. */
const MANY_EXAMPLES = 1_000;

const effortFor = (examples: number): { most: number; penalties: readonly number[] } =>
  examples > MANY_EXAMPLES
    ? { most: 3, penalties: PENALTIES.filter((penalty) => penalty <= USUAL_PENALTY) }
    : { most: FOLDS, penalties: PENALTIES };

/** The largest number of `onStep` calls in one training with so many examples. */
export const stepsOfTraining = (examples: number): number => {
  const { most, penalties } = effortFor(examples);
  return most * penalties.length + 1;
};

/**
 * Trains a head: penalty and number of iterations by cross-validation, temperature on the predictions held
 * out there, and then the head itself on all examples.
 */
export const trainHead = (data: DataSet, { seed, grouping, onStep }: TrainOptions): TrainedHead => {
  const { most, penalties } = effortFor(data.examples.length);
  const folds = makeFolds(data.examples, most, grouping ?? groupingOf(data.examples), seededRandom(seed));
  const trials = penalties.map((penalty) => tryPenalty(data, folds, penalty, onStep));
  const best = trials.reduce((a, b) => (b.cost < a.cost ? b : a));
  const raw = fitHead(data, { penalty: best.penalty, maxIterations: best.iterations });
  onStep?.();
  return {
    head: { ...raw, temperature: fitTemperature(best.scored) },
    penalty: best.penalty,
    iterations: best.iterations,
    grouping: folds.grouping,
    folds: folds.count,
  };
};

interface Trial {
  readonly penalty: number;
  readonly iterations: number;
  /** The loss of all held-out examples in nats, plus the penalty's own surprise. */
  readonly cost: number;
  readonly scored: readonly ScoredExample[];
}

const tryPenalty = (data: DataSet, folds: Folds, penalty: number, onStep?: () => void): Trial => {
  const outcomes = Array.from({ length: folds.count }, (_, fold) => {
    const outcome = stopEarly(part(data, folds, fold, false), part(data, folds, fold, true), penalty);
    onStep?.();
    return outcome;
  });
  const scored = outcomes.flatMap((outcome) => outcome.scored);
  const stops = outcomes.map(({ iterations }) => iterations).sort((a, b) => a - b);
  return {
    penalty,
    iterations: Math.max(1, stops.at(-1) ?? 1),
    cost: calibratedLoss(scored) * scored.length + surprise(penalty),
    scored,
  };
};

/**
 * The penalty that is best for a few dozen samples says little. The penalty that was best for most draws of
 * other people and languages counts as much as a few nats of loss, and more samples soon outweigh it.
 */
const surprise = (penalty: number): number =>
  Math.log(penalty / USUAL_PENALTY) ** 2 / (2 * PENALTY_SPREAD ** 2);

/** At the best temperature: sharpness is set later and must not decide how much is learned. */
const calibratedLoss = (scored: readonly ScoredExample[]): number => {
  const temperature = fitTemperature(scored);
  return balancedLogLoss(
    scored.map(({ truth, scores }) => ({ truth, probabilities: softmaxAt(scores, temperature) })),
  );
};

/** One part of a fold: the held-out examples or the training examples. */
export const part = (data: DataSet, { foldOf }: Folds, fold: number, held: boolean): DataSet => ({
  labels: data.labels,
  examples: data.examples.filter((_, number) => (foldOf[number] === fold) === held),
});

const stopEarly = (
  train: DataSet,
  held: DataSet,
  penalty: number,
): { readonly iterations: number; readonly scored: readonly ScoredExample[] } => {
  let best = { loss: Infinity, iterations: 0, scored: [] as readonly ScoredExample[] };
  fitHead(train, {
    penalty,
    maxIterations: MAX_ITERATIONS,
    onIteration: (head, iterations) => {
      const scored = scoreAll(head, held);
      const loss = calibratedLoss(scored);
      if (loss < best.loss) best = { loss, iterations, scored };
      return iterations - best.iterations < PATIENCE;
    },
  });
  if (best.iterations > 0) return best;
  // The start is already the minimum.
  return { iterations: 1, scored: scoreAll(fitHead(train, { penalty, maxIterations: 1 }), held) };
};

/** The scores of the whole recordings. */
export const scoreAll = (head: RawHead, data: DataSet): ScoredExample[] => {
  const targets = targetsOf(data);
  return data.examples.map((example: Example, number) => ({
    truth: targets[number] ?? 0,
    scores: scoresOf(head, example.reading.embedding, example.reading.base),
  }));
};
