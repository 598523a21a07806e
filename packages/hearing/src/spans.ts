/** The longest chunk that is analyzed at once, ms. Results are at most this far apart. */
export const LONGEST_INTERVAL_MS = 1_000;
/** The shortest chunk, ms: one block of the model. */
export const SHORTEST_INTERVAL_MS = 50;

/** Rounds an interval to whole model blocks within the limits. */
export const wholeInterval = (intervalMs: number, blockMs: number): number => {
  const inRange = Math.min(LONGEST_INTERVAL_MS, Math.max(SHORTEST_INTERVAL_MS, intervalMs));
  return Math.min(Math.ceil(inRange / blockMs), Math.floor(LONGEST_INTERVAL_MS / blockMs)) * blockMs;
};
