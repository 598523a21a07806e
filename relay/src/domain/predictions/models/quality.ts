import { z } from 'zod';
import { clamp } from '../../call/emotion/smoothing.js';
import { INTERVAL_LEVEL, NORMAL_Z, studentZ, type Interval } from './interval.js';

/** Number of equal bins of the predicted chance. */
const RELIABILITY_BINS = 10;
/** The log loss of a wrong chance of exactly 0 or 1 is infinite. So no chance counts as nearer to 0 than this. */
const LEAST_CHANCE = 1e-6;

const amount = z.number().min(0);
const binSchema = z.strictObject({ count: amount, predicted: amount, observed: amount });
const lossSchema = z.strictObject({ squared: amount, log: amount });

/**
 * Predictions compared with outcomes. Each is scored **before** its outcome is learned (prequentially: Dawid 1984), so that
 * nothing is measured on training data. Sums only.
 */
export const chanceScoreSchema = z.strictObject({
  kind: z.literal('chance'),
  count: amount,
  positives: amount,
  learned: lossSchema,
  prior: lossSchema,
  /** Loss of the share of yes until then, which starts as one yes of two. */
  baseRate: lossSchema,
  bins: z.array(binSchema).length(RELIABILITY_BINS),
  /** Σ over outcomes of the squared gain over the prior, for the interval of the lift. */
  gainSquared: amount.default(0),
});
export type ChanceScore = z.infer<typeof chanceScoreSchema>;

export const numberScoreSchema = z.strictObject({
  kind: z.literal('number'),
  count: amount,
  sum: z.number(),
  learnedSquared: amount,
  priorSquared: amount,
  /** Squared error of the mean until then. */
  meanSquared: amount,
  /** Number of values inside the reported interval. */
  covered: amount,
  gainSquared: amount.default(0),
});
export type NumberScore = z.infer<typeof numberScoreSchema>;

export const freshChanceScore = (): ChanceScore => {
  const loss = { squared: 0, log: 0 };
  return {
    kind: 'chance',
    count: 0,
    positives: 0,
    learned: loss,
    prior: loss,
    baseRate: loss,
    bins: Array.from({ length: RELIABILITY_BINS }, () => ({ count: 0, predicted: 0, observed: 0 })),
    gainSquared: 0,
  };
};

export const freshNumberScore = (): NumberScore => ({
  kind: 'number',
  count: 0,
  sum: 0,
  learnedSquared: 0,
  priorSquared: 0,
  meanSquared: 0,
  covered: 0,
  gainSquared: 0,
});

/**
 * @param learned the prediction
 * @param prior the prediction without any learning
 */
export const scoreChance = (score: ChanceScore, learned: number, prior: number, y: 0 | 1): ChanceScore => {
  const baseRate = (score.positives + 1) / (score.count + 2);
  const add = (loss: z.infer<typeof lossSchema>, chance: number) => ({
    squared: loss.squared + (chance - y) ** 2,
    log: loss.log - Math.log(clamp(y === 1 ? chance : 1 - chance, LEAST_CHANCE, 1)),
  });
  const index = Math.min(RELIABILITY_BINS - 1, Math.floor(learned * RELIABILITY_BINS));
  return {
    ...score,
    count: score.count + 1,
    positives: score.positives + y,
    learned: add(score.learned, learned),
    prior: add(score.prior, prior),
    baseRate: add(score.baseRate, baseRate),
    bins: score.bins.map((bin, i) =>
      i === index
        ? { count: bin.count + 1, predicted: bin.predicted + learned, observed: bin.observed + y }
        : bin,
    ),
    gainSquared: score.gainSquared + ((prior - y) ** 2 - (learned - y) ** 2) ** 2,
  };
};

export const scoreNumber = (
  score: NumberScore,
  learned: { value: number; interval: { low: number; high: number } },
  prior: number,
  y: number,
): NumberScore => {
  const mean = score.count === 0 ? prior : score.sum / score.count;
  const inside = y >= learned.interval.low && y <= learned.interval.high;
  return {
    ...score,
    count: score.count + 1,
    sum: score.sum + y,
    learnedSquared: score.learnedSquared + (learned.value - y) ** 2,
    priorSquared: score.priorSquared + (prior - y) ** 2,
    meanSquared: score.meanSquared + (mean - y) ** 2,
    covered: score.covered + (inside ? 1 : 0),
    gainSquared: score.gainSquared + ((prior - y) ** 2 - (learned.value - y) ** 2) ** 2,
  };
};

