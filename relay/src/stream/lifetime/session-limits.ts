import { LIMITS } from '@undertone/protocol';
import type { StreamAuth } from '../../domain/accounts/stream-auth.js';

/** How long a session may last and how much audio it may send: the relay's limit, reduced by the token. */
export const usageLimits = (auth: StreamAuth): { sessionS: number; audioS: number } => {
  const { maxSessionS = LIMITS.maxSessionS, maxAudioS = Infinity } = auth.claims;
  return { sessionS: Math.min(maxSessionS, LIMITS.maxSessionS), audioS: maxAudioS };
};
