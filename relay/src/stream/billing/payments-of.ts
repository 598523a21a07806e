import { StreamPayments } from './stream-payments.js';
import type { LiveSessionOrigin } from '../live-session-origin.js';

/** The payments of a session, or undefined when none of its channels is analyzed. */
export const paymentsOf = (origin: LiveSessionOrigin, nowMs: number): StreamPayments | undefined => {
  const { id, auth, config, epoch, restored } = origin;
  if (config.channels.every(({ analyse }) => !analyse)) return undefined;
  const { analysed = [], used } = restored?.saved ?? {};
  return new StreamPayments({
    nowMs,
    orgId: auth.orgId,
    sessionId: id,
    keyId: auth.keyId,
    generation: epoch,
    channels: config.channels,
    startSamples: restored?.startSamples ?? [],
    ...(used !== undefined && {
      former: used.map((each, channel) => ({ ...each, to: analysed[channel] ?? 0 })),
    }),
    maxCredits: auth.claims.maxCredits,
  });
};
