import type { Member, MemberRole } from '../accounts/member.js';
import type { Organization } from '../accounts/organization.js';
import { Fault } from '../fault.js';
import { newId } from '../ids.js';
import { NotYoursFault } from '../removed-ids.js';
import {
  hashInvitationToken,
  INVITATION_LIFETIME_MS,
  isInvitationToken,
  newInvitationToken,
} from './invitation.js';

/** A member as lists show it. */
export interface ListedMember extends Member {
  readonly lastSeenAt: Date | undefined;
  readonly passkeys: number;
  /** When the open invitation ends; absent when there is none. */
  readonly invitedUntil: Date | undefined;
}

export interface StoredInvitation {
  readonly id: string;
  readonly tokenHash: Uint8Array;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A member with the organization that the sign-in is for. */
export interface MemberOfOrganization {
  readonly member: Member;
  readonly organization: Organization;
}

export interface MemberChanges {
  readonly name?: string | undefined;
  readonly role?: MemberRole | undefined;
}

/** Why somebody stays as they are: nobody else could give rights any more. */
export type LastOwner = 'last_owner';

/** What looking after members needs from the storage. Every change is written to the audit log with it. */
export interface MemberStore {
  listAll(orgId: string): Promise<readonly ListedMember[]>;
  find(orgId: string, memberId: string): Promise<Member | undefined>;
  /** Whether an owner has signed in before. */
  hasOwner(orgId: string): Promise<boolean>;
  /** Whether an organization has no such owner. */
  lacksOwner(): Promise<boolean>;
  /** @returns false when the organization has a member with this e-mail */
  invite(member: Member, invitation: StoredInvitation, actor: string): Promise<boolean>;
  /** Replaces the member's invitation. @returns undefined when the organization has no such member */
  inviteAgain(
    orgId: string,
    memberId: string,
    invitation: StoredInvitation,
    actor: string,
  ): Promise<Member | undefined>;
  /** The member whose open invitation has this hash. */
  findInvited(tokenHash: Uint8Array, now: Date): Promise<MemberOfOrganization | undefined>;
  change(
    orgId: string,
    memberId: string,
    changes: MemberChanges,
    actor: string,
    at: Date,
  ): Promise<Member | LastOwner | undefined>;
  /** @returns the sign-ins that end with it */
  remove(
    orgId: string,
    memberId: string,
    actor: string,
    at: Date,
  ): Promise<readonly string[] | LastOwner | undefined>;
}

/** An invitation as the inviter gets it, once. */
export interface Invitation {
  readonly member: Member;
  readonly token: string;
  readonly expiresAt: Date;
}

export interface MembersOptions {
  readonly store: MemberStore;
  readonly nowMs: () => number;
  /** Called for each sign-in that ended. */
  readonly onEnded: (sessionId: string) => void;
  /** Called when a member may do something else than before. */
  readonly onChanged: (memberId: string) => void;
}

/** The people of an organization: invited, given a role, removed. */
export class Members {
  constructor(private readonly options: MembersOptions) {}

  list(orgId: string): Promise<readonly ListedMember[]> {
    return this.options.store.listAll(orgId);
  }

  /** Whether somebody can give rights: an owner who has signed in before. */
  hasOwner(orgId: string): Promise<boolean> {
    return this.options.store.hasOwner(orgId);
  }

  /** Whether somewhere an API key may still sign in to the console. */
  takesKeys(): Promise<boolean> {
    return this.options.store.lacksOwner();
  }

  /** @throws Fault `conflict` when the organization has a member with this e-mail */
  async invite(
    orgId: string,
    { email, name, role }: Pick<Member, 'email' | 'name' | 'role'>,
    actor: string,
  ): Promise<Invitation> {
    const { token, invitation } = this.newInvitation();
    const member = { id: newId('mem'), orgId, email, name, role, createdAt: invitation.createdAt };
    if (!(await this.options.store.invite(member, invitation, actor)))
      throw new Fault('conflict', 'the organization has a member with this e-mail address');
    return { member, token, expiresAt: invitation.expiresAt };
  }

  /**
   * A new link, for who lost it or lost the passkey. The one before opens nothing any more.
   * @throws NotYoursFault
   */
  async inviteAgain(orgId: string, memberId: string, actor: string): Promise<Invitation> {
    const { token, invitation } = this.newInvitation();
    const member = await this.options.store.inviteAgain(orgId, memberId, invitation, actor);
    if (member === undefined) throw notAMember(memberId);
    return { member, token, expiresAt: invitation.expiresAt };
  }

  /** Whom a link is for. @throws Fault `not_found`, the same for a link that was used, has ended or never was */
  async invited(token: string): Promise<MemberOfOrganization> {
    const { store, nowMs } = this.options;
    const found = isInvitationToken(token)
      ? await store.findInvited(hashInvitationToken(token), new Date(nowMs()))
      : undefined;
    if (found === undefined)
      throw new Fault('not_found', 'this invitation was used or has ended; ask for a new one');
    return found;
  }

  /** @throws NotYoursFault; Fault `conflict` for the last owner who can sign in */
  async change(orgId: string, memberId: string, changes: MemberChanges, actor: string): Promise<Member> {
    const { store, nowMs, onChanged } = this.options;
    const changed = await store.change(orgId, memberId, changes, actor, new Date(nowMs()));
    if (changed === undefined) throw notAMember(memberId);
    if (changed === 'last_owner') throw lastOwner();
    onChanged(memberId);
    return changed;
  }

  /** Removes a member with passkeys and sign-ins. @throws as {@link change} */
  async remove(orgId: string, memberId: string, actor: string): Promise<void> {
    const { store, nowMs, onEnded } = this.options;
    const ended = await store.remove(orgId, memberId, actor, new Date(nowMs()));
    if (ended === undefined) throw notAMember(memberId);
    if (ended === 'last_owner') throw lastOwner();
    for (const sessionId of ended) onEnded(sessionId);
  }

  /** @throws NotYoursFault */
  async require(orgId: string, memberId: string): Promise<Member> {
    const member = await this.options.store.find(orgId, memberId);
    if (member === undefined) throw notAMember(memberId);
    return member;
  }

  private newInvitation(): { token: string; invitation: StoredInvitation } {
    const now = this.options.nowMs();
    const token = newInvitationToken();
    const invitation = {
      id: newId('inv'),
      tokenHash: hashInvitationToken(token),
      createdAt: new Date(now),
      expiresAt: new Date(now + INVITATION_LIFETIME_MS),
    };
    return { token, invitation };
  }
}

const notAMember = (id: string): NotYoursFault => new NotYoursFault({ kind: 'member', id });

const lastOwner = (): Fault =>
  new Fault('conflict', 'this is the last owner who can sign in; make another member an owner first');
