/** Error rates of trials {enrol, trial, corpus, same, score} and their intervals over speakers. */
import { seededRandom } from './speech.mjs';

/**
 * Weight of every trial, so that each speaker counts alike: a speaker's own trials weigh 1 in all, and so do
 * the trials in which others claim to be that speaker.
 */
function weightsOf(trials) {
  const counts = new Map();
  const key = ({ enrol, same }) => `${same} ${enrol}`;
  for (const trial of trials) counts.set(key(trial), (counts.get(key(trial)) ?? 0) + 1);
  return trials.map((trial) => 1 / counts.get(key(trial)));
}

/** Rate at which misses and false accepts are equal, of trials sorted by rising score. */
function sortedEqualError(sorted, weights) {
  let [same, other] = [0, 0];
  sorted.forEach((trial, n) => {
    if (trial.same) same += weights[n];
    else other += weights[n];
  });
  let [missed, accepted, best] = [0, other, Infinity];
  let rate = NaN;
  for (let n = 0; n < sorted.length; n += 1) {
    if (sorted[n].same) missed += weights[n];
    else accepted -= weights[n];
    const gap = Math.abs(missed / same - accepted / other);
    if (gap < best) [best, rate] = [gap, (missed / same + accepted / other) / 2];
  }
  return rate;
}

/** Equal error rate with its 95 % interval from a bootstrap over speakers, in percent. */
export function equalError(trials, rounds = 200, seed = 11) {
  const sorted = [...trials].sort((a, b) => a.score - b.score);
  const weights = weightsOf(sorted);
  const rate = 100 * sortedEqualError(sorted, weights);
  const speakers = [...new Set(sorted.flatMap(({ enrol, trial }) => [enrol, trial]))];
  const random = seededRandom(seed);
  const rates = [];
  for (let round = 0; round < rounds; round += 1) {
    const drawn = new Map();
    for (let n = 0; n < speakers.length; n += 1) {
      const speaker = speakers[Math.floor(random() * speakers.length)];
      drawn.set(speaker, (drawn.get(speaker) ?? 0) + 1);
    }
    const times = sorted.map(({ enrol, trial, same }, n) => {
      const first = drawn.get(enrol) ?? 0;
      return weights[n] * (same ? first : first * (drawn.get(trial) ?? 0));
    });
    const value = sortedEqualError(sorted, times);
    if (Number.isFinite(value)) rates.push(100 * value);
  }
  rates.sort((a, b) => a - b);
  const at = (share) => rates[Math.min(rates.length - 1, Math.floor(share * rates.length))];
  return { rate, low: at(0.025), high: at(0.975), speakers: speakers.length, trials: trials.length };
}

/**
 * Cost of the log-likelihood ratios in bits: 0 is perfect, 1 says nothing (Brümmer & du Preez 2006, eq. 11).
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

/** Share of the trials of other people that reach a threshold, and of the same person's that do not, percent. */
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
