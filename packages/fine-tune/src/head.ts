/**
 * A classifier on the frozen network's embedding. For label k the score is
 * `trust · base_k + weights_k · (embedding − mean) / scale + bias_k`, where `base_k` is the base model's own log
 * probability of the label. With zero weights it is the base model; training moves it away only as far as the
 * samples support it.
 */
export interface Head {
  /** Their order applies to everything else here. */
  readonly labels: readonly string[];
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  /** The weight of the base model's own opinion. */
  readonly trust: number;
  /** [labels][embedding size] */
  readonly weights: readonly (readonly number[])[];
  readonly bias: readonly number[];
  /** Divides the scores before softmax; fitted on held-out predictions. */
  readonly temperature: number;
}

/** The scores of one embedding, before temperature and softmax. */
export const scoresOf = (
  head: Pick<Head, 'mean' | 'scale' | 'trust' | 'weights' | 'bias'>,
  embedding: ArrayLike<number>,
  base: ArrayLike<number>,
): number[] =>
  head.weights.map((weights, k) => {
    let score = head.trust * (base[k] ?? 0) + (head.bias[k] ?? 0);
    for (let i = 0; i < weights.length; i++) {
      score += ((weights[i] ?? 0) * ((embedding[i] ?? 0) - (head.mean[i] ?? 0))) / (head.scale[i] ?? 1);
    }
    return score;
  });

/** The probabilities of scores at a temperature. The largest score is subtracted first, so that nothing overflows. */
export const softmaxAt = (scores: readonly number[], temperature: number): number[] => {
  const top = Math.max(...scores);
  const powers = scores.map((score) => Math.exp((score - top) / temperature));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
};

/** The calibrated probability of each label; they sum to 1. */
export const applyHead = (head: Head, embedding: ArrayLike<number>, base: ArrayLike<number>): number[] =>
  softmaxAt(scoresOf(head, embedding, base), head.temperature);
