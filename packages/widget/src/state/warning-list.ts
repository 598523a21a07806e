import type { Directive, Warning } from '@undertone/protocol';

/**
 * How long to show a warning about something that is already over, such as a gap. The relay reports a condition once, and again
 * only after it has ended (proto/SPEC.md, RT35). The list shows a condition until it ends.
 */
export const WARNING_TTL_MS = 20_000;
/** The agent can act on only a few things at a time. */
const MAX_SHOWN = 3;
/** More than the number of conditions. The limit keeps a relay with its own codes from filling the memory. */
const MAX_KEPT = 24;
/** The relay clears a sound condition after this much better sound, and may report it again then. */
const BETTER_MS = 2_000;
/** When results are further apart than this, only this much counts: there was something other than sound between them. */
const MAX_SPAN_MS = 1_000;

/** Conditions that last until the call ends, because no message reports their end. */
const UNTIL_OVER: readonly string[] = [
  'wallet_low',
  'session_expiring',
  'consent_missing',
  'model_degraded',
  'sample_rate_mismatch',
  'clock_drift',
  'edge_only',
];

/** Sound conditions. Each function says whether a result shows better sound, at the relay's own limits; undefined: not clear. */
const UNTIL_BETTER: Readonly<Record<string, (directive: Directive) => boolean | undefined>> = {
  low_snr: ({ speech, quality: { snrDb } }) => (speech ? between(snrDb, 10, 15) : undefined),
  audio_clipping: ({ quality: { clipping } }) => between(clipping && -clipping, -0.005, -0.001),
  narrowband_input: ({ quality: { narrowband } }) => (narrowband === undefined ? undefined : !narrowband),
};

/** Conditions that a single result ends: speech ends audio_silent, any result ends idle. */
const UNTIL_HEARD: Readonly<Record<string, (directive: Directive) => boolean>> = {
  audio_silent: ({ speech }) => speech,
  idle: () => true,
};

/** A warning that is in force. */
export interface ActiveWarning {
  /** As the relay sent it. */
  readonly warning: Warning;
  /** On the page's clock; infinite when something other than time ends the warning. */
  readonly expiresAtMs: number;
  /** How much better sound was heard since the last bad sound, and the position on the audio clock of the last clear result. */
  readonly betterMs: number;
  /** Where the last clear result ended, on the audio clock. */
  readonly heardMs: number | undefined;
}

/** Warnings, newest first, one per code and channel. */
export type WarningList = readonly ActiveWarning[];

/** Adds or prolongs a warning. A repeat keeps its place, so that the list does not jump. */
export const addWarning = (list: WarningList, warning: Warning, nowMs: number): WarningList => {
  const { code } = warning;
  const lasts = UNTIL_OVER.includes(code) || code in UNTIL_BETTER || code in UNTIL_HEARD;
  const expiresAtMs = lasts ? Infinity : nowMs + WARNING_TTL_MS;
  const entry: ActiveWarning = { warning, expiresAtMs, betterMs: 0, heardMs: undefined };
  const isSame = ({ warning: other }: ActiveWarning): boolean =>
    other.code === code && other.detail['channel'] === warning.detail['channel'];
  return list.some(isSame)
    ? list.map((other) => (isSame(other) ? entry : other))
    : [entry, ...list].slice(0, MAX_KEPT);
};

/** Removes expired warnings. Returns the same list when none has expired. */
export const expireWarnings = (list: WarningList, nowMs: number): WarningList =>
  list.some((entry) => entry.expiresAtMs <= nowMs) ? list.filter((entry) => entry.expiresAtMs > nowMs) : list;

/** Updates the warnings after a result, which shows the current sound of its channel. */
export const withHeard = (list: WarningList, directive: Directive): WarningList => {
  if (list.length === 0) return list;
  return list.flatMap((entry) => {
    const { code, detail } = entry.warning;
    const channel = detail['channel'] ?? directive.channel;
    if (code !== 'idle' && String(channel) !== String(directive.channel)) return [entry];
    if (UNTIL_HEARD[code]?.(directive) === true) return [];
    const isBetter = UNTIL_BETTER[code]?.(directive);
    if (isBetter === undefined) return [entry];
    const next = isBetter ? better(entry, directive.audioEndMs) : { ...entry, betterMs: 0 };
    return next.betterMs >= BETTER_MS ? [] : [{ ...next, heardMs: directive.audioEndMs }];
  });
};

/** Removes `idle`: in a pause, silence does not end the call. */
export const withoutIdle = (list: WarningList): WarningList =>
  list.filter(({ warning }) => warning.code !== 'idle');

/** The warnings to show. A code that holds on several channels appears once. */
export const shownWarnings = (list: WarningList): WarningList =>
  list
    .filter(({ warning }, at) => list.findIndex((other) => other.warning.code === warning.code) === at)
    .slice(0, MAX_SHOWN);

/** When the list next changes by itself; undefined if never. */
export const nextWarningChangeMs = (list: WarningList): number | undefined => {
  const next = Math.min(...list.map((entry) => entry.expiresAtMs));
  return next === Infinity ? undefined : next;
};

const better = (entry: ActiveWarning, audioEndMs: number): ActiveWarning => {
  const spanMs = Math.min(MAX_SPAN_MS, Math.max(0, audioEndMs - (entry.heardMs ?? audioEndMs)));
  return { ...entry, betterMs: entry.betterMs + spanMs };
};

/** True at or above `good`, false at or below `bad`, undefined between them. */
const between = (value: number | undefined, bad: number, good: number): boolean | undefined => {
  if (value === undefined || (value > bad && value < good)) return undefined;
  return value >= good;
};
