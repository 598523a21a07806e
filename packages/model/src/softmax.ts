/**
 * Softmax of `logits / temperature`.
 *
 * Temperature scaling: Guo et al. 2017, "On calibration of modern neural networks", eq. 9.
 *
 * @param logits finite numbers, one per class
 * @param temperature above 0; above 1 softens, the order stays
 * @returns probabilities summing to 1
 */
export function softmax(logits: ArrayLike<number>, temperature: number): Float64Array {
  const scaled = Float64Array.from(logits, (logit) => logit / temperature);
  const largest = scaled.reduce((a, b) => Math.max(a, b), -Infinity);
  const weights = scaled.map((value) => Math.exp(value - largest));
  const total = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / total);
}
