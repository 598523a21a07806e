/** A place among the calls of one name, or the time after which to come back. */
export type Slot =
  | { readonly kind: 'free'; readonly release: () => void }
  | { readonly kind: 'later'; readonly afterMs: number };

export interface CallSlotsOptions {
  /** Calls of one name at a time. */
  readonly atATime: number;
  /** Calls of one name that wait here for a place. Further ones are put back, so that thousands for a dead receiver do not fill this process. */
  readonly waiting: number;
  /** The longest that a call holds its place. */
  readonly longestMs: number;
  readonly nowMs: () => number;
}

interface Calls {
  inFlight: number;
  readonly waiting: (() => void)[];
  /** When all places that were promised so far will have been used. */
  bookedUntilMs: number;
  /** Mean time of a call, ms, newest calls first. */
  typicalMs: number;
}

/** The assumed time of the first call. A healthy receiver must not be put back for as long as a dead one. */
const FIRST_GUESS_MS = 100;
/** The weight of the newest call in the mean. */
const NEWEST = 0.2;

/**
 * Limits the calls of a name at a time: a webhook, an organization. If too many already wait, a caller gets the next free time in turn. So each caller
 * comes back about once, instead of all of them again and again.
 */
export class CallSlots {
  private readonly options: CallSlotsOptions;
  private readonly named = new Map<string, Calls>();

  constructor(options: CallSlotsOptions) {
    this.options = options;
  }

  async take(name: string): Promise<Slot> {
    const { atATime, waiting, longestMs, nowMs } = this.options;
    const calls = this.callsOf(name);
    if (calls.inFlight < atATime) calls.inFlight++;
    else if (calls.waiting.length < waiting) {
      // A call that ends hands over its place, so the count stays the same.
      await new Promise<void>((resolve) => calls.waiting.push(resolve));
    } else {
      const stepMs = Math.min(longestMs, calls.typicalMs) / atATime;
      calls.bookedUntilMs =
        Math.max(calls.bookedUntilMs, nowMs() + (calls.waiting.length + atATime) * stepMs) + stepMs;
      return { kind: 'later', afterMs: calls.bookedUntilMs - nowMs() };
    }
    const startedMs = nowMs();
    return { kind: 'free', release: () => this.release(name, calls, nowMs() - startedMs) };
  }

  private callsOf(name: string): Calls {
    const known = this.named.get(name);
    if (known !== undefined) return known;
    const calls = { inFlight: 0, waiting: [], bookedUntilMs: 0, typicalMs: FIRST_GUESS_MS };
    this.named.set(name, calls);
    return calls;
  }

  private release(name: string, calls: Calls, tookMs: number): void {
    calls.typicalMs += NEWEST * (tookMs - calls.typicalMs);
    const next = calls.waiting.shift();
    if (next !== undefined) next();
    else if (--calls.inFlight === 0) this.named.delete(name);
  }
}
