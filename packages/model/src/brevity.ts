/**
 * What speech that has just begun still lacks. Statistics of a moment are not those of a whole utterance: they are off by
 * `shift`, times `1 / seconds − 1 / wholeSeconds`, and less of what they tell is right.
 */
export interface Brevity {
  /** [embeddingSize] for each unit of `1 / seconds`. Without it, nothing. */
  readonly shift?: readonly number[];
  /** By how much the temperature of the classes grows for each unit of `1 / seconds`, as a share. Without it, by nothing. */
  readonly softening?: number;
  /** Anything shorter counts as so long: nothing shorter was heard when this was fitted. */
  readonly leastSeconds: number;
  /** From this length on nothing is missing. */
  readonly wholeSeconds: number;
}

const missingOf = ({ leastSeconds, wholeSeconds }: Brevity, seconds: number): number =>
  Math.max(0, 1 / Math.max(leastSeconds, seconds) - 1 / wholeSeconds);

/**
 * An embedding as that of a whole utterance.
 *
 * @param brief of the classifier; without it, the embedding stays as it is
 * @param embedding of the model
 * @param seconds of speech in it
 * @returns a new list, or the same one where nothing is missing
 */
export const asWhole = (
  brief: Brevity | undefined,
  embedding: ArrayLike<number>,
  seconds: number,
): ArrayLike<number> => {
  const { shift } = brief ?? {};
  const missing = brief === undefined ? 0 : missingOf(brief, seconds);
  if (shift === undefined || missing === 0) return embedding;
  // `Float64Array.from` with a function takes twenty times as long, and every stream asks twice a second.
  const whole = new Float64Array(embedding.length);
  for (let d = 0; d < whole.length; d++) whole[d] = (embedding[d] ?? 0) - missing * (shift[d] ?? 0);
  return whole;
};

/** What divides the logarithms of the classes' probabilities: 1 of a whole utterance, more of one that has just begun. */
export const temperatureOf = (brief: Brevity | undefined, seconds: number): number =>
  brief?.softening === undefined ? 1 : 1 + brief.softening * missingOf(brief, seconds);
