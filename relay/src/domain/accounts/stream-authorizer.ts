import { type ConcurrencySlots } from '../limits/concurrency.js';
import { planLimits } from '../limits/plan-limits.js';
import type { VerifiedApiKey } from '../keys/api-key.js';
import { allowsAgentAnalysis } from '../policy/organization-policy.js';
import { type RedeemableToken, TokenError } from '../tokens/stream-token.js';
import type { StreamTokens } from '../tokens/stream-tokens.js';
import type { Organization } from './organization.js';
import { STREAM_SCOPES, type StreamAuth, type StreamClaims } from './stream-auth.js';

export interface OrganizationFinder {
  find(id: string): Promise<Organization | undefined>;
}

/** A token that was checked and not used up yet. */
export interface CheckedToken {
  readonly token: RedeemableToken;
  readonly auth: StreamAuth;
}

/** Says what the bearer of a credential may do on a stream. */
export class StreamAuthorizer {
  readonly #tokens: StreamTokens;
  readonly #organizations: OrganizationFinder;
  readonly #slots: ConcurrencySlots;

  constructor(tokens: StreamTokens, organizations: OrganizationFinder, slots: ConcurrencySlots) {
    this.#tokens = tokens;
    this.#organizations = organizations;
    this.#slots = slots;
  }

  /** An API key may do everything its organisation may. */
  forApiKey({ key, organization }: VerifiedApiKey): StreamAuth {
    return {
      ...this.#common(organization),
      keyId: key.id,
      scopes: STREAM_SCOPES,
      claims: {},
      agentAnalysis: allowsAgentAnalysis(organization.policy),
    };
  }

  /**
   * Checks a token. {@link redeem} uses it up, as late as possible: a handshake that fails for another reason should not
   * cost the page its token.
   * @throws TokenError
   */
  async checkToken(text: string, origin: string | undefined): Promise<CheckedToken> {
    const token = await this.#tokens.verify(text, origin);
    const organization = await this.#organizations.find(token.orgId);
    if (organization === undefined)
      throw new TokenError('malformed', 'the stream token’s organisation is gone');
    return {
      token,
      auth: {
        ...this.#common(organization),
        tokenId: token.id,
        scopes: token.scopes,
        sessionId: token.sessionId,
        claims: withCredits(token.claims),
        agentAnalysis: allowsAgentAnalysis(organization.policy, token.agentAnalysis),
      },
    };
  }

  /** @throws TokenError `already_used` */
  async redeem({ token }: CheckedToken): Promise<void> {
    await this.#tokens.redeem(token);
  }

  #common(organization: Organization): Pick<StreamAuth, 'orgId' | 'policy' | 'plan' | 'concurrentStreams'> {
    return {
      orgId: organization.id,
      policy: organization.policy,
      plan: planLimits(organization.plan),
      concurrentStreams: () => this.#slots.used(organization.id),
    };
  }
}

/** One credit is one second of audio: a cap on credits is a cap on audio. */
const withCredits = (claims: StreamClaims): StreamClaims =>
  claims.maxCredits === undefined
    ? claims
    : { ...claims, maxAudioS: Math.min(claims.maxCredits, claims.maxAudioS ?? Infinity) };
