import type { StreamClaims, StreamScope } from '../accounts/stream-auth.js';

/** RFC 7519 names are kept short: the token travels in a header and must stay within {@link TOKEN_MAX_BYTES}. */
export const TOKEN_MAX_BYTES = 1_024;
export const TOKEN_EXPIRES_IN_S = { least: 10, most: 600, default: 60 } as const;

/** What a stream token says: who may open which session, from where, and within which bounds. */
export interface StreamTokenGrant {
  readonly orgId: string;
  /** Absent if the token may observe any session of the organization. A token that writes has one. */
  readonly sessionId?: string;
  /** The caller named no session: the token opens one with this new name, or resumes the one whose handle is presented. */
  readonly isNewSession?: true;
  /** The API key that it was made with. The token is valid only as long as the key is. */
  readonly keyId?: string;
  readonly scopes: readonly StreamScope[];
  /** Origins of pages that may redeem it. If empty, any page and any program may. */
  readonly allowedOrigins: readonly string[];
  readonly claims: StreamClaims;
  /** False if the token gives up the agent analysis that its organization would allow. */
  readonly agentAnalysis: boolean;
}

/** A grant that was read back from a token. */
export interface RedeemableToken extends StreamTokenGrant {
  readonly id: string;
  readonly expiresAt: Date;
}

export type TokenFault = 'malformed' | 'expired' | 'already_used' | 'wrong_origin' | 'too_large';

/** A token that cannot be made or redeemed, and why. `wrong_origin` is HTTP 403, the rest of redemption 401. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly retryable = false;
  constructor(
    readonly code: TokenFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Where redeemed tokens are remembered, so that each opens one stream. */
export interface RedemptionStore {
  /** False when this id was redeemed before. */
  redeem(token: { id: string; orgId: string; sessionId?: string; expiresAt: Date }): Promise<boolean>;
}
