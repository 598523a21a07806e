/** Modified Bessel function of the first kind, order 0, by its power series. */
const besselI0 = (x: number): number => {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > 1e-16 * sum; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
};

/** Kaiser window at `x` (−1 … 1 from edge to edge, 1 in the middle). */
export const kaiser = (x: number, beta: number): number =>
  Math.abs(x) > 1 ? 0 : besselI0(beta * Math.sqrt(1 - x * x)) / besselI0(beta);
