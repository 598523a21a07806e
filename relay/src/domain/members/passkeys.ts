import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Member } from '../accounts/member.js';
import { Fault } from '../fault.js';
import { newId } from '../ids.js';
import { NotYoursFault } from '../removed-ids.js';
import type { MemberOfOrganization } from './members.js';

/** Where a page was when it made or used a passkey. */
export interface Site {
  /** `https://relay.example.com` */
  readonly origin: string;
  /** The host name alone: what a browser ties a passkey to. */
  readonly host: string;
}

export interface Passkey {
  readonly id: string;
  readonly orgId: string;
  readonly memberId: string;
  /** The authenticator's own id, base64url. */
  readonly credentialId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly site: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
}

/** What passkeys need from the storage. Every change is written to the audit log with it. */
export interface PasskeyStore {
  list(orgId: string, memberId: string): Promise<readonly Passkey[]>;
  find(credentialId: string): Promise<(MemberOfOrganization & { readonly passkey: Passkey }) | undefined>;
  /**
   * Stores a passkey, uses up the member's invitation and notes that the member has joined.
   * @param invitationHash the invitation that must still be open; absent for a member who is signed in
   * @returns false when the invitation is not open any more, or the authenticator's id is stored already
   */
  add(passkey: Passkey, actor: string, invitationHash?: Uint8Array): Promise<boolean>;
  /** Notes a use. @returns false when the counter is not above the stored one any more */
  used(passkey: Passkey, counter: number, at: Date): Promise<boolean>;
  /** @returns undefined when the member has no such passkey; `last` when it is the only way to sign in */
  remove(
    orgId: string,
    memberId: string,
    passkeyId: string,
    actor: string,
    at: Date,
  ): Promise<'removed' | 'last' | undefined>;
}

/** A person can look after so many; more are a mistake of a program. */
const MAX_PASSKEYS = 20;

/** Passkeys of members: a key pair that stays in the person's device (WebAuthn). Only the public key is here. */
export class Passkeys {
  constructor(
    private readonly store: PasskeyStore,
    private readonly nowMs: () => number,
  ) {}

  list(orgId: string, memberId: string): Promise<readonly Passkey[]> {
    return this.store.list(orgId, memberId);
  }

  /** What a browser asks an authenticator for a new passkey. */
  async registration(
    { host }: Site,
    { member, organization }: MemberOfOrganization,
    challenge: Uint8Array<ArrayBuffer>,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const present = await this.store.list(member.orgId, member.id);
    if (present.length >= MAX_PASSKEYS)
      throw new Fault('conflict', `a member has at most ${MAX_PASSKEYS} passkeys`);
    return generateRegistrationOptions({
      rpName: `Undertone · ${organization.name}`,
      rpID: host,
      userID: new Uint8Array(Buffer.from(member.id)),
      userName: member.email,
      userDisplayName: member.name ?? member.email,
      challenge,
      // Where the device comes from is none of our business.
      attestationType: 'none',
      excludeCredentials: present
        .filter(({ site }) => site === host)
        .map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
      // It is the only factor: it must know who holds it, and be found without a name typed before.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /**
   * Checks what the authenticator answered, and stores the passkey.
   * @throws Fault `validation_error` for an answer that does not fit; `conflict`
   */
  async register(
    site: Site,
    member: Member,
    challenge: string,
    { response, name }: { readonly response: RegistrationResponseJSON; readonly name: string },
    invitationHash?: Uint8Array,
  ): Promise<void> {
    const { verified, registrationInfo } = await fitting(() =>
      verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.host,
        requireUserVerification: true,
      }),
    );
    if (!verified) throw unfitting();
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    const passkey = {
      id: newId('pky'),
      orgId: member.orgId,
      memberId: member.id,
      credentialId: id,
      publicKey,
      counter,
      transports,
      site: site.host,
      name,
      createdAt: new Date(this.nowMs()),
      lastUsedAt: undefined,
    };
    if (!(await this.store.add(passkey, `member:${member.id}`, invitationHash)))
      throw new Fault('conflict', 'the invitation was used meanwhile, or this passkey is known already');
  }

  /** What a browser asks an authenticator to sign in. Nobody is named: the person chooses. */
  signIn({ host }: Site, challenge: Uint8Array<ArrayBuffer>): Promise<PublicKeyCredentialRequestOptionsJSON> {
    return generateAuthenticationOptions({ rpID: host, challenge, userVerification: 'required' });
  }

  /** Checks a signature. @throws Fault `unauthorized`, the same for every reason */
  async verify(
    site: Site,
    challenge: string,
    response: AuthenticationResponseJSON,
  ): Promise<MemberOfOrganization> {
    const found = await this.store.find(response.id);
    if (found === undefined) throw notKnown();
    const { passkey } = found;
    const { verified, authenticationInfo } = await fitting(
      () =>
        verifyAuthenticationResponse({
          response,
          expectedChallenge: challenge,
          expectedOrigin: site.origin,
          expectedRPID: site.host,
          requireUserVerification: true,
          credential: {
            id: passkey.credentialId,
            publicKey: passkey.publicKey,
            counter: passkey.counter,
            transports: [...passkey.transports],
          },
        }),
      notKnown,
    );
    if (!verified) throw notKnown();
    if (!(await this.store.used(passkey, authenticationInfo.newCounter, new Date(this.nowMs()))))
      throw notKnown();
    return found;
  }

  /** @throws NotYoursFault; Fault `conflict` for the only way to sign in */
  async remove(orgId: string, memberId: string, passkeyId: string, actor: string): Promise<void> {
    const removed = await this.store.remove(orgId, memberId, passkeyId, actor, new Date(this.nowMs()));
    if (removed === undefined) throw new NotYoursFault({ kind: 'passkey', id: passkeyId });
    if (removed === 'last')
      throw new Fault('conflict', 'this is the member’s only way to sign in; add another passkey first');
  }
}

/** The library throws for every answer that does not fit; its text would tell an attacker what to change. */
const fitting = async <T>(check: () => Promise<T>, otherwise = unfitting): Promise<T> => {
  try {
    return await check();
  } catch (cause) {
    throw otherwise(cause);
  }
};

const unfitting = (cause?: unknown): Fault =>
  new Fault('validation_error', 'the answer of the authenticator does not fit; try again', { cause });

const notKnown = (cause?: unknown): Fault =>
  new Fault('unauthorized', 'this passkey does not open this organization', { cause });
