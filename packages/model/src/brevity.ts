/**
 * What speech that has just begun still lacks. Statistics of a moment are not those of a whole utterance: they are off by
 * `shift`, times `1 / seconds − 1 / wholeSeconds`.
 */
export interface Brevity {
  /** [embeddingSize] for each unit of `1 / seconds`. */
  readonly shift: readonly number[];
  /** Anything shorter counts as so long: nothing shorter was heard when `shift` was fitted. */
  readonly leastSeconds: number;
  /** From this length on nothing is missing. */
  readonly wholeSeconds: number;
}

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
  if (brief === undefined || seconds >= brief.wholeSeconds) return embedding;
  const missing = 1 / Math.max(brief.leastSeconds, seconds) - 1 / brief.wholeSeconds;
  return Float64Array.from(embedding, (value, d) => value - missing * (brief.shift[d] ?? 0));
};
