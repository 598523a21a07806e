import type { Features } from '../../src/domain/predictions/features.js';
import {
  observedTargets,
  type ChanceTarget,
  type Outcome,
  type OutcomeTarget,
} from '../../src/domain/predictions/outcome.js';
import {
  estimate,
  exampleOf,
  learn,
  type Example,
  type Moment,
} from '../../src/domain/predictions/predictor.js';
import { priorModel, type PredictorModel, type Stage } from '../../src/domain/predictions/models/prior.js';
import { inOrder, trajectoryOf } from '../../src/domain/predictions/trajectory.js';
import type { ObservedUtterance } from '../../src/domain/predictions/utterance.js';

/** A session to evaluate on. */
export interface EvaluatedSession {
  utterances: readonly ObservedUtterance[];
  outcome: Outcome;
  /** The chance behind each outcome, if it is known. Only for synthetic calls. */
  truth?: Readonly<Record<ChanceTarget, number>>;
}

/** One prediction that was made before its outcome was known. */
export interface Trial {
  target: OutcomeTarget | 'sentiment_forecast';
  stage: Stage;
  /** Position of the session among the evaluated sessions. */
  session: number;
  /** The number of caller utterances until then. */
  utterances: number;
  features: Features;
  told: number;
  interval: { low: number; high: number };
  untaught: number;
  /** The prediction by the share of yes, or by the mean, until then. */
  baseRate: number;
  /** The same, among sessions whose last utterance sounded like this one's. */
  lastUtterance: number;
  observed: number;
  truth?: number;
}

/** The limits between negative, neutral and positive valence of the last utterance. */
const DARK = -0.15;
const BRIGHT = 0.15;

/** A running mean that starts with one observation of `start`, so that its first value is not extreme. */
class Running {
  private sum: number;
  private count = 1;

  constructor(start: number) {
    this.sum = start;
  }

  get mean(): number {
    return this.sum / this.count;
  }

  add(value: number): void {
    this.sum += value;
    this.count++;
  }
}

/** The simple rules for comparison: shares and means, overall and by the sound of the last utterance. */
class SimpleRules {
  private readonly running = new Map<string, Running>();

  read(key: string, start: number): number {
    return (this.running.get(key) ?? new Running(start)).mean;
  }

  learn(key: string, start: number, value: number): void {
    const running = this.running.get(key) ?? new Running(start);
    running.add(value);
    this.running.set(key, running);
  }
}

export interface Run {
  trials: Trial[];
  model: PredictorModel;
}

/**
 * Takes the sessions in order. For each one, it predicts from its own utterances, records prediction and outcome, then learns.
 * @param frozenAfter the number of sessions after which nothing more is learned
 */
export const runSessions = (sessions: readonly EvaluatedSession[], frozenAfter = Infinity): Run => {
  const prior = priorModel();
  const rules = new SimpleRules();
  const trials: Trial[] = [];
  let model = prior;
  sessions.forEach(({ utterances, outcome, truth }, index) => {
    const example = exampleOf(trajectoryOf(utterances), outcome);
    const callerTones = tonesOf(utterances);
    for (const moment of momentsOf(example)) {
      const { stage, target, features, utterances: heard, observed } = moment;
      const shade = `${stage} ${target} ${shadeOf(callerTones[heard - 1])}`;
      const start = target === 'predicted_csat' ? 3 : target === 'sentiment_forecast' ? 0 : 0.5;
      const { value, interval } = estimate(model, stage, target, features);
      const known = target in (truth ?? {}) ? truth?.[target as ChanceTarget] : undefined;
      trials.push({
        target,
        stage,
        session: index,
        utterances: heard,
        features,
        told: value,
        interval,
        untaught: estimate(prior, stage, target, features).value,
        baseRate: rules.read(target, start),
        lastUtterance: rules.read(shade, start),
        observed,
        ...(known === undefined ? {} : { truth: known }),
      });
      if (index >= frozenAfter) continue;
      rules.learn(shade, start, observed);
      if (stage === 'ended' || target === 'sentiment_forecast') rules.learn(target, start, observed);
    }
    if (index < frozenAfter) model = learn(model, example);
  });
  return { trials, model };
};

const momentsOf = ({ final, onTheWay, outcome }: Example) => {
  const observed = Object.entries(observedTargets(outcome)) as [OutcomeTarget, number][];
  const moment = (stage: Stage, at: Moment, target: Trial['target'], value: number) => ({
    stage,
    ...at,
    target,
    observed: value,
  });
  return [
    ...observed.flatMap(([target, value]) => [
      moment('ended', final, target, value),
      ...onTheWay.map((on) => moment('live', on, target, value)),
    ]),
    ...onTheWay.flatMap((on) =>
      on.followedBy === undefined ? [] : [moment('live', on, 'sentiment_forecast', on.followedBy)],
    ),
  ];
};

/** The valence of the callers' utterances, in order. */
const tonesOf = (utterances: readonly ObservedUtterance[]): number[] =>
  inOrder(utterances).flatMap(({ role, tone }) =>
    role === 'caller' && tone !== undefined ? [tone.valence] : [],
  );

const shadeOf = (valence: number | undefined): string => {
  if (valence === undefined) return 'unheard';
  return valence <= DARK ? 'dark' : valence >= BRIGHT ? 'bright' : 'even';
};

/** Mean squared error of one of a trial's predictions. If the outcome is yes or no, it is the Brier score. */
export const squaredError = (
  trials: readonly Trial[],
  by: 'told' | 'untaught' | 'baseRate' | 'lastUtterance',
): number => mean(trials.map((trial) => (trial[by] - trial.observed) ** 2));

export const logLoss = (trials: readonly Trial[]): number =>
  mean(trials.map(({ told, observed }) => -Math.log(Math.max(1e-6, observed >= 0.5 ? told : 1 - told))));

/** Expected calibration error over bins of equal size: at least 20 trials per bin, at most ten bins. */
export const calibrationError = (trials: readonly Trial[]): number => {
  const bins = groups(trials, Math.max(20, Math.ceil(trials.length / 10)));
  const gaps = bins.map(
    (bin) =>
      bin.length * Math.abs(mean(bin.map(({ told }) => told)) - mean(bin.map(({ observed }) => observed))),
  );
  return gaps.reduce((sum, gap) => sum + gap, 0) / Math.max(1, trials.length);
};

/** The share of values inside their predicted interval. */
export const coverage = (trials: readonly Trial[]): number =>
  mean(trials.map(({ observed, interval }) => inside(observed, interval)));

/** The share of intervals that hold the prediction of `reference`, a model that learned far more from the same organization. */
export const chanceCoverage = (trials: readonly Trial[], references: readonly number[]): number =>
  mean(trials.map(({ interval }, i) => inside(references[i] ?? NaN, interval)));

const inside = (value: number, { low, high }: Trial['interval']) => (value >= low && value <= high ? 1 : 0);

/** Trials in groups of about `size` with nearly the same prediction. */
export const groups = (trials: readonly Trial[], size: number): Trial[][] => {
  const sorted = [...trials].sort((a, b) => a.told - b.told);
  const count = Math.max(1, Math.floor(sorted.length / size));
  return Array.from({ length: count }, (_, i) =>
    sorted.slice(Math.round((i * sorted.length) / count), Math.round(((i + 1) * sorted.length) / count)),
  );
};

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
