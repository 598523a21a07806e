import type { AgentSteering, Cue } from '@undertone/protocol';

/** A snoozed cue comes back after this long, unless something newer replaced it. */
export const SNOOZE_MS = 60_000;
/** Cues without a time to live of their own are taken away after this long. */
const DEFAULT_TTL_MS = 30_000;
/** More than this on screen at once would hide the customer's own line. */
const MAX_VISIBLE = 2;

/** A cue and when it is shown. Times are milliseconds of the page's monotonic clock. */
export interface ActiveCue {
  readonly cueId: string;
  readonly cue: Cue;
  readonly reason: string;
  readonly evidence: readonly string[];
  /** The speaker the cue is about. Older relays do not send it. */
  readonly speakerId: string | undefined;
  readonly channel: number | undefined;
  /** First time on screen: feedback counts from here. */
  readonly shownAtMs: number;
  /** Hidden until then when snoozed. */
  readonly visibleFromMs: number;
  readonly expiresAtMs: number;
}

/** The cues of a call, newest first. */
export type CueQueue = readonly ActiveCue[];

/**
 * Takes in a steering message: what it supersedes goes, a voice's return to the normal mode clears what was said of that
 * voice, and its own cue, where it has one, becomes the newest.
 */
export const addSteering = (queue: CueQueue, steering: AgentSteering, nowMs: number): CueQueue => {
  const rest = queue.filter(
    (entry) =>
      entry.cueId !== steering.cueId &&
      entry.cueId !== steering.supersedes &&
      !(steering.mode === 'normal' && isSameVoice(entry, steering)),
  );
  if (steering.cue === undefined) {
    return rest;
  }
  const ttlMs = steering.cue.ttlMs > 0 ? steering.cue.ttlMs : DEFAULT_TTL_MS;
  const entry: ActiveCue = {
    cueId: steering.cueId,
    cue: steering.cue,
    reason: steering.reason,
    evidence: steering.evidence,
    speakerId: steering.speakerId,
    channel: steering.channel,
    shownAtMs: nowMs,
    visibleFromMs: nowMs,
    expiresAtMs: nowMs + ttlMs,
  };
  return [entry, ...rest];
};

/** Somebody else may be on the same channel; where it is not said who, it may be anybody. */
const isSameVoice = (
  one: Pick<ActiveCue, 'speakerId' | 'channel'>,
  other: Pick<AgentSteering, 'speakerId' | 'channel'>,
): boolean => {
  if (one.speakerId !== undefined && other.speakerId !== undefined) return one.speakerId === other.speakerId;
  return one.channel === undefined || other.channel === undefined || one.channel === other.channel;
};

/** Takes a cue away. */
export const removeCue = (queue: CueQueue, cueId: string): CueQueue =>
  queue.filter((entry) => entry.cueId !== cueId);

/** Hides a cue for {@link SNOOZE_MS}; it then gets its whole time to live again. */
export const snoozeCue = (queue: CueQueue, cueId: string, nowMs: number): CueQueue =>
  queue.map((entry) => {
    if (entry.cueId !== cueId) {
      return entry;
    }
    const visibleFromMs = nowMs + SNOOZE_MS;
    const ttlMs = entry.expiresAtMs - entry.visibleFromMs;
    return { ...entry, visibleFromMs, expiresAtMs: visibleFromMs + ttlMs };
  });

/** A card that somebody is about to answer stays for this long after its time, and again while it is so. */
export const HOLD_MS = 5_000;

/** Keeps a cue whose time is over but which has the focus. Returns the same queue when there is none. */
export const holdCue = (queue: CueQueue, cueId: string | undefined, nowMs: number): CueQueue => {
  const isDue = (entry: ActiveCue): boolean => entry.cueId === cueId && entry.expiresAtMs <= nowMs;
  return queue.some(isDue)
    ? queue.map((entry) => (isDue(entry) ? { ...entry, expiresAtMs: nowMs + HOLD_MS } : entry))
    : queue;
};

/** Drops what has expired. Returns the same queue when nothing has. */
export const expireCues = (queue: CueQueue, nowMs: number): CueQueue =>
  queue.some((entry) => entry.expiresAtMs <= nowMs)
    ? queue.filter((entry) => entry.expiresAtMs > nowMs)
    : queue;

/** The cues to show now. */
export const visibleCues = (queue: CueQueue, nowMs: number): CueQueue =>
  queue.filter((entry) => entry.visibleFromMs <= nowMs && entry.expiresAtMs > nowMs).slice(0, MAX_VISIBLE);

/** When the queue looks different next without any message, if ever. */
export const nextCueChangeMs = (queue: CueQueue, nowMs: number): number | undefined => {
  const times = queue
    .flatMap((entry) => [entry.visibleFromMs, entry.expiresAtMs])
    .filter((time) => time > nowMs);
  return times.length === 0 ? undefined : Math.min(...times);
};
