/**
 * How much less sure a reader is of what it hears on a line of which it knows nothing. Heads are calibrated with what was learned of
 * a line: of the first clips on one like none that the reader learned from, less is right than they say.
 */
export interface Strangeness {
  /** What is added to the heads' calibration while nothing was heard on a line that is none of the known ones. */
  readonly softening: number;
  /** Clips after which half of that is left. */
  readonly clips: number;
}

/**
 * @param strange of the classifier; without it, nothing is added
 * @param unknown how far the line is none of the known ones, 0 to 1
 * @param clips how many were heard on it
 */
export const softeningOf = (strange: Strangeness | undefined, unknown: number, clips: number): number =>
  strange === undefined ? 0 : (strange.softening * unknown * strange.clips) / (strange.clips + clips);
