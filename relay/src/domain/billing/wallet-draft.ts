import { HOLD_RENEWAL_MS, HOLD_TTL_MS, type PaymentRequest } from './payments.js';

/** What is set aside for one stream. */
export interface StreamHold {
  readonly sessionId: string;
  readonly keyId: string | undefined;
  microCredits: number;
  /** Paid so far, minus returns. */
  charged: number;
  channels: number;
  generation: number;
  open: boolean;
  expiresAtMs: number;
  /** Not in the store yet. */
  readonly fresh: boolean;
  /** It differs from the stored hold. */
  changed: boolean;
}

/** A stream that was refused at its start has not begun, so nothing is stored about it. */
export const hasBegun = ({ open, charged }: StreamHold): boolean => open || charged > 0;

export interface LedgerLine {
  readonly kind: 'stream' | 'stream_return';
  readonly reference: string;
  readonly microCredits: number;
  readonly request: PaymentRequest;
}

type LineKind = LedgerLine['kind'];

export interface KnownLine {
  readonly kind: LineKind;
  readonly reference: string;
  readonly microCredits: number;
}

export interface WalletDraftState {
  readonly balance: number;
  readonly held: number;
  /** The holds of the streams in this batch. */
  readonly holds: readonly StreamHold[];
  /** Of the ledger lines that this batch may add, those that exist already. */
  readonly known: readonly KnownLine[];
  /** The number of channels of the organization's other open streams. */
  readonly otherChannels: number;
}

/**
 * One wallet while a batch is applied to it. Its balance is never below zero, and never below the sum of its
 * holds.
 */
export class WalletDraft {
  balance: number;
  held: number;
  private readonly bySession: Map<string, StreamHold>;
  /** Amounts by line kind and reference. */
  private readonly known: Map<string, number>;
  private readonly otherChannels: number;

  constructor(state: WalletDraftState) {
    this.balance = state.balance;
    this.held = state.held;
    this.otherChannels = state.otherChannels;
    this.bySession = new Map(state.holds.map((hold) => [hold.sessionId, hold]));
    this.known = new Map(
      state.known.map(({ kind, reference, microCredits }) => [`${kind} ${reference}`, microCredits]),
    );
  }

  /** Neither spent nor set aside. */
  get free(): number {
    return this.balance - this.held;
  }

  get holds(): readonly StreamHold[] {
    return [...this.bySession.values()];
  }

  /** The number of channels of all open streams. */
  get openChannels(): number {
    return this.holds.reduce((sum, { open, channels }) => sum + (open ? channels : 0), this.otherChannels);
  }

  /**
   * Renews and returns the hold of the stream. A hold that ran out is empty.
   * @returns undefined for an older holder
   */
  take(request: PaymentRequest, nowMs: number): StreamHold | undefined {
    const { sessionId, generation, channels, keyId } = request;
    const hold = this.bySession.get(sessionId) ?? this.create(sessionId, keyId);
    if (hold.generation > generation) return undefined;
    if (hold.open && hold.expiresAtMs <= nowMs) this.release(hold);
    hold.open = true;
    hold.generation = generation;
    hold.channels = channels;
    // Not renewed with every second: the time is in a database index, so changing it costs more.
    const leftMs = hold.expiresAtMs - nowMs;
    // More than the full time is left if the clock was set back.
    if (leftMs < HOLD_TTL_MS - HOLD_RENEWAL_MS || leftMs > HOLD_TTL_MS)
      hold.expiresAtMs = nowMs + HOLD_TTL_MS;
    hold.changed = true;
    return hold;
  }

  has(kind: LineKind, reference: string): boolean {
    return this.known.has(`${kind} ${reference}`);
  }

  /** The amount that was given back for a second. */
  returned(reference: string): number {
    return this.known.get(`stream_return ${reference}`) ?? 0;
  }

  /** @returns false if the line exists already */
  enter(kind: LineKind, reference: string, microCredits: number): boolean {
    if (this.has(kind, reference)) return false;
    this.known.set(`${kind} ${reference}`, microCredits);
    return true;
  }

  /**
   * Pays from the money set aside first, then from the free money.
   * @returns false if both together are not enough
   */
  pay(hold: StreamHold, microCredits: number): boolean {
    if (hold.microCredits + this.free < microCredits) return false;
    const fromHold = Math.min(hold.microCredits, microCredits);
    hold.microCredits -= fromHold;
    this.held -= fromHold;
    this.balance -= microCredits;
    hold.charged += microCredits;
    return true;
  }

  giveBack(hold: StreamHold, microCredits: number): void {
    this.balance += microCredits;
    hold.charged -= microCredits;
  }

  /** @returns false if that amount is not free */
  setAside(hold: StreamHold, microCredits: number): boolean {
    if (this.free < microCredits) return false;
    hold.microCredits += microCredits;
    this.held += microCredits;
    return true;
  }

  close(hold: StreamHold): void {
    this.release(hold);
    hold.open = false;
  }

  private release(hold: StreamHold): void {
    this.held -= hold.microCredits;
    hold.microCredits = 0;
  }

  private create(sessionId: string, keyId: string | undefined): StreamHold {
    const hold: StreamHold = {
      sessionId,
      keyId,
      microCredits: 0,
      charged: 0,
      channels: 0,
      generation: 0,
      open: false,
      expiresAtMs: 0,
      fresh: true,
      changed: true,
    };
    this.bySession.set(sessionId, hold);
    return hold;
  }
}
