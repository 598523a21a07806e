import { HOLD_REFILL_S } from '../../domain/billing/payments.js';
import { endSession } from '../lifetime/ending.js';
import type { LiveSession } from '../live-session.js';
import { CREDITS, outOfCredits } from './out-of-credits.js';
import type { Payer } from './stream-payments.js';

/** A warning is withdrawn when the money lasts this much longer. */
const RELIEVED_S = HOLD_REFILL_S + 10;

/** Nothing can be paid any more: ends the session in order, with everything that was paid. */
export const endWithoutCredits = (session: LiveSession, payer: Payer): void => {
  const fault = outOfCredits(payer);
  endSession(session, { fault, code: fault.code, reason: fault.code });
  session.paymentGate.open();
};

/**
 * Warns the client that its wallet will run out, once, until there is money again. The hold of a stream belongs to that stream
 * alone. It is refilled to {@link HOLD_REFILL_S} seconds as long as the wallet has money. So the warning comes at least 60 s before
 * the end, whatever other work spends. It comes later only when a stream began with less.
 */
export const noticeWallet = (session: LiveSession): void => {
  const { payments, state, told } = session;
  if (payments === undefined || (state.kind !== 'live' && state.kind !== 'paused')) return;
  const { seconds: leftS, of } = payments.left;
  if (leftS >= RELIEVED_S) told.isOver('wallet_low');
  if (leftS >= HOLD_REFILL_S || !told.isNews('wallet_low')) return;
  session.warn('wallet_low', `${CREDITS[of]} run out: the session will end`, {
    seconds_left: String(Math.floor(leftS)),
  });
};
