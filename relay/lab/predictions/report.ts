import { CHANCE_TARGETS, type ChanceTarget } from '../../src/domain/predictions/outcome.js';
import { estimate } from '../../src/domain/predictions/predictor.js';
import type { PredictorModel, Stage } from '../../src/domain/predictions/models/prior.js';
import {
  calibrationError,
  chanceCoverage,
  coverage,
  groups,
  mean,
  runSessions,
  squaredError,
  type EvaluatedSession,
  type Trial,
} from './evaluate.js';
import type { SyntheticCall } from './generator.js';
import { SeededRandom } from './random.js';

/** One target at one stage. Errors are mean squared errors. If the outcome is yes or no, that is the Brier score. */
export interface ReportRow {
  stage: Stage;
  target: Trial['target'];
  trials: number;
  observed: number;
  learned: number;
  prior: number;
  baseRate: number;
  lastUtterance: number;
  /** Only for synthetic chances: the error of a predictor that knows the chance behind each outcome. Nothing can be better. */
  oracle?: number;
  /** Only for chances. */
  calibrationError?: number;
  /** For numbers: the share of values inside their interval. */
  coverage?: number;
  /** Only for synthetic chances: the share of intervals that hold the prediction of the reference model. */
  referenceCoverage?: number;
  /**
   * Only for synthetic chances: the share of groups of 25 with nearly the same prediction whose mean true chance lies in the
   * mean interval.
   */
  groupCoverage?: number;
}

const ROWS: readonly [Stage, Trial['target']][] = [
  ...(['ended', 'live'] as const).flatMap((stage): [Stage, Trial['target']][] =>
    [...CHANCE_TARGETS, 'predicted_csat' as const].map((target) => [stage, target]),
  ),
  ['live', 'sentiment_forecast'],
];

/** How many calls with similar predictions form one group, which is compared with its true chance. */
const GROUP = 25;

const isChance = (target: Trial['target']): target is ChanceTarget =>
  CHANCE_TARGETS.some((name) => name === target);

/** Figures per target and stage. Those without a trial are left out. */
export const report = (trials: readonly Trial[], reference?: PredictorModel): ReportRow[] =>
  ROWS.flatMap(([stage, target]) => {
    const own = trials.filter((trial) => trial.stage === stage && trial.target === target);
    if (own.length === 0) return [];
    return [
      {
        stage,
        target,
        trials: own.length,
        observed: mean(own.map(({ observed }) => observed)),
        learned: squaredError(own, 'told'),
        prior: squaredError(own, 'untaught'),
        baseRate: squaredError(own, 'baseRate'),
        lastUtterance: squaredError(own, 'lastUtterance'),
        ...(isChance(target) ? chanceFigures(own, target, reference) : { coverage: coverage(own) }),
      },
    ];
  });

const chanceFigures = (
  trials: readonly Trial[],
  target: ChanceTarget,
  reference: PredictorModel | undefined,
): Partial<ReportRow> => {
  const known = trials.every(({ truth }) => truth !== undefined);
  return {
    ...(known ? { oracle: mean(trials.map(({ truth = NaN, observed }) => (truth - observed) ** 2)) } : {}),
    calibrationError: calibrationError(trials),
    ...(reference === undefined
      ? {}
      : {
          referenceCoverage: chanceCoverage(
            trials,
            trials.map(({ stage, features }) => estimate(reference, stage, target, features).value),
          ),
        }),
    ...(known ? { groupCoverage: mean(groups(trials, GROUP).map(holdsTruth)) } : {}),
  };
};

const holdsTruth = (group: readonly Trial[]): number => {
  const truth = mean(group.map((trial) => trial.truth ?? NaN));
  const low = mean(group.map(({ interval }) => interval.low));
  const high = mean(group.map(({ interval }) => interval.high));
  return truth >= low && truth <= high ? 1 : 0;
};

/** Makes the next synthetic call of a world. */
export type MakeCall = (random: SeededRandom) => SyntheticCall;

/** Calls of one world. The same seed gives the same calls. */
export const generateSessions = (makeCall: MakeCall, count: number, seed: number): EvaluatedSession[] => {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () => {
    const { utterances, outcome, truth } = makeCall(random);
    return {
      utterances,
      outcome,
      truth: {
        escalation_risk: truth.escalated,
        churn_risk: truth.churned,
        resolution_probability: truth.resolved,
      },
    };
  });
};

export interface WorldTest {
  makeCall: MakeCall;
  /** The number of outcomes that are learned, and of later calls from which nothing is learned. */
  outcomes: number;
  tested: number;
  /** Per seed, a model that learned far more from the same organization. Intervals of chances are compared with it. */
  references?: ReadonlyMap<number, PredictorModel>;
  seeds: readonly number[];
}

/** Models that learned from `calls` other calls of the world. */
export const referencesOf = (makeCall: MakeCall, calls: number, seeds: readonly number[]) =>
  new Map(
    seeds.map((seed) => [seed, runSessions(generateSessions(makeCall, calls, seed + REFERENCE_SEED)).model]),
  );

/** Learns from the first calls of a world and reports on the rest, as the mean over the seeds. */
export const testWorld = ({ makeCall, outcomes, tested, references, seeds }: WorldTest): ReportRow[] => {
  const runs = seeds.map((seed) => {
    const { trials } = runSessions(generateSessions(makeCall, outcomes + tested, seed), outcomes);
    return report(
      trials.filter(({ session }) => session >= outcomes),
      references?.get(seed),
    );
  });
  return averaged(runs);
};

/** Far from any seed that a person would choose. */
const REFERENCE_SEED = 1_000_003;

const averaged = (runs: readonly ReportRow[][]): ReportRow[] =>
  (runs[0] ?? []).map((first, row) => {
    const rows = runs.flatMap((run) => run[row] ?? []);
    const average = { ...first };
    for (const key of Object.keys(first) as (keyof ReportRow)[]) {
      if (key === 'stage' || key === 'target') continue;
      average[key] = mean(rows.map((each) => each[key] ?? NaN));
    }
    return average;
  });
