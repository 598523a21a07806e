import type { GaussianHead, LinearGaussian } from '../linear-gaussian.js';

/** Two classes at a distance of four in the first coordinate, and a line that shifts both coordinates. */
export const twoClassHead = (more: Partial<GaussianHead> = {}): GaussianHead => ({
  name: 'shared',
  start: 0,
  size: 2,
  classes: [0, 1],
  means: [
    [-2, 0],
    [2, 0],
  ],
  line: [9, 9],
  voice: [0.5, 0.5],
  disagreement: [0, 0],
  temperature: 1,
  calibration: 1,
  ...more,
});

/** A classifier of such heads. */
export const twoClasses = (heads: LinearGaussian['heads'] = [twoClassHead()]): LinearGaussian => ({
  kind: 'linear-gaussian/1',
  heads,
  anything: [10, 10],
  gateSlope: 1,
  doubt: 1,
  clipWeight: 0.5,
  clipSeconds: 2,
  vad: [
    [0.1, 0],
    [0, 0],
    [0, 0],
  ],
});
