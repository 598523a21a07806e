import { locale } from '../language/language.js';
import { t } from '../language/text.js';
const date = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' });
const whole = new Intl.NumberFormat(locale(), { maximumFractionDigits: 0 });

/** Formats an API time for people; a dash when there is none. */
export const formatDate = (iso: string | null | undefined): string =>
  iso === null || iso === undefined ? '–' : date.format(new Date(iso));

const moment = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' });

/** Formats an API time to the second. */
export const formatMoment = (iso: string): string => moment.format(new Date(iso));

/** A formatted number as people read it: with a minus sign instead of a hyphen, and none where nothing but zeros is shown. */
export const withMinus = (figure: string): string => figure.replace('-', /[1-9]/.test(figure) ? '−' : '');

export const formatNumber = (value: number): string => withMinus(whole.format(value));

const threshold = new Intl.NumberFormat(locale(), { maximumFractionDigits: 4 });

/** A number as it was set, such as a threshold. */
export const formatThreshold = (value: number): string => withMinus(threshold.format(value));

const decimals = new Map<number, Intl.NumberFormat>();

/** A number with exactly so many digits after the decimal sign. */
export const decimal = (value: number, digits: number): string => {
  const made =
    decimals.get(digits) ??
    new Intl.NumberFormat(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  decimals.set(digits, made);
  return withMinus(made.format(value));
};

/** Formats seconds of audio as seconds, minutes and seconds, or hours and minutes. */
export const formatDuration = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${whole.format(seconds)} s`;
  if (minutes < 60) return t('{minutes} min {seconds} s', { minutes, seconds: whole.format(seconds % 60) });
  return t('{hours} h {minutes} min', {
    hours: whole.format(Math.floor(minutes / 60)),
    minutes: minutes % 60,
  });
};
