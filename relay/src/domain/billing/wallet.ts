/** What a charge is for. */
export type ChargeKind = 'stream' | 'analysis' | 'fine_tune';

export interface HoldOrder {
  readonly orgId: string;
  readonly kind: ChargeKind;
  /**
   * The request, session or job that it pays for. A second hold with the same kind and reference is the same hold as the first,
   * and is open again if that was released or died. From then on it belongs to whoever asked last. One that was settled stays so: work
   * is paid once.
   */
  readonly reference: string;
  /** The API key that requested the work, for usage by key. */
  readonly keyId?: string;
  /** A whole number, not negative. */
  readonly microCredits: number;
  /** If the holder dies, its money is given back after this time. */
  readonly ttlMs: number;
}

export interface Hold {
  readonly id: string;
  readonly orgId: string;
  readonly microCredits: number;
  /** How often it was asked for before. Two holders of one hold differ in it. */
  readonly generation: number;
}

/**
 * An organization's credits. Money is set aside before work starts and charged when the work is done.
 * Invariant: the balance always equals top-ups − charges, and is never below the sum of the open holds.
 */
export interface Wallet {
  /** Sets money aside. @throws Fault `insufficient_credits` */
  hold(order: HoldOrder): Promise<Hold>;
  /**
   * Charges at most the held amount, once, and frees the rest. Settling the same hold again changes nothing.
   */
  settle(hold: Hold, microCredits: number): Promise<void>;
  /** Gives everything back, because the work was not done. Changes nothing if somebody else has asked for the same hold since. */
  release(hold: Hold): Promise<void>;
}
