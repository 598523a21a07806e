import { randomBytes } from 'node:crypto';
import { HttpError } from '../../transport/http-message.js';
import { SealedCookie, type SealingKeys } from './sealed-cookie.js';

/** A person looks for a device, and unlocks it. */
const LIFETIME_S = 300;
const CHALLENGE_BYTES = 32;

/** Makes sure that a challenge is answered once. */
export interface ChallengeStore {
  /** @returns false when it was answered before */
  redeem(token: { id: string; orgId: string; expiresAt: Date }): Promise<boolean>;
}

/** What a challenge is for: a passkey for a member, or a sign-in. */
export type Purpose = 'sign_in' | `member:${string}`;

export interface Ceremony {
  readonly challenge: Uint8Array<ArrayBuffer>;
  /** The `Set-Cookie` header in which the browser keeps it, sealed. */
  readonly cookie: string;
}

/** The challenges of WebAuthn. Each lies sealed with the browser that asked for it, so that relays share nothing but secrets. */
export class Ceremonies {
  private readonly cookie: SealedCookie;

  constructor(
    keys: SealingKeys,
    private readonly nowMs: () => number,
    private readonly store: ChallengeStore,
  ) {
    const name = 'undertone_challenge';
    this.cookie = new SealedCookie({
      name,
      keys,
      nowMs,
      lifetimeS: LIFETIME_S,
      sameSite: 'Strict',
      path: '/console',
    });
  }

  async begin(purpose: Purpose, secure: boolean): Promise<Ceremony> {
    const challenge = new Uint8Array(randomBytes(CHALLENGE_BYTES));
    const text = Buffer.from(challenge).toString('base64url');
    return { challenge, cookie: await this.cookie.seal({ challenge: text, purpose }, secure) };
  }

  /** The challenge that this browser was given for this. @throws HttpError `validation_error` when it has none */
  async challengeOf(purpose: Purpose, headers: ReadonlyMap<string, string>): Promise<string> {
    const opened = await this.cookie.open(headers);
    const challenge = opened?.['challenge'];
    if (typeof challenge !== 'string' || opened?.['purpose'] !== purpose)
      throw new HttpError('validation_error', 'this took too long, or began elsewhere; try again');
    return challenge;
  }

  /** Call it after a signature was checked. @throws HttpError `unauthorized` for a challenge that was answered before */
  async finish(challenge: string, orgId: string): Promise<void> {
    const expiresAt = new Date(this.nowMs() + LIFETIME_S * 1_000);
    if (!(await this.store.redeem({ id: `chl_${challenge}`, orgId, expiresAt })))
      throw new HttpError('unauthorized', 'this sign-in was used before; try again');
  }
}
