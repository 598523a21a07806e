import { StreamPayments } from './stream-payments.js';
import type { LiveSessionOrigin } from '../live-session-origin.js';

/** What a session is charged for, or nothing where none of its channels is analysed. */
export const paymentsOf = (origin: LiveSessionOrigin, nowMs: number): StreamPayments | undefined => {
  const { id, auth, config, epoch, restored } = origin;
  if (config.channels.every(({ analyse }) => !analyse)) return undefined;
  return new StreamPayments({
    nowMs,
    orgId: auth.orgId,
    sessionId: id,
    keyId: auth.keyId,
    generation: epoch,
    channels: config.channels,
    startSamples: restored?.startSamples ?? [],
    maxCredits: auth.claims.maxCredits,
  });
};
