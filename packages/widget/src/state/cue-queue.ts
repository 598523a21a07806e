import { moodsOfCue, type AgentSteering, type Cue, type MoodKind } from '@undertone/protocol';

/** A snoozed cue returns after this time, unless something newer has replaced it. */
export const SNOOZE_MS = 60_000;
/** Time to live of a cue that has none of its own. */
const DEFAULT_TTL_MS = 30_000;
/** More cues on screen at once would hide the customer's own line. */
const MAX_VISIBLE = 2;

/** A cue and when it is shown. Times are in milliseconds of the page's monotonic clock. */
export interface ActiveCue {
  /** For feedback. */
  readonly cueId: string;
  /** What is shown. */
  readonly cue: Cue;
  /** Why it came, as the relay’s code. */
  readonly reason: string;
  /** What was heard, in people’s words. */
  readonly evidence: readonly string[];
  /** The speaker the cue is about. Older relays do not send it. */
  readonly speakerId: string | undefined;
  /** Older relays do not send it. */
  readonly channel: number | undefined;
  /** The moods that the cue goes with: it is shown only beside them. Undefined for a cue that goes with any. */
  readonly moods: readonly MoodKind[] | undefined;
  /** Whether one of them is told now. A cue beside another mood would contradict it. */
  readonly fits: boolean;
  /** When it was first shown. Feedback times count from here. */
  readonly shownAtMs: number;
  /** A snoozed cue is hidden until then. */
  readonly visibleFromMs: number;
  /** It is taken away then. */
  readonly expiresAtMs: number;
}

/** The cues of a call, newest first. */
export type CueQueue = readonly ActiveCue[];

/**
 * Applies a steering message: removes the cue that it supersedes, removes a voice's cues when that voice returns to the
 * normal mode, and adds its own cue, if any, as the newest. The good news that a voice calms down stays on screen for its time:
 * the mode returns to normal a second or two of speech later.
 */
export const addSteering = (queue: CueQueue, steering: AgentSteering, nowMs: number): CueQueue => {
  const rest = queue.filter(
    (entry) =>
      entry.cueId !== steering.cueId &&
      entry.cueId !== steering.supersedes &&
      !(steering.mode === 'normal' && isSameVoice(entry, steering) && !isGoodNews(entry, nowMs)),
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
    moods: moodsOfCue(steering),
    fits: true,
    shownAtMs: nowMs,
    visibleFromMs: nowMs,
    expiresAtMs: nowMs + ttlMs,
  };
  return [entry, ...rest];
};

/** A cue on screen that goes with a calm voice. One that waits or was put off would come when it is news no more. */
const isGoodNews = ({ moods, fits, visibleFromMs }: ActiveCue, nowMs: number): boolean =>
  fits && visibleFromMs <= nowMs && moods?.includes('calm') === true;

/** Compares the speakers, as several people may share a channel. Without speakers it compares channels; an unknown one matches all. */
const isSameVoice = (
  one: Pick<ActiveCue, 'speakerId' | 'channel'>,
  other: Pick<AgentSteering, 'speakerId' | 'channel'>,
): boolean => {
  if (one.speakerId !== undefined && other.speakerId !== undefined) return one.speakerId === other.speakerId;
  return one.channel === undefined || other.channel === undefined || one.channel === other.channel;
};

/** Shows the cues that go with the moods told now, and hides the others. One that had to wait counts from here. */
export const fitCues = (queue: CueQueue, fits: (entry: ActiveCue) => boolean, nowMs: number): CueQueue => {
  if (queue.every((entry) => entry.fits === fits(entry))) return queue;
  return queue.map((entry) => {
    if (entry.fits === fits(entry)) return entry;
    return entry.fits ? { ...entry, fits: false } : { ...entry, fits: true, shownAtMs: nowMs };
  });
};

/** Removes a cue. */
export const removeCue = (queue: CueQueue, cueId: string): CueQueue =>
  queue.filter((entry) => entry.cueId !== cueId);

/** Hides a cue for {@link SNOOZE_MS}. It then gets its full time to live again. */
export const snoozeCue = (queue: CueQueue, cueId: string, nowMs: number): CueQueue =>
  queue.map((entry) => {
    if (entry.cueId !== cueId) {
      return entry;
    }
    const visibleFromMs = nowMs + SNOOZE_MS;
    const ttlMs = entry.expiresAtMs - entry.visibleFromMs;
    return { ...entry, visibleFromMs, expiresAtMs: visibleFromMs + ttlMs };
  });

/** A card with the focus stays this much longer when its time is over, repeatedly while it has the focus. */
export const HOLD_MS = 5_000;

/** Keeps the cue with the focus when its time is over. Returns the same queue when there is no such cue. */
export const holdCue = (queue: CueQueue, cueId: string | undefined, nowMs: number): CueQueue => {
  const isDue = (entry: ActiveCue): boolean => entry.cueId === cueId && entry.expiresAtMs <= nowMs;
  return queue.some(isDue)
    ? queue.map((entry) => (isDue(entry) ? { ...entry, expiresAtMs: nowMs + HOLD_MS } : entry))
    : queue;
};

/** Removes expired cues. Returns the same queue when none has expired. */
export const expireCues = (queue: CueQueue, nowMs: number): CueQueue =>
  queue.some((entry) => entry.expiresAtMs <= nowMs)
    ? queue.filter((entry) => entry.expiresAtMs > nowMs)
    : queue;

/** The cues to show now. */
export const visibleCues = (queue: CueQueue, nowMs: number): CueQueue =>
  queue
    .filter((entry) => entry.fits && entry.visibleFromMs <= nowMs && entry.expiresAtMs > nowMs)
    .slice(0, MAX_VISIBLE);

/** Whether a cue says what to do about the voice on a channel, in the mood that is told of it. */
export const isAbout = (
  { moods, channel: about }: ActiveCue,
  channel: number,
  mood: MoodKind | undefined,
): boolean => mood !== undefined && moods?.includes(mood) === true && (about ?? channel) === channel;

/** When the queue next changes without a message; undefined if never. */
export const nextCueChangeMs = (queue: CueQueue, nowMs: number): number | undefined => {
  const times = queue
    .flatMap((entry) => [entry.visibleFromMs, entry.expiresAtMs])
    .filter((time) => time > nowMs);
  return times.length === 0 ? undefined : Math.min(...times);
};
