import type { StreamClaims, StreamScope } from '../accounts/stream-auth.js';
import type { Organization } from '../accounts/organization.js';
import { newId } from '../ids.js';
import { allowsAgentAnalysis } from '../policy/organization-policy.js';
import type { StreamTokens } from './stream-tokens.js';

export interface StreamTokenOrder {
  /** The organization's own name for it; absent, a new session. */
  readonly sessionId: string | undefined;
  readonly scopes: readonly StreamScope[];
  readonly allowedOrigins: readonly string[];
  readonly expiresInS: number;
  readonly claims: StreamClaims;
  /** Absent, what the organisation's policy allows. */
  readonly agentAnalysis: boolean | undefined;
  /** The API key of the server that asks. */
  readonly keyId?: string;
}

export interface IssuedStreamToken {
  readonly token: string;
  readonly expiresAt: Date;
  readonly sessionId: string;
}

/** An order that may not be filled, and why. */
export class TokenOrderError extends Error {
  override readonly name = 'TokenOrderError';
  readonly retryable = false;
  constructor(
    readonly code: 'policy_blocked',
    message: string,
  ) {
    super(message);
  }
}

/** Issues stream tokens for an organisation, within what its policy allows. */
export class StreamTokenIssuer {
  readonly #tokens: StreamTokens;

  constructor(tokens: StreamTokens) {
    this.#tokens = tokens;
  }

  /** @throws TokenOrderError; TokenError `too_large` */
  async issue(organization: Organization, order: StreamTokenOrder): Promise<IssuedStreamToken> {
    const allowed = allowsAgentAnalysis(organization.policy);
    if (order.agentAnalysis === true && !allowed) {
      throw new TokenOrderError(
        'policy_blocked',
        'the organisation’s policy does not allow analysing agents',
      );
    }
    const sessionId = order.sessionId ?? newId('ses');
    const { token, expiresAt } = await this.#tokens.mint(
      {
        orgId: organization.id,
        sessionId,
        ...(order.keyId !== undefined && { keyId: order.keyId }),
        scopes: order.scopes,
        allowedOrigins: order.allowedOrigins,
        claims: order.claims,
        agentAnalysis: order.agentAnalysis ?? allowed,
      },
      order.expiresInS,
    );
    return { token, expiresAt, sessionId };
  }
}
