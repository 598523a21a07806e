import { HOLD_REFILL_S } from '../../domain/billing/payments.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import { endSession } from '../lifetime/ending.js';
import type { LiveSession } from '../live-session.js';

/** A warning is over once there is money for this much longer. */
const RELIEVED_S = HOLD_REFILL_S + 10;

export const outOfCredits = (): SessionFault =>
  new SessionFault('insufficient_credits', 'the credits of this organization are used up');

/** The wallet pays for nothing more: an orderly end, with everything that was paid. */
export const endWithoutCredits = (session: LiveSession): void => {
  const fault = outOfCredits();
  endSession(session, { fault, code: fault.code, reason: fault.code });
  session.paymentGate.open();
};

/**
 * Warns of an empty wallet ahead. What a stream has set aside is its own and is filled up to {@link HOLD_REFILL_S} seconds as long
 * as anybody has money, so that the warning comes at least 60 s before the end whatever other work spends; later only
 * where a stream began with less.
 */
export class WalletNotice {
  private isTold = false;

  /** Another socket has the session: its client was told nothing yet. */
  renew(): void {
    this.isTold = false;
  }

  /** Warns the client of the session where its wallet runs out, once until there is money again. */
  check(session: LiveSession): void {
    const { payments, state } = session;
    if (payments === undefined || (state.kind !== 'live' && state.kind !== 'paused')) return;
    const { leftS } = payments;
    if (leftS >= RELIEVED_S) this.isTold = false;
    if (leftS >= HOLD_REFILL_S || this.isTold) return;
    this.isTold = true;
    session.warn('wallet_low', 'the credits of this organization run out: the session will end', {
      seconds_left: String(Math.floor(leftS)),
    });
  }
}
