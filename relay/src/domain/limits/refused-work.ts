import { Fault } from '../fault.js';
import { keepNewest } from '../keep-newest.js';

/** Work that may be done for nothing at once, and how much of it is forgiven per second. By the clock, so a busy machine counts too. */
const BURST_MS = 60_000;
const FORGIVEN_SHARE = 0.1;
/** Less than this is the price of a mistake. */
const FREE_MS = 250;
const MOST_ORGANIZATIONS = 10_000;

interface Debt {
  readonly ms: number;
  readonly at: number;
}

/**
 * Counts the CPU time that an organization's refused files cost. A file of 7 MB can hold ten hours of silence: decoding it
 * up to the limit takes seconds, and nobody pays for a refusal.
 */
export class RefusedWork {
  private readonly debts = new Map<string, Debt>();

  constructor(private readonly nowMs: () => number) {}

  /** @throws Fault `rate_limited` while too much was done for nothing */
  assertMayTry(orgId: string): void {
    const over = this.debtOf(orgId) - BURST_MS;
    if (over <= 0) return;
    throw new Fault('rate_limited', 'too many files were refused after long work: wait, and send good ones', {
      retryAfterS: Math.ceil(over / FORGIVEN_SHARE / 1_000),
    });
  }

  refused(orgId: string, workMs: number): void {
    if (workMs < FREE_MS) return;
    const ms = this.debtOf(orgId) + workMs;
    keepNewest(this.debts, orgId, { ms, at: this.nowMs() }, MOST_ORGANIZATIONS);
  }

  private debtOf(orgId: string): number {
    const debt = this.debts.get(orgId);
    if (debt === undefined) return 0;
    const left = debt.ms - (this.nowMs() - debt.at) * FORGIVEN_SHARE;
    if (left > 0) return left;
    this.debts.delete(orgId);
    return 0;
  }
}
