/** One second on the audio clock of one channel. A stream pays for each second once. */
export interface AudioSecond {
  readonly channel: number;
  readonly second: number;
}

/** The part of a paid second that held no analyzed audio. */
export interface UnusedSecond extends AudioSecond {
  readonly microCredits: number;
}

/** What one stream pays, gets back, and wants to set aside. */
export interface PaymentRequest {
  readonly orgId: string;
  readonly sessionId: string;
  readonly keyId?: string;
  /**
   * The generation in which this holder has the session. An older holder can no longer pay or take anything.
   */
  readonly generation: number;
  /** The number of analyzed channels, which is also the price of one second of the stream in credits. */
  readonly channels: number;
  /** In the order in which they are to be paid. */
  readonly charges: readonly AudioSecond[];
  readonly returns: readonly UnusedSecond[];
  /**
   * `open`: set money aside, and refuse if there is not enough for one second of each channel. `keep`:
   * continue. `close`: give the rest back.
   */
  readonly hold: 'open' | 'keep' | 'close';
  /** The most credits that may be set aside at a time, if a token limits them. */
  readonly mostCredits?: number;
}

export type PaymentOutcome =
  | {
      readonly kind: 'metered';
      readonly orgId: string;
      readonly sessionId: string;
      /** Paid in this request or an earlier one. */
      readonly paid: readonly AudioSecond[];
      /** Those of `paid` for which no earlier request has paid: no holder has analyzed audio of them yet. */
      readonly firstPaid: readonly AudioSecond[];
      /** Seconds that could not be paid because there was not enough money. */
      readonly refused: readonly AudioSecond[];
      /** The amount set aside for this stream. If it is zero after `open`, the stream cannot start. */
      readonly heldMicroCredits: number;
      /** What this stream has paid so far, minus returns. */
      readonly chargedMicroCredits: number;
      readonly balanceMicroCredits: number;
      /** How long this stream's money lasts if all open streams of the organization continue as now, in seconds. */
      readonly leftS: number;
    }
  /** Another holder now has the session. */
  | { readonly kind: 'fenced'; readonly orgId: string; readonly sessionId: string };

/** Where streams pay. One call covers many streams, and succeeds or fails as a whole. */
export interface StreamWallets {
  pay(requests: readonly PaymentRequest[]): Promise<readonly PaymentOutcome[]>;
}

/** The time for which money is set aside for a stream, in seconds. */
export const HOLD_WINDOW_S = 120;
/**
 * Below this many seconds, more money is set aside. The money belongs to this stream alone, so a warning at
 * this many seconds comes in time.
 */
export const HOLD_REFILL_S = 90;
/**
 * If a holder dies, its money is given back after this time at the latest. It can be sooner by up to
 * {@link HOLD_RENEWAL_MS}, because a hold is not renewed with every payment.
 */
export const HOLD_TTL_MS = 240_000;
/**
 * A hold is renewed this often, so that it lasts longer than a session that waits for its client to return
 * (120 s).
 */
export const HOLD_RENEWAL_MS = 60_000;

export const chargeReference = (sessionId: string, { channel, second }: AudioSecond): string =>
  `${sessionId}/${channel}/${second}`;

/** So often the unused part of one second can be given back and used by another holder after all. The last one gives nothing back. */
export const MOST_REUSES = 3;

/**
 * The ledger references under which holders after the first one pay for what the holder before them gave back of a second, in
 * their order. What they do not use of it is given back under the same reference.
 */
export const reuseReferences = (
  sessionId: string,
  second: AudioSecond,
  generation: number,
): readonly string[] => {
  const reuses = Math.min(Math.max(0, generation - 1), MOST_REUSES);
  const name = (index: number): string => (index === 0 ? 'again' : `again${index + 1}`);
  return Array.from({ length: reuses }, (_, index) => `${chargeReference(sessionId, second)}/${name(index)}`);
};
