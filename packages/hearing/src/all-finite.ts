/** One pass without a call per number: 0 times a number is 0, and 0 times NaN or infinity is NaN. */
export const allFinite = (values: Float32Array): boolean => {
  let zero = 0;
  for (let i = 0; i < values.length; i++) zero += 0 * (values[i] ?? 0);
  return zero === 0;
};