export interface ChanceQuality {
  kind: 'chance';
  outcomes: number;
  /** Share of yes. Like every figure, absent without outcomes. */
  baseRate?: number;
  /** Mean squared error of the chance (Brier 1950): 0 is perfect, .25 is a coin toss. */
  brier?: number;
  logLoss?: number;
  /** Share of the Brier score saved against the prior, and below against the running base rate. Negative is worse. */
  liftOverPrior?: number;
  /** 80 %, from two outcomes on. While it contains 0, the outcomes are too few to say whether learning helps. */
  liftOverPriorInterval?: Interval;
  liftOverBaseRate?: number;
  /** Mean gap between predicted and observed, weighted by bin (expected calibration error). */
  calibrationError?: number;
  /** Bins that are not empty. A perfect predictor has `predicted` = `observed`. */
  reliability: {
    low: number;
    high: number;
    count: number;
    predicted: number;
    observed: number;
    /** 80 %, for the share of yes among all sessions with such a prediction. Wide when the bin has few. */
    observedInterval: Interval;
  }[];
}

export interface NumberQuality {
  kind: 'number';
  outcomes: number;
  rootMeanSquaredError?: number;
  liftOverPrior?: number;
  liftOverPriorInterval?: Interval;
  liftOverMean?: number;
  /** Share of outcomes inside the reported interval; it should be `intervalLevel`. */
  coverage?: number;
  intervalLevel: number;
}

export const chanceQuality = (score: ChanceScore): ChanceQuality => {
  const { count, positives, learned, prior, baseRate } = score;
  const reliability = score.bins.flatMap((bin, i) =>
    bin.count === 0
      ? []
      : [
          {
            low: i / RELIABILITY_BINS,
            high: (i + 1) / RELIABILITY_BINS,
            count: bin.count,
            predicted: bin.predicted / bin.count,
            observed: bin.observed / bin.count,
            observedInterval: shareInterval(bin.observed, bin.count),
          },
        ],
  );
  if (count === 0) return { kind: 'chance', outcomes: 0, reliability };
  const gap = reliability.reduce((sum, bin) => sum + bin.count * Math.abs(bin.predicted - bin.observed), 0);
  return {
    kind: 'chance',
    outcomes: count,
    baseRate: positives / count,
    brier: learned.squared / count,
    logLoss: learned.log / count,
    liftOverPrior: lift(learned.squared, prior.squared),
    ...liftInterval(count, learned.squared, prior.squared, score.gainSquared),
    liftOverBaseRate: lift(learned.squared, baseRate.squared),
    calibrationError: gap / count,
    reliability,
  };
};

export const numberQuality = (score: NumberScore): NumberQuality => {
  const { count, learnedSquared, priorSquared, meanSquared, covered } = score;
  if (count === 0) return { kind: 'number', outcomes: 0, intervalLevel: INTERVAL_LEVEL };
  return {
    kind: 'number',
    outcomes: count,
    rootMeanSquaredError: Math.sqrt(learnedSquared / count),
    liftOverPrior: lift(learnedSquared, priorSquared),
    ...liftInterval(count, learnedSquared, priorSquared, score.gainSquared),
    liftOverMean: lift(learnedSquared, meanSquared),
    coverage: covered / count,
    intervalLevel: INTERVAL_LEVEL,
  };
};

const lift = (ours: number, theirs: number) => (theirs > 0 ? 1 - ours / theirs : 0);

/** Interval of the mean gain per outcome by Student's t, as a share of the prior's error; none when it cannot be computed. */
const liftInterval = (
  count: number,
  ours: number,
  theirs: number,
  gainSquared: number,
): { liftOverPriorInterval?: Interval } => {
  if (count < 2 || theirs <= 0) return {};
  const gain = (theirs - ours) / count;
  const variance = Math.max(0, gainSquared / count - gain * gain) * (count / (count - 1));
  const reach = studentZ(count - 1) * Math.sqrt(variance / count);
  const share = (each: number) => (each * count) / theirs;
  return { liftOverPriorInterval: { low: share(gain - reach), high: Math.min(1, share(gain + reach)) } };
};

/** Wilson 1927, "Probable inference, the law of succession, and statistical inference": valid even when all are yes. */
const shareInterval = (yes: number, count: number): Interval => {
  const z2 = NORMAL_Z * NORMAL_Z;
  const share = yes / count;
  const middle = (share + z2 / (2 * count)) / (1 + z2 / count);
  const reach =
    (NORMAL_Z * Math.sqrt((share * (1 - share)) / count + z2 / (4 * count * count))) / (1 + z2 / count);
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
};
