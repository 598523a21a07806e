/** A second of one channel's audio clock: what a stream pays for, once. */
export interface AudioSecond {
  readonly channel: number;
  readonly second: number;
}

/** What of a paid second held no analyzed audio. */
export interface UnusedSecond extends AudioSecond {
  readonly microCredits: number;
}

/** What one stream pays, gets back and wants set aside. */
export interface PaymentRequest {
  readonly orgId: string;
  readonly sessionId: string;
  readonly keyId?: string;
  /** Under which this holder has the session; an older holder pays and takes nothing any more. */
  readonly generation: number;
  /** Channels that are analyzed: credits that a second of the stream costs. */
  readonly channels: number;
  /** In order. */
  readonly charges: readonly AudioSecond[];
  readonly returns: readonly UnusedSecond[];
  /**
   * `open`: set money aside, and refuse when there is not even a second's worth; `keep`: go on; `close`: give the rest
   * back.
   */
  readonly hold: 'open' | 'keep' | 'close';
  /** Credits that may still be set aside, where a token limits them. */
  readonly mostCredits?: number;
}

export type PaymentOutcome =
  | {
      readonly kind: 'metered';
      readonly orgId: string;
      readonly sessionId: string;
      /** Paid now or before. */
      readonly paid: readonly AudioSecond[];
      /** There was no money for these. */
      readonly refused: readonly AudioSecond[];
      /** Set aside for this stream; none after `open` means that it cannot start. */
      readonly heldMicroCredits: number;
      /** What this stream paid so far, returns taken off. */
      readonly chargedMicroCredits: number;
      readonly balanceMicroCredits: number;
      /** How long the money lasts with all streams of the organization open as now. */
      readonly leftS: number;
    }
  /** Another holder has the session. */
  | { readonly kind: 'fenced'; readonly orgId: string; readonly sessionId: string };

/** Where streams pay: one call for many of them, all or nothing. */
export interface StreamWallets {
  pay(requests: readonly PaymentRequest[]): Promise<readonly PaymentOutcome[]>;
}

/** What is set aside for a stream, seconds. */
export const HOLD_WINDOW_S = 120;
/** Set aside again below this. What a stream holds is its own, so a warning at this many seconds comes in time. */
export const HOLD_REFILL_S = 90;
/** A holder that died gives its money back after this, at most; at the least after what is left of a renewal. */
export const HOLD_TTL_MS = 240_000;
/** A hold is renewed this often, so that it outlives a session that waits for its client (120 s). */
export const HOLD_RENEWAL_MS = 60_000;

export const chargeReference = (sessionId: string, { channel, second }: AudioSecond): string =>
  `${sessionId}/${channel}/${second}`;

/** Under which a second is paid whose unused part was given back, and which another holder went on to use. */
export const reuseReference = (sessionId: string, second: AudioSecond): string =>
  `${chargeReference(sessionId, second)}/again`;
