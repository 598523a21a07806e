import type { Member } from '../accounts/member.js';
import { newId } from '../ids.js';
import type { NewApiKey } from '../keys/api-keys.js';
import { generateApiKey, hashApiKey, prefixOfApiKey } from '../keys/api-key-secret.js';
import { NotYoursFault } from '../removed-ids.js';

/** A working day; the console's cookie lasts as long. */
const SESSION_LIFETIME_MS = 8 * 3_600_000;
const MAX_USER_AGENT = 300;

export const SIGN_IN_METHODS = ['invitation', 'passkey', 'oidc'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

export interface MemberSession {
  readonly id: string;
  readonly memberId: string;
  readonly method: SignInMethod;
  /** What the browser said that it is. */
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date | undefined;
  readonly expiresAt: Date;
}

export interface NewMemberSession {
  /** A sign-in is a key of its own, which no list of keys shows. Its id is the session's. */
  readonly key: NewApiKey;
  readonly memberId: string;
  readonly method: SignInMethod;
  readonly userAgent: string;
}

/** What sign-ins need from the storage. */
export interface MemberSessionStore {
  open(session: NewMemberSession): Promise<void>;
  /** Those that neither were ended nor have run out, newest first. */
  list(orgId: string, memberId: string, now: Date): Promise<readonly MemberSession[]>;
  /** @returns false when the member has no such session, or it was ended before */
  end(orgId: string, memberId: string, sessionId: string, actor: string, at: Date): Promise<boolean>;
}

export interface MemberSessionsOptions {
  readonly store: MemberSessionStore;
  readonly nowMs: () => number;
  /** Called at once when a session was ended on this relay. Other relays find out by themselves, as for a revoked key. */
  readonly onEnded: (sessionId: string) => void;
}

/** The sign-ins of members. */
export class MemberSessions {
  constructor(private readonly options: MemberSessionsOptions) {}

  /** @returns the secret, which goes into the browser's cookie and nowhere else */
  async open(
    member: Member,
    method: SignInMethod,
    userAgent: string,
  ): Promise<{ id: string; secret: string }> {
    const now = this.options.nowMs();
    const secret = generateApiKey();
    const id = newId('mss');
    await this.options.store.open({
      key: {
        id,
        orgId: member.orgId,
        name: member.email,
        prefix: prefixOfApiKey(secret),
        hash: hashApiKey(secret),
        checksummed: true,
        createdAt: new Date(now),
        expiresAt: new Date(now + SESSION_LIFETIME_MS),
        rateLimit: undefined,
        scopes: undefined,
      },
      memberId: member.id,
      method,
      userAgent: userAgent.slice(0, MAX_USER_AGENT),
    });
    return { id, secret };
  }

  list(orgId: string, memberId: string): Promise<readonly MemberSession[]> {
    return this.options.store.list(orgId, memberId, new Date(this.options.nowMs()));
  }

  /** Ends a sign-in: its requests get 401, and its streams end. @throws NotYoursFault */
  async end(orgId: string, memberId: string, sessionId: string, actor: string): Promise<void> {
    const { store, nowMs, onEnded } = this.options;
    if (!(await store.end(orgId, memberId, sessionId, actor, new Date(nowMs()))))
      throw new NotYoursFault({ kind: 'member_session', id: sessionId });
    onEnded(sessionId);
  }
}
