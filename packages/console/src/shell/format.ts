const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });

/** Formats an API time for people; a dash when there is none. */
export const formatDate = (iso: string | null | undefined): string =>
  iso === null || iso === undefined ? '–' : date.format(new Date(iso));

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** Formats an API time to the second. */
export const formatMoment = (iso: string): string => moment.format(new Date(iso));

export const formatNumber = (value: number): string => whole.format(value);

/** Formats seconds of audio as seconds, minutes and seconds, or hours and minutes. */
export const formatDuration = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${whole.format(seconds)} s`;
  if (minutes < 60) return `${minutes} min ${whole.format(seconds % 60)} s`;
  return `${whole.format(Math.floor(minutes / 60))} h ${minutes % 60} min`;
};
