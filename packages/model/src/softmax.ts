/**
 * Softmax of `logits / temperature`.
 *
 * Temperature scaling: Guo et al. 2017, "On calibration of modern neural networks", eq. 9.
 *
 * @param logits finite numbers, one per class
 * @param temperature above 0; above 1 softens, the order stays
 * @returns probabilities summing to 1
 */
export const softmax = (logits: ArrayLike<number>, temperature: number): Float64Array => {
  const weights = new Float64Array(logits.length);
  let largest = -Infinity;
  for (let i = 0; i < weights.length; i++) {
    const scaled = (logits[i] ?? 0) / temperature;
    weights[i] = scaled;
    largest = Math.max(largest, scaled);
  }
  let total = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = Math.exp((weights[i] ?? 0) - largest);
    weights[i] = weight;
    total += weight;
  }
  for (let i = 0; i < weights.length; i++) weights[i] = (weights[i] ?? 0) / total;
  return weights;
};
