const WINDOW_MS = 60_000;
/**
 * Above this number of keys, ended windows are removed, so that an attacker with many addresses causes no
 * lasting memory use.
 */
const SWEEP_AT = 10_000;
/**
 * A sweep leaves at most this many, so that the next sweep is far away and a flood does not cause one per
 * request.
 */
const SWEEP_TO = 9_000;

/** What a request learns about its allowance, for the `X-RateLimit-*` headers. */
export interface RateState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Unix time in seconds at which the window ends. */
  readonly resetS: number;
  readonly retryAfterS: number;
}

interface Window {
  /** On the monotonic clock: a wall clock that is set back must not keep a window from ending. */
  endsAt: number;
  used: number;
}

/** Counts requests per key in windows of a minute, as the specification's headers describe. */
export class RateLimiter {
  private readonly windows = new Map<string, Window>();
  private readonly now: () => number;
  private readonly wallMs: () => number;

  /**
   * @param now the monotonic clock that times the windows
   * @param wallMs the wall clock, only to tell when a window ends
   */
  constructor(now: () => number, wallMs: () => number) {
    this.now = now;
    this.wallMs = wallMs;
  }

  /** Counts one request of `key` and says whether it is within `limit` a minute. */
  take(key: string, limit: number): RateState {
    const window = this.window(key);
    const allowed = window.used < limit;
    if (allowed) window.used += 1;
    return this.state(window, limit, allowed);
  }

  /** The allowance of `key`, without counting. */
  peek(key: string, limit: number): RateState {
    const window = this.windows.get(key);
    if (window === undefined || window.endsAt <= this.now()) {
      return this.state({ endsAt: this.now() + WINDOW_MS, used: 0 }, limit, true);
    }
    return this.state(window, limit, window.used < limit);
  }

  private window(key: string): Window {
    const now = this.now();
    const current = this.windows.get(key);
    if (current !== undefined && current.endsAt > now) return current;
    if (this.windows.size >= SWEEP_AT) this.sweep(now);
    const fresh = { endsAt: now + WINDOW_MS, used: 0 };
    this.windows.set(key, fresh);
    return fresh;
  }

  private sweep(now: number): void {
    for (const [key, window] of this.windows) {
      if (window.endsAt <= now) this.windows.delete(key);
    }
    // Still full: every window is live, as in a flood from many addresses. The oldest go first.
    for (const key of this.windows.keys()) {
      if (this.windows.size <= SWEEP_TO) return;
      this.windows.delete(key);
    }
  }

  private state(window: Window, limit: number, allowed: boolean): RateState {
    const leftMs = window.endsAt - this.now();
    return {
      allowed,
      limit,
      remaining: Math.max(0, limit - window.used),
      resetS: Math.ceil((this.wallMs() + leftMs) / 1_000),
      retryAfterS: Math.max(1, Math.ceil(leftMs / 1_000)),
    };
  }
}
