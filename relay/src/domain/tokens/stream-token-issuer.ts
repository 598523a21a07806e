import type { StreamClaims, StreamScope } from '../accounts/stream-auth.js';
import type { Organization } from '../accounts/organization.js';
import { MICRO_CREDITS_PER_CREDIT } from '../billing/credits.js';
import { Fault } from '../fault.js';
import { newId } from '../ids.js';
import { allowsAgentAnalysis } from '../accounts/organization-policy.js';
import type { StreamTokens } from './stream-tokens.js';
import { defined } from '../defined.js';

export interface StreamTokenOrder {
  /** The organization's own name for it. Absent: a new session, or any session of the organization for a mere observer. */
  readonly sessionId: string | undefined;
  readonly scopes: readonly StreamScope[];
  readonly allowedOrigins: readonly string[];
  readonly expiresInS: number;
  readonly claims: StreamClaims;
  /** If absent: what the organization's policy allows. */
  readonly agentAnalysis: boolean | undefined;
  /** The API key of the server that asks. */
  readonly keyId?: string;
}

export interface IssuedStreamToken {
  readonly token: string;
  readonly expiresAt: Date;
  /** Absent if the token may observe any session of the organization. */
  readonly sessionId: string | undefined;
}

/** An order that must be refused, and why. */
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

/** What an issuer must know to refuse a stream that could not begin. */
export interface StreamMeans {
  /** What the organization could set aside now. */
  state(orgId: string): Promise<{ readonly availableMicroCredits: number }>;
  /** Whether a session is live, and has money of its own set aside. */
  isLive(orgId: string, sessionId: string): Promise<boolean>;
}

/** Issues stream tokens for an organization, within what its policy allows. */
export class StreamTokenIssuer {
  private readonly tokens: StreamTokens;
  private readonly means: StreamMeans;

  constructor(tokens: StreamTokens, means: StreamMeans) {
    this.tokens = tokens;
    this.means = means;
  }

  /** @throws TokenOrderError; TokenError `too_large`; Fault `insufficient_credits` */
  async issue(organization: Organization, order: StreamTokenOrder): Promise<IssuedStreamToken> {
    const allowed = allowsAgentAnalysis(organization.policy);
    if (order.agentAnalysis === true && !allowed) {
      throw new TokenOrderError(
        'policy_blocked',
        'the organization’s policy does not allow analyzing agents',
      );
    }
    const writes = order.scopes.includes('stream.write');
    if (writes) await this.assertPayable(organization.id, order.sessionId);
    const sessionId = order.sessionId ?? (writes ? newId('ses') : undefined);
    const { token, expiresAt } = await this.tokens.mint(
      {
        orgId: organization.id,
        ...defined({ sessionId }),
        ...(sessionId !== order.sessionId && { isNewSession: true }),
        ...defined({ keyId: order.keyId }),
        scopes: order.scopes,
        allowedOrigins: order.allowedOrigins,
        claims: order.claims,
        agentAnalysis: order.agentAnalysis ?? allowed,
      },
      order.expiresInS,
    );
    return { token, expiresAt, sessionId };
  }

  /**
   * If there is no money, a page should learn it from its own server, not from a stream that closes at once
   * (RT53).
   */
  private async assertPayable(orgId: string, sessionId: string | undefined): Promise<void> {
    const { availableMicroCredits: available } = await this.means.state(orgId);
    if (available >= MICRO_CREDITS_PER_CREDIT) return;
    // A running session has its next seconds set aside, so a token to resume it needs no more money.
    if (sessionId !== undefined && (await this.means.isLive(orgId, sessionId))) return;
    throw new Fault(
      'insufficient_credits',
      'the wallet of this organization cannot pay for a second: top it up',
      {
        details: {
          required_micro_credits: MICRO_CREDITS_PER_CREDIT,
          available_micro_credits: available,
        },
      },
    );
  }
}
