export interface Scored {
  readonly speaker: string;
}
export function softmax(logits: readonly number[], temperature: number): number[];
export function argmax(logits: readonly number[], allowed: readonly number[]): number;
export function groupBy<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]>;
export function unweightedAverageRecall(truths: readonly number[], guesses: readonly number[]): number;
export function seededRandom(seed: number): () => number;
export function bootstrapOverSpeakers<T extends Scored>(
  rows: readonly T[],
  score: (rows: readonly T[]) => number,
  rounds?: number,
  seed?: number,
): [number, number];
export function calibrationError(
  confidences: readonly number[],
  correct: readonly boolean[],
  bins?: number,
): number;
