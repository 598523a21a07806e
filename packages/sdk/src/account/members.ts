import type { Answer, Body, Schema } from '../api.js';
import type { CallOptions, HttpClient } from '../http/http-client.js';

/** Somebody who may sign in to the console, or was invited to. */
export type Member = Answer<'listMembers'>['members'][number];
/** Whom to invite, and with which role. */
export type NewMember = Body<'inviteMember'>;
/** Another role or name. */
export type MemberChange = Body<'updateMember'>;
/** The link of `invitation` is shown only this once. Hand it over yourself: the relay sends no mail. */
export type InvitedMember = Answer<'inviteMember'>;
/** Where a member is signed in: a browser, and until when. */
export type MemberSession = Schema<'MemberSession'>;
/** What a member signs in with. */
export type Passkey = Schema<'Passkey'>;

/** The people of the organization, their sign-ins and their passkeys. */
export class Members {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  /** All of them, the oldest first. */
  async list(options?: CallOptions): Promise<readonly Member[]> {
    const call = { method: 'GET', path: '/v1/members' } as const;
    return (await this.http.call<Answer<'listMembers'>>(call, options)).members;
  }

  /** Invites somebody to the console. The link in the answer is good for seven days and one person. */
  invite(member: NewMember, options?: CallOptions): Promise<InvitedMember> {
    return this.http.call({ method: 'POST', path: '/v1/members', json: member }, options);
  }

  /** Makes a new link, for one that was lost or has ended, or for a lost passkey. The link before opens nothing any more. */
  inviteAgain(id: string, options?: CallOptions): Promise<InvitedMember> {
    return this.http.call({ method: 'POST', path: `${pathOf(id)}/invitation` }, options);
  }

  /** Changes a member’s role or name. The last owner who can sign in stays one. */
  async update(id: string, change: MemberChange, options?: CallOptions): Promise<Schema<'Member'>> {
    const call = { method: 'PATCH', path: pathOf(id), json: change } as const;
    return (await this.http.call<Answer<'updateMember'>>(call, options)).member;
  }

  /** Ends the member's sign-ins and streams within seconds. API keys that the member made stay. */
  remove(id: string, options?: CallOptions): Promise<void> {
    return this.http.call({ method: 'DELETE', path: pathOf(id) }, options);
  }

  /** Where the member is signed in, newest first. */
  async sessions(id: string, options?: CallOptions): Promise<readonly MemberSession[]> {
    const call = { method: 'GET', path: `${pathOf(id)}/sessions` } as const;
    return (await this.http.call<Answer<'listMemberSessions'>>(call, options)).sessions;
  }

  /** Signs the member out in one browser. */
  endSession(id: string, sessionId: string, options?: CallOptions): Promise<void> {
    const path = `${pathOf(id)}/sessions/${encodeURIComponent(sessionId)}`;
    return this.http.call({ method: 'DELETE', path }, options);
  }

  /** The member’s passkeys. */
  async passkeys(id: string, options?: CallOptions): Promise<readonly Passkey[]> {
    const call = { method: 'GET', path: `${pathOf(id)}/passkeys` } as const;
    return (await this.http.call<Answer<'listPasskeys'>>(call, options)).passkeys;
  }

  /** Removes a passkey. The only way to sign in stays. */
  removePasskey(id: string, passkeyId: string, options?: CallOptions): Promise<void> {
    const path = `${pathOf(id)}/passkeys/${encodeURIComponent(passkeyId)}`;
    return this.http.call({ method: 'DELETE', path }, options);
  }
}

const pathOf = (id: string): string => `/v1/members/${encodeURIComponent(id)}`;
