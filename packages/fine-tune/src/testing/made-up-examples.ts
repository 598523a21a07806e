import type { DataSet, Example, Reading } from '../example.js';
import { seededRandom } from '../random.js';

export interface MadeUp {
  readonly labels: readonly string[];
  readonly speakers: readonly string[];
  /** The number of examples of each label by each speaker. */
  readonly each: number;
  /** The distance between the labels' centers, in standard deviations of the noise. */
  readonly apart: number;
  /** How far each speaker's embedding is shifted as a whole. */
  readonly accent?: number;
  /** The log odds by which the base model favors the right label; 0: it knows nothing. */
  readonly baseKnows?: number;
  readonly seed: number;
}

const WIDTH = 12;

/** Clouds of points, one for each label, like the embeddings of a network that recognizes something of a label. */
export const madeUp = (wish: MadeUp): DataSet => {
  const { labels, speakers, each, apart, accent = 0, baseKnows = 0, seed } = wish;
  const random = seededRandom(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const accents = new Map(
    speakers.map((speaker) => [speaker, Array.from({ length: WIDTH }, () => accent * normal())]),
  );
  const reading = (label: number, speaker: string): Reading => ({
    embedding: Array.from(
      { length: WIDTH },
      (_, i) => normal() + (i === label ? apart : 0) + (accents.get(speaker)?.[i] ?? 0),
    ),
    base: logOf(labels.map((_, k) => 0.5 * normal() + (k === label ? baseKnows : 0))),
  });
  const examples = speakers.flatMap((speaker) =>
    labels.flatMap((label, k) =>
      Array.from({ length: each }, (_, n): Example => ({
        id: `${speaker}-${label}-${n}`,
        label,
        speaker,
        seconds: 2,
        reading: reading(k, speaker),
        early: [reading(k, speaker)],
      })),
    ),
  );
  return { labels, examples };
};

const logOf = (scores: readonly number[]): number[] => {
  const total = scores.reduce((sum, score) => sum + Math.exp(score), 0);
  return scores.map((score) => score - Math.log(total));
};
