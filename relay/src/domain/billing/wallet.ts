/** What a charge is for. */
export type ChargeKind = 'stream' | 'analysis' | 'fine_tune';

export interface HoldOrder {
  readonly orgId: string;
  readonly kind: ChargeKind;
  /** What it pays for (a request, a session, a job): a second hold under the same kind and reference is the first one. */
  readonly reference: string;
  /** The API key that asked for the work, for usage by key. */
  readonly keyId?: string;
  /** Whole, not negative. */
  readonly microCredits: number;
  /** A holder that died gives its money back after this time. */
  readonly ttlMs: number;
}

export interface Hold {
  readonly id: string;
  readonly orgId: string;
  readonly microCredits: number;
}

/**
 * An organization's credits: money is set aside before work starts and charged when it is done.
 * Invariant: balance = top-ups − charges at every instant, and never below the open holds.
 */
export interface Wallet {
  /** Sets money aside. @throws Fault `insufficient_credits` */
  hold(order: HoldOrder): Promise<Hold>;
  /** Charges at most what was held, once, and frees the rest. A second settling changes nothing. */
  settle(hold: Hold, microCredits: number): Promise<void>;
  /** Gives everything back: the work was not done. */
  release(hold: Hold): Promise<void>;
}
