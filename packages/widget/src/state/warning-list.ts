import type { Warning } from '@undertone/protocol';

/** A condition is repeated by the relay while it lasts; without a repeat it is over after this long. */
export const WARNING_TTL_MS = 20_000;
/** The agent can act on few things at a time. */
const MAX_WARNINGS = 3;

/** A warning on screen. */
export interface ActiveWarning {
  readonly warning: Warning;
  readonly expiresAtMs: number;
}

/** Warnings, newest first, one per code. */
export type WarningList = readonly ActiveWarning[];

/** Adds a warning or prolongs it. A repeat keeps its place, so that the list does not jump. */
export function addWarning(list: WarningList, warning: Warning, nowMs: number): WarningList {
  const entry: ActiveWarning = { warning, expiresAtMs: nowMs + WARNING_TTL_MS };
  if (list.some((other) => other.warning.code === warning.code)) {
    return list.map((other) => (other.warning.code === warning.code ? entry : other));
  }
  return [entry, ...list].slice(0, MAX_WARNINGS);
}

/** Drops what is over. Returns the same list when nothing is. */
export function expireWarnings(list: WarningList, nowMs: number): WarningList {
  return list.some((entry) => entry.expiresAtMs <= nowMs)
    ? list.filter((entry) => entry.expiresAtMs > nowMs)
    : list;
}

/** When the list next changes by itself, if ever. */
export function nextWarningChangeMs(list: WarningList): number | undefined {
  return list.length === 0 ? undefined : Math.min(...list.map((entry) => entry.expiresAtMs));
}
