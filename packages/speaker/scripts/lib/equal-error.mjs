/** Error rates of trials {enroll, trial, corpus, same, score} and their intervals over speakers. */
import { seededRandom } from './speech.mjs';

/**
 * The weight of every trial, so that each speaker counts the same: the weights of a speaker's own trials sum
 * to 1, and so do the weights of the trials in which others claim to be that speaker.
 */
function weightsOf(trials) {
  const counts = new Map();
  const key = ({ enroll, same }) => `${same} ${enroll}`;
  for (const trial of trials) counts.set(key(trial), (counts.get(key(trial)) ?? 0) + 1);
  return trials.map((trial) => 1 / counts.get(key(trial)));
}

/**
 * The rate at which misses and false accepts are equal. Trials are sorted by rising score; `owners` is 1 when
 * both sides are one person.
 */
function sortedEqualError(owners, weights) {
  let [same, other] = [0, 0];
  for (let n = 0; n < owners.length; n += 1) {
    if (owners[n] === 1) same += weights[n];
    else other += weights[n];
  }
  let [missed, accepted, best] = [0, other, Infinity];
  let rate = NaN;
  for (let n = 0; n < owners.length; n += 1) {
    if (owners[n] === 1) missed += weights[n];
    else accepted -= weights[n];
    const gap = Math.abs(missed / same - accepted / other);
    if (gap < best) [best, rate] = [gap, (missed / same + accepted / other) / 2];
  }
  return rate;
}

/** The equal error rate with its 95 % interval from a bootstrap over speakers, in percent. */
export function equalError(trials, rounds = 200, seed = 11) {
  const sorted = [...trials].sort((a, b) => a.score - b.score);
  const owners = Uint8Array.from(sorted, ({ same }) => (same ? 1 : 0));
  const weights = Float64Array.from(weightsOf(sorted));
  const rate = 100 * sortedEqualError(owners, weights);
  const speakers = [...new Set(sorted.flatMap(({ enroll, trial }) => [enroll, trial]))];
  const numbers = new Map(speakers.map((speaker, n) => [speaker, n]));
  const [enrolls, tries] = ['enroll', 'trial'].map((side) =>
    Uint16Array.from(sorted, (trial) => numbers.get(trial[side])),
  );
  const random = seededRandom(seed);
  const [drawn, times] = [new Float64Array(speakers.length), new Float64Array(sorted.length)];
  const rates = [];
  for (let round = 0; round < rounds; round += 1) {
    drawn.fill(0);
    for (let n = 0; n < speakers.length; n += 1) drawn[Math.floor(random() * speakers.length)] += 1;
    for (let n = 0; n < times.length; n += 1) {
      const first = drawn[enrolls[n]];
      times[n] = weights[n] * (owners[n] === 1 ? first : first * drawn[tries[n]]);
    }
    const value = sortedEqualError(owners, times);
    if (Number.isFinite(value)) rates.push(100 * value);
  }
  rates.sort((a, b) => a - b);
  const at = (share) => rates[Math.min(rates.length - 1, Math.floor(share * rates.length))];
  return { rate, low: at(0.025), high: at(0.975), speakers: speakers.length, trials: trials.length };
}

/**
 * The least cost of decisions at any one threshold, where so few trials are of the owner and a miss costs as much as a false accept; 1 is
 * what always saying no costs (NIST 2016 Speaker Recognition Evaluation Plan, section 3.1).
 */
export function leastDetectionCost(trials, prior = 0.01) {
  const sorted = [...trials].sort((a, b) => a.score - b.score);
  const weights = weightsOf(sorted);
  const total = (wanted) => sorted.reduce((sum, { same }, n) => sum + (same === wanted ? weights[n] : 0), 0);
  const [same, other] = [total(true), total(false)];
  let [missed, accepted, least] = [0, other, Math.min(1, (1 - prior) / prior)];
  for (const [n, trial] of sorted.entries()) {
    if (trial.same) missed += weights[n];
    else accepted -= weights[n];
    const next = sorted[n + 1];
    if (next !== undefined && next.score === trial.score) continue;
    least = Math.min(least, missed / same + (((1 - prior) / prior) * accepted) / other);
  }
  return least;
}

/**
 * The cost of the log-likelihood ratios in bits: 0 is perfect, 1 carries no information (Brümmer & du Preez
 * 2006, eq. 11).
 */
export function likelihoodCost(trials) {
  const weights = weightsOf(trials);
  const side = (wanted) => {
    let [sum, total] = [0, 0];
    trials.forEach(({ same, score }, n) => {
      if (same !== wanted) return;
      sum += weights[n] * Math.log2(1 + Math.exp(wanted ? -score : score));
      total += weights[n];
    });
    return sum / total;
  };
  return (side(true) + side(false)) / 2;
}

/** The share of the trials of other people that reach a threshold, and of the same person's that do not, in percent. */
export function errorsAt(trials, threshold) {
  const weights = weightsOf(trials);
  const share = (wanted, wrong) => {
    let [sum, total] = [0, 0];
    trials.forEach((trial, n) => {
      if (trial.same !== wanted) return;
      total += weights[n];
      if (wrong(trial.score)) sum += weights[n];
    });
    return (100 * sum) / total;
  };
  return {
    accepted: share(false, (score) => score >= threshold),
    missed: share(true, (score) => score < threshold),
  };
}
