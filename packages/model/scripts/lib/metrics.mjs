/** Scores over predictions. A prediction is {speaker, truth, probabilities} with class indices. */
import { seededRandom } from '../../../../scripts/lib/random.mjs';

export { seededRandom };

export const softmax = (logits, temperature) => {
  const largest = Math.max(...logits);
  const weights = logits.map((logit) => Math.exp((logit - largest) / temperature));
  const total = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / total);
};

/** Index of the largest logit among the allowed classes. */
export const argmax = (logits, allowed) =>
  allowed.reduce((best, index) => (logits[index] > logits[best] ? index : best), allowed[0]);

/** Rows by key, in order of first appearance. */
export function groupBy(rows, key) {
  const groups = new Map();
  for (const row of rows) {
    const name = key(row);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return groups;
}

/** Mean recall over the classes that occur. */
export function unweightedAverageRecall(truths, guesses) {
  const hits = new Map();
  truths.forEach((truth, row) => {
    const cell = hits.get(truth) ?? { hit: 0, all: 0 };
    cell.all += 1;
    cell.hit += guesses[row] === truth ? 1 : 0;
    hits.set(truth, cell);
  });
  const recalls = [...hits.values()].map(({ hit, all }) => hit / all);
  return recalls.reduce((a, b) => a + b, 0) / recalls.length;
}

/** 95 % percentile interval of a score when whole speakers are drawn with replacement. */
export function bootstrapOverSpeakers(rows, score, rounds = 1_000, seed = 20_261_121) {
  const random = seededRandom(seed);
  const bySpeaker = [...groupBy(rows, ({ speaker }) => speaker).values()];
  const scores = Array.from({ length: rounds }, () =>
    score(bySpeaker.flatMap(() => bySpeaker[Math.floor(random() * bySpeaker.length)])),
  ).sort((a, b) => a - b);
  return [scores[Math.floor(rounds * 0.025)], scores[Math.ceil(rounds * 0.975) - 1]];
}

/** Expected calibration error with 15 equal bins (Guo et al. 2017, eq. 3). */
export function calibrationError(confidences, correct, bins = 15) {
  const cells = Array.from({ length: bins }, () => ({ confidence: 0, correct: 0, count: 0 }));
  confidences.forEach((confidence, row) => {
    const cell = cells[Math.min(bins - 1, Math.floor(confidence * bins))];
    cell.confidence += confidence;
    cell.correct += correct[row] ? 1 : 0;
    cell.count += 1;
  });
  return (
    cells.reduce((sum, { confidence, correct: hits }) => sum + Math.abs(confidence - hits), 0) /
    confidences.length
  );
}
