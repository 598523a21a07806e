/** A place to call a host, or the time after which to come back. */
export type Slot =
  | { readonly kind: 'free'; readonly release: () => void }
  | { readonly kind: 'later'; readonly afterMs: number };

export interface HostSlotsOptions {
  /** Calls of one host at a time. */
  readonly perHost: number;
  /** Calls that wait here for a place. Further ones are put back, so that thousands for a dead host do not fill this process. */
  readonly waitingPerHost: number;
  /** The longest that a call holds its place. */
  readonly longestMs: number;
  readonly nowMs: () => number;
}

interface Host {
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
 * Limits the calls of a host at a time. If too many already wait, a caller gets the next free time in turn. So each caller
 * comes back about once, instead of all of them again and again.
 */
export class HostSlots {
  private readonly options: HostSlotsOptions;
  private readonly hosts = new Map<string, Host>();

  constructor(options: HostSlotsOptions) {
    this.options = options;
  }

  async take(name: string): Promise<Slot> {
    const { perHost, waitingPerHost, longestMs, nowMs } = this.options;
    const host = this.host(name);
    if (host.inFlight < perHost) host.inFlight++;
    else if (host.waiting.length < waitingPerHost) {
      // A call that ends hands over its place, so the count stays the same.
      await new Promise<void>((resolve) => host.waiting.push(resolve));
    } else {
      const stepMs = Math.min(longestMs, host.typicalMs) / perHost;
      host.bookedUntilMs =
        Math.max(host.bookedUntilMs, nowMs() + (host.waiting.length + perHost) * stepMs) + stepMs;
      return { kind: 'later', afterMs: host.bookedUntilMs - nowMs() };
    }
    const startedMs = nowMs();
    return { kind: 'free', release: () => this.release(name, host, nowMs() - startedMs) };
  }

  private host(name: string): Host {
    const known = this.hosts.get(name);
    if (known !== undefined) return known;
    const host = { inFlight: 0, waiting: [], bookedUntilMs: 0, typicalMs: FIRST_GUESS_MS };
    this.hosts.set(name, host);
    return host;
  }

  private release(name: string, host: Host, tookMs: number): void {
    host.typicalMs += NEWEST * (tookMs - host.typicalMs);
    const next = host.waiting.shift();
    if (next !== undefined) next();
    else if (--host.inFlight === 0) this.hosts.delete(name);
  }
}
