import { type StreamSlots } from '../limits/stream-slots.js';
import { planLimits } from '../limits/plan-limits.js';
import type { VerifiedApiKey } from '../keys/api-key.js';
import type { KeyStates } from '../keys/stream-credentials.js';
import { allowsAgentAnalysis } from '../accounts/organization-policy.js';
import { type RedeemableToken, TokenError } from './stream-token.js';
import type { StreamTokens } from './stream-tokens.js';
import type { Organization } from '../accounts/organization.js';
import type { TelephonyAccount } from '../telephony/telephony-accounts.js';
import { STREAM_SCOPES, type StreamAuth } from '../accounts/stream-auth.js';
import { defined } from '../defined.js';

export interface OrganizationFinder {
  find(id: string): Promise<Organization | undefined>;
}

/** A token that was checked and not used up yet. */
export interface CheckedToken {
  readonly token: RedeemableToken;
  readonly auth: StreamAuth;
}

export interface StreamAuthorizerOptions {
  readonly tokens: StreamTokens;
  readonly organizations: OrganizationFinder;
  readonly keys: KeyStates;
  readonly slots: StreamSlots;
  readonly nowMs: () => number;
}

/** Decides what the bearer of a credential may do on a stream. */
export class StreamAuthorizer {
  private readonly options: StreamAuthorizerOptions;

  constructor(options: StreamAuthorizerOptions) {
    this.options = options;
  }

  /** An API key may do everything its organization may. */
  forApiKey({ key, organization }: VerifiedApiKey): StreamAuth {
    return {
      ...this.common(organization),
      keyId: key.id,
      scopes: STREAM_SCOPES,
      claims: {},
      agentAnalysis: allowsAgentAnalysis(organization.policy),
    };
  }

  /**
   * What a telephony vendor may do for the organization that it has an account of: open streams.
   * @throws TokenError when the organization is gone
   */
  async forTelephony({ orgId, vertical, line }: TelephonyAccount): Promise<StreamAuth> {
    const organization = await this.options.organizations.find(orgId);
    if (organization === undefined) {
      throw new TokenError('malformed', 'the organization of this telephony account is gone');
    }
    return {
      ...this.common(organization),
      scopes: ['stream.write'],
      claims: {},
      defaults: defined({ vertical, line }),
      agentAnalysis: allowsAgentAnalysis(organization.policy),
    };
  }

  /**
   * Checks a token. {@link redeem} uses it up, as late as possible: a handshake that fails for another reason should not
   * cost the page its token.
   * @throws TokenError
   */
  async checkToken(text: string, origin: string | undefined): Promise<CheckedToken> {
    const { tokens, organizations } = this.options;
    const token = await tokens.verify(text, origin);
    const organization = await organizations.find(token.orgId);
    if (organization === undefined)
      throw new TokenError('malformed', 'the stream token’s organization is gone');
    if (token.keyId !== undefined) await this.assertUsable(token.keyId);
    return {
      token,
      auth: {
        ...this.common(organization),
        tokenId: token.id,
        ...defined({ keyId: token.keyId }),
        scopes: token.scopes,
        ...defined({ sessionId: token.sessionId }),
        ...(token.isNewSession === true && { isNewSession: true }),
        claims: token.claims,
        agentAnalysis: allowsAgentAnalysis(organization.policy, token.agentAnalysis),
      },
    };
  }

  /** @throws TokenError `already_used` */
  async redeem({ token }: CheckedToken): Promise<void> {
    await this.options.tokens.redeem(token);
  }

  /** If a key was revoked, the tokens made with it are no longer valid either. */
  private async assertUsable(keyId: string): Promise<void> {
    const { keys, nowMs } = this.options;
    if ((await keys.findUnusable([keyId], new Date(nowMs()))).length > 0) {
      throw new TokenError(
        'malformed',
        'the API key that this stream token was made with is not valid any more',
      );
    }
  }

  private common(
    organization: Organization,
  ): Pick<StreamAuth, 'orgId' | 'policy' | 'plan' | 'concurrentStreams'> {
    return {
      orgId: organization.id,
      policy: organization.policy,
      plan: planLimits(organization.plan),
      concurrentStreams: () => this.options.slots.used(organization.id),
    };
  }
}
