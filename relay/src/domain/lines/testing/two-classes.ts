import type { LinearGaussian } from '@undertone/model';

/** A reader's classifier of two classes at a distance of four in the first of two coordinates. */
export const twoClasses: LinearGaussian = {
  kind: 'linear-gaussian/1',
  heads: [
    {
      name: 'shared',
      start: 0,
      size: 2,
      classes: [0, 1],
      means: [
        [-2, 0],
        [2, 0],
      ],
      line: [9, 4],
      voice: [0.5, 0.25],
      disagreement: [0, 0],
      temperature: 1,
      calibration: 1,
    },
  ],
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
};
