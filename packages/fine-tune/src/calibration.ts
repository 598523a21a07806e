import { balancedLogLoss, softmaxAt } from './metrics.js';

/** The scores of a held-out example and its true label. */
export interface ScoredExample {
  readonly truth: number;
  readonly scores: readonly number[];
}

const COLDEST = 0.25;
const HOTTEST = 8;
const STEPS = 40;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * The temperature at which held-out scores are most likely (Guo et al. 2017, section 4.2), by golden-section
 * search over its logarithm: the loss is convex in 1 / temperature, so it has one minimum.
 */
export const fitTemperature = (examples: readonly ScoredExample[]): number => {
  const lossAt = (log: number): number =>
    balancedLogLoss(
      examples.map(({ truth, scores }) => ({ truth, probabilities: softmaxAt(scores, Math.exp(log)) })),
    );
  let low = Math.log(COLDEST);
  let high = Math.log(HOTTEST);
  for (let step = 0; step < STEPS; step++) {
    const left = high - GOLDEN * (high - low);
    const right = low + GOLDEN * (high - low);
    if (lossAt(left) <= lossAt(right)) high = right;
    else low = left;
  }
  return Math.exp((low + high) / 2);
};
