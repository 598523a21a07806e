import { SessionMeter } from './session-meter.js';
import type { SessionOrigin } from './session-origin.js';

/** What a session is charged for, or nothing where none of its channels is analysed. */
export const meterOf = (origin: SessionOrigin, nowMs: number): SessionMeter | undefined => {
  const { id, auth, config, epoch, restored } = origin;
  if (config.channels.every(({ analyse }) => !analyse)) return undefined;
  return new SessionMeter({
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
