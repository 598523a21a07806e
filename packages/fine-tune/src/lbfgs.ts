/** A smooth function: its value at `point`, and its gradient written into `gradient`. */
export type Objective = (point: Float64Array, gradient: Float64Array) => number;

export interface MinimizeOptions {
  readonly maxIterations: number;
  /** The search ends when no component of the gradient is larger. */
  readonly gradientTolerance?: number;
  /** Called for every accepted point, with its number from 1; false ends the search. Do not keep the array. */
  readonly onIteration?: (point: Float64Array, iteration: number) => boolean;
}

export interface Minimum {
  readonly point: Float64Array;
  readonly value: number;
  readonly iterations: number;
}

/** The number of step pairs that approximate the curvature. */
const MEMORY = 10;
/** Sufficient decrease (Nocedal & Wright 2006, eq. 3.4). */
const ARMIJO = 1e-4;
const MAX_HALVINGS = 40;

interface Pair {
  readonly step: Float64Array;
  readonly change: Float64Array;
  readonly rho: number;
}

/**
 * Minimizes a smooth function by L-BFGS (Nocedal & Wright 2006, algorithm 7.4 and 7.5) with backtracking. For
 * convex functions, such as the regularized log-loss; pairs without positive curvature are skipped.
 * @throws RangeError when the function is not finite at the start
 */
export const minimize = (objective: Objective, start: Float64Array, options: MinimizeOptions): Minimum => {
  const { maxIterations, gradientTolerance = 1e-6, onIteration } = options;
  let point = start.slice();
  let gradient = new Float64Array(point.length);
  let value = objective(point, gradient);
  if (!Number.isFinite(value)) throw new RangeError('the function is not finite where the search begins');
  const pairs: Pair[] = [];
  let iterations = 0;
  while (iterations < maxIterations && largest(gradient) > gradientTolerance) {
    const direction = descent(gradient, pairs);
    const slope = dot(direction, gradient);
    if (slope >= 0) break;
    const found = lineSearch(
      objective,
      point,
      value,
      direction,
      slope,
      pairs.length === 0 ? gradient : undefined,
    );
    if (found === undefined) break;
    remember(pairs, point, gradient, found);
    ({ point, gradient, value } = found);
    iterations++;
    if (onIteration?.(point, iterations) === false) break;
  }
  return { point, value, iterations };
};

interface Probe {
  readonly point: Float64Array<ArrayBuffer>;
  readonly gradient: Float64Array<ArrayBuffer>;
  readonly value: number;
}

/** The first step is at most of unit length, because nothing is known of the curvature yet. */
const lineSearch = (
  objective: Objective,
  from: Float64Array,
  value: number,
  direction: Float64Array,
  slope: number,
  firstGradient: Float64Array | undefined,
): Probe | undefined => {
  let size = firstGradient === undefined ? 1 : Math.min(1, 1 / Math.sqrt(dot(firstGradient, firstGradient)));
  for (let attempt = 0; attempt < MAX_HALVINGS; attempt++, size /= 2) {
    const point = new Float64Array(from.length);
    for (let i = 0; i < point.length; i++) point[i] = (from[i] ?? 0) + size * (direction[i] ?? 0);
    const gradient = new Float64Array(from.length);
    const reached = objective(point, gradient);
    if (reached <= value + ARMIJO * size * slope) return { point, gradient, value: reached };
  }
  return undefined;
};

/** The two loops of algorithm 7.4. */
const descent = (gradient: Float64Array, pairs: readonly Pair[]): Float64Array => {
  const direction = gradient.map((value) => -value);
  const weights: number[] = [];
  for (let i = pairs.length - 1; i >= 0; i--) {
    const { step, change, rho } = at(pairs, i);
    const weight = rho * dot(step, direction);
    weights[i] = weight;
    addScaled(direction, change, -weight);
  }
  const last = pairs.at(-1);
  if (last !== undefined) {
    const scale = 1 / (last.rho * dot(last.change, last.change));
    for (let i = 0; i < direction.length; i++) direction[i] = (direction[i] ?? 0) * scale;
  }
  pairs.forEach(({ step, change, rho }, i) => {
    addScaled(direction, step, (weights[i] ?? 0) - rho * dot(change, direction));
  });
  return direction;
};

const remember = (pairs: Pair[], point: Float64Array, gradient: Float64Array, next: Probe): void => {
  const step = next.point.map((value, i) => value - (point[i] ?? 0));
  const change = next.gradient.map((value, i) => value - (gradient[i] ?? 0));
  const curvature = dot(step, change);
  if (curvature <= 1e-12) return;
  pairs.push({ step, change, rho: 1 / curvature });
  if (pairs.length > MEMORY) pairs.shift();
};

const at = (pairs: readonly Pair[], i: number): Pair => {
  const pair = pairs[i];
  if (pair === undefined) throw new RangeError('there is no such pair');
  return pair;
};

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
};

const addScaled = (target: Float64Array, source: Float64Array, factor: number): void => {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) + factor * (source[i] ?? 0);
};

const largest = (values: Float64Array): number => {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
};
