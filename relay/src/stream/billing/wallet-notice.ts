import { HOLD_REFILL_S } from '../../domain/billing/payments.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import { endSession } from '../lifetime/ending.js';
import type { LiveSession } from '../live-session.js';

/** A warning is withdrawn when the money lasts this much longer. */
const RELIEVED_S = HOLD_REFILL_S + 10;

export const outOfCredits = (): SessionFault =>
  new SessionFault('insufficient_credits', 'the credits of this organization are used up');

/** The wallet cannot pay any more: ends the session in order, with everything that was paid. */
export const endWithoutCredits = (session: LiveSession): void => {
  const fault = outOfCredits();
  endSession(session, { fault, code: fault.code, reason: fault.code });
  session.paymentGate.open();
};

/**
 * Warns before the wallet is empty. The hold of a stream belongs to that stream alone. It is refilled to
 * {@link HOLD_REFILL_S} seconds as long as the wallet has money. So the warning comes at least 60 s before
 * the end, whatever other work spends. It comes later only when a stream began with less.
 */
export class WalletNotice {
  private isTold = false;

  /** Another socket has the session, and its client has had no warning yet. */
  renew(): void {
    this.isTold = false;
  }

  /** Warns the client that its wallet will run out. Warns once, until there is money again. */
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
