import type { ProsodySummary } from '@undertone/prosody';

/** Speech without a pause has pauses of 0 seconds, as the interface promises a number. Without speech nothing was measured. */
export const prosodyOf = (prosody: ProsodySummary | undefined): ProsodySummary | null => {
  if (prosody === undefined) return null;
  const { rhythm, energy } = prosody;
  const isWithoutPause = rhythm.pause_rate === 0 && energy.mean !== null;
  if (!isWithoutPause || rhythm.average_pause_duration !== null) return prosody;
  return { ...prosody, rhythm: { ...rhythm, average_pause_duration: 0 } };
};
