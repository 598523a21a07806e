import { SessionFault } from '../../domain/live/session-fault.js';
import type { Payer } from './stream-payments.js';

/** Whose credits they are, in the words of warnings and errors. */
export const CREDITS: Record<Payer, string> = {
  wallet: 'the credits of this organization',
  token: 'the credits that this token allows (max_credits)',
};

export const outOfCredits = (payer: Payer): SessionFault =>
  new SessionFault('insufficient_credits', `${CREDITS[payer]} are used up`);
