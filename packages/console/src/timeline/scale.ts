/** Where a moment of a call lies on the time axis, in percent: a drawing without a view box keeps its text readable at every width. */
export const placeOf = (seconds: number, durationS: number): string =>
  `${(Math.min(1, Math.max(0, seconds / Math.max(durationS, 0.001))) * 100).toFixed(2)}%`;

const STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600];

/** Round moments for a time axis, at most `most` of them. */
export const ticksOf = (durationS: number, most = 6): readonly number[] => {
  const step =
    STEPS_S.find((seconds) => durationS / seconds <= most) ?? Math.ceil(durationS / most / 3_600) * 3_600;
  return Array.from({ length: Math.floor(durationS / step) + 1 }, (_, index) => index * step);
};
