const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });

/** A moment of the API as people write it; a dash where there is none. */
export const formatDate = (iso: string | null | undefined): string =>
  iso === null || iso === undefined ? '–' : date.format(new Date(iso));

export const formatNumber = (value: number): string => whole.format(value);

/** Seconds of audio as hours and minutes. */
export const formatDuration = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${whole.format(seconds)} s`;
  if (minutes < 60) return `${minutes} min ${whole.format(seconds % 60)} s`;
  return `${whole.format(Math.floor(minutes / 60))} h ${minutes % 60} min`;
};
