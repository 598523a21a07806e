import { LIMITS } from '@undertone/protocol';

/**
 * A token bucket that may go into debt. The caller decides what a token is: milliseconds of audio, or
 * messages. The time comes in with every call, so that nothing runs between calls.
 */
export class TokenBucket {
  private tokens: number;
  private lastMs: number;
  /** Beyond the capacity, used last. */
  private granted = 0;

  constructor(
    private readonly capacity: number,
    initial: number,
    nowMs: number,
  ) {
    this.tokens = initial;
    this.lastMs = nowMs;
  }

  /** Takes `cost` tokens at a refill rate of `perMs`. @returns what is left; below 0 is debt */
  take(cost: number, perMs: number, nowMs: number): number {
    const refill = Math.max(0, nowMs - this.lastMs) * perMs;
    this.lastMs = Math.max(this.lastMs, nowMs);
    this.tokens = Math.min(this.capacity, this.tokens + refill) - cost;
    const used = Math.min(this.granted, Math.max(0, -this.tokens));
    this.granted -= used;
    this.tokens += used;
    return this.tokens;
  }

  /** Gives tokens beyond the capacity. */
  grant(tokens: number): void {
    this.granted += tokens;
  }
}

/**
 * Why these numbers: a link that stalls and recovers delivers at once what the client kept, up to its ring of
 * 30 s. So a silent link earns tokens up to the ring plus some jitter. A new session has nothing to catch up
 * on and starts with the jitter alone: 1 MB of silence (32 s at 16 kHz) sent right after the hello is
 * refused. Debt up to `DEBT_MS` only causes a warning.
 */
const JITTER_MS = 5_000;
const CAPACITY_MS = LIMITS.clientRingMs + JITTER_MS;
const DEBT_MS = 5_000;

export type Pace = 'on_time' | 'ahead' | 'too_fast';

/**
 * How fast a channel's audio may come: 1.1x real time when live, 4x while it fills the hole that a resume
 * left.
 */
export class AudioPacer {
  private readonly bucket: TokenBucket;
  private holeEnd = 0;
  private warned = false;

  constructor(nowMs: number) {
    this.bucket = new TokenBucket(CAPACITY_MS, JITTER_MS, nowMs);
  }

  /** Samples before `endSample` are a replay. */
  expectReplay(endSample: number): void {
    this.holeEnd = Math.max(this.holeEnd, endSample);
  }

  /** The relay itself stood still: what came meanwhile comes at once, and is not the client's haste. */
  forgive(pauseMs: number): void {
    this.bucket.grant(pauseMs);
  }

  /**
   * Charges audio that starts at `firstSample`. `ahead` is returned once until the channel is on time again.
   */
  charge(durationMs: number, firstSample: number, nowMs: number): Pace {
    const rate = firstSample < this.holeEnd ? LIMITS.replayRate : LIMITS.liveRate;
    const left = this.bucket.take(durationMs, rate, nowMs);
    if (left < -DEBT_MS) return 'too_fast';
    if (left >= 0) {
      this.warned = false;
      return 'on_time';
    }
    if (this.warned) return 'on_time';
    this.warned = true;
    return 'ahead';
  }
}

/**
 * Counts messages of any kind. Two channels in frames of 20 ms are 100 a second. A ring of 30 s replayed at
 * 4x is 400 a second for 8 s. More than this is a flood of tiny frames, which cost the relay per message.
 * A long message counts as several, because 64 kB of JSON take 4 ms to read: one socket could hold the relay's
 * thread. A whole ring of two channels of 48 kHz floats as JSON, in frames of 20 ms, counts as 3,900.
 */
const MESSAGES_PER_MS = 0.25;
const MESSAGE_BURST = 4_000;
const BYTES_PER_MESSAGE = 16_384;

export class MessagePacer {
  private readonly bucket: TokenBucket;

  constructor(nowMs: number) {
    this.bucket = new TokenBucket(MESSAGE_BURST, MESSAGE_BURST, nowMs);
  }

  /** The relay itself stood still. */
  forgive(pauseMs: number): void {
    this.bucket.grant(pauseMs * MESSAGES_PER_MS);
  }

  /** Counts one message of so many bytes. @returns false when there are too many */
  allow(nowMs: number, bytes: number): boolean {
    return this.bucket.take(1 + bytes / BYTES_PER_MESSAGE, MESSAGES_PER_MS, nowMs) >= 0;
  }
}

/**
 * How far declared gaps may move the audio clock ahead of the wall clock: the same ring and jitter. A gap
 * costs no tokens (a client that was offline for a minute declares a minute), but it must not move a session
 * into the future.
 */
export const CLOCK_AHEAD_MS = CAPACITY_MS;
