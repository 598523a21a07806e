import * as oidc from 'openid-client';
import type { MemberRole } from '../accounts/member.js';
import { Fault } from '../fault.js';
import { newId } from '../ids.js';
import type { MemberOfOrganization } from './members.js';

/** Who somebody is, as the company's provider says it. */
export interface CompanyIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Only when the provider vouches for it. */
  readonly email: string | undefined;
  readonly name: string | undefined;
}

export interface CompanyMemberStore {
  /**
   * The member with this identity: known by it, or invited under its address, or else added when there is a role for
   * strangers. Notes that the member has joined.
   */
  joinByCompany(
    orgId: string,
    identity: CompanyIdentity,
    stranger: { readonly id: string; readonly role: MemberRole } | undefined,
    at: Date,
  ): Promise<MemberOfOrganization | undefined>;
}

export interface CompanySignInOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly orgId: string;
  /** What somebody becomes who was not invited. Absent: nobody comes in uninvited. */
  readonly role: MemberRole | undefined;
  readonly store: CompanyMemberStore;
  readonly nowMs: () => number;
}

/** What a browser keeps from leaving for the provider until it is back. */
export interface Departure {
  readonly url: URL;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
}

const TIMEOUT_S = 10;

/** Signing in at the company's own provider: OpenID Connect, authorization code with PKCE. */
export class CompanySignIn {
  private found: Promise<oidc.Configuration> | undefined;

  constructor(private readonly options: CompanySignInOptions) {}

  /** @throws Fault `overloaded` when the provider does not answer */
  async leave(redirectUri: string): Promise<Departure> {
    const provider = await this.provider();
    const verifier = oidc.randomPKCECodeVerifier();
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
    const url = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    return { url, verifier, state, nonce };
  }

  /**
   * @param back where the browser came back to, with what the provider added
   * @throws Fault `unauthorized` for an answer that does not fit, `forbidden` for somebody who is no member
   */
  async enter(
    back: URL,
    { verifier, state, nonce }: Pick<Departure, 'verifier' | 'state' | 'nonce'>,
  ): Promise<MemberOfOrganization> {
    const { orgId, role, store, nowMs } = this.options;
    const identity = await this.identityOf(back, { verifier, state, nonce });
    const stranger = role === undefined ? undefined : { id: newId('mem'), role };
    const found = await store.joinByCompany(orgId, identity, stranger, new Date(nowMs()));
    if (found === undefined)
      throw new Fault('forbidden', 'the company’s account is no member here; ask an owner for an invitation');
    return found;
  }

  private async identityOf(
    back: URL,
    { verifier, state, nonce }: Pick<Departure, 'verifier' | 'state' | 'nonce'>,
  ): Promise<CompanyIdentity> {
    const provider = await this.provider();
    try {
      const tokens = await oidc.authorizationCodeGrant(provider, back, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('no ID token');
      // Many providers put the address only there.
      const info = await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub);
      const { email, email_verified: isVerified, name } = { ...claims, ...info };
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: typeof email === 'string' && isVerified === true ? email : undefined,
        name: typeof name === 'string' ? name.slice(0, 100) : undefined,
      };
    } catch (cause) {
      if (isUnreachable(cause)) throw unreachable(cause);
      throw new Fault('unauthorized', 'the company’s sign-in did not succeed; try again', { cause });
    }
  }

  /** Asked for when somebody first signs in, so that a relay starts without the provider; a failure is asked again. */
  private async provider(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.options;
    const server = new URL(issuer);
    this.found ??= oidc.discovery(
      server,
      clientId,
      undefined,
      clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
      {
        timeout: TIMEOUT_S,
        // The configuration allows it for this machine only.
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- the library marks it so that it stands out
        ...(server.protocol === 'http:' && { execute: [oidc.allowInsecureRequests] }),
      },
    );
    try {
      return await this.found;
    } catch (cause) {
      this.found = undefined;
      throw unreachable(cause);
    }
  }
}

const unreachable = (cause: unknown): Fault =>
  new Fault('overloaded', 'the company’s sign-in cannot be reached now', { cause, retryAfterS: 10 });

/** Whether nobody answered, in time. `fetch` throws a TypeError then, whose cause is the socket's error. */
const isUnreachable = (error: unknown): boolean =>
  (error instanceof TypeError && error.cause !== undefined) ||
  (error instanceof oidc.ClientError && error.code === 'OAUTH_TIMEOUT');
