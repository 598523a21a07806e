import { StreamSlots } from '../domain/limits/stream-slots.js';
import { StreamAuthorizer } from '../domain/tokens/stream-authorizer.js';
import { StreamTokenIssuer } from '../domain/tokens/stream-token-issuer.js';
import { StreamTokens } from '../domain/tokens/stream-tokens.js';
import type { Repositories } from './start/repositories.js';

export interface TokenServices {
  readonly slots: StreamSlots;
  readonly tokens: StreamTokens;
  readonly issuer: StreamTokenIssuer;
  readonly authorizer: StreamAuthorizer;
}

/** Stream tokens: issues them, and admits streams that present one. */
export const createTokenServices = (
  { tokens: redemptions, wallets, streams, organizations, apiKeys }: Repositories,
  secrets: readonly [Uint8Array, ...Uint8Array[]],
  nowMs: () => number,
): TokenServices => {
  const slots = new StreamSlots();
  const tokens = new StreamTokens({ secrets, redemptions, now: nowMs });
  return {
    slots,
    tokens,
    issuer: new StreamTokenIssuer(tokens, {
      state: (orgId) => wallets.state(orgId),
      isLive: async (orgId, sessionId) => (await streams.locate({ orgId, sessionId })) !== undefined,
    }),
    authorizer: new StreamAuthorizer({ tokens, slots, nowMs, organizations, keys: apiKeys }),
  };
};
