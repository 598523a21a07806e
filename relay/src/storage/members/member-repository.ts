import { type Kysely, sql, type Transaction } from 'kysely';
import type { Member } from '../../domain/accounts/member.js';
import type {
  LastOwner,
  ListedMember,
  MemberChanges,
  MemberOfOrganization,
  MemberStore,
  StoredInvitation,
} from '../../domain/members/members.js';
import { appendAudit } from '../audit/audit-repository.js';
import { insertMember, OLDER_WORDS, toMember } from './member-rows.js';
import { organizationOf } from './organization-of.js';
import { markRemoved } from '../removed-id-repository.js';
import type { Schema } from '../database/schema.js';
import { withTenant } from '../tables/tenant.js';

/** The members of an organization, and the invitations that wait for them. */
export class MemberRepository implements MemberStore {
  private readonly db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.db = db;
  }

  /** @returns false when the organization already has a member with this e-mail */
  async add(member: Member, actor: string): Promise<boolean> {
    return withTenant(this.db, member.orgId, (transaction) => insertMember(transaction, member, actor));
  }

  async list(orgId: string): Promise<readonly Member[]> {
    const rows = await withTenant(this.db, orgId, (transaction) =>
      transaction
        .selectFrom('members')
        .selectAll()
        .where('org_id', '=', orgId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    );
    return rows.map(toMember);
  }

  async listAll(orgId: string): Promise<readonly ListedMember[]> {
    const rows = await withTenant(this.db, orgId, (transaction) =>
      transaction
        .selectFrom('members as m')
        .leftJoin('invitations as i', 'i.member_id', 'm.id')
        .selectAll('m')
        .select([
          'i.expires_at as invited_until',
          sql<number>`(select count(*)::integer from passkeys p where p.member_id = m.id)`.as('passkeys'),
          sql<Date | null>`(
            select max(coalesce(k.last_used_at, k.created_at)) from member_sessions s join api_keys k on k.id = s.id
            where s.member_id = m.id)`.as('last_seen_at'),
        ])
        .where('m.org_id', '=', orgId)
        .orderBy('m.created_at')
        .orderBy('m.id')
        .execute(),
    );
    return rows.map((row) => ({
      ...toMember(row),
      passkeys: row.passkeys,
      lastSeenAt: row.last_seen_at ?? undefined,
      invitedUntil: row.invited_until ?? undefined,
    }));
  }

  async find(orgId: string, memberId: string): Promise<Member | undefined> {
    const row = await withTenant(this.db, orgId, (transaction) => select(transaction, orgId, memberId));
    return row && toMember(row);
  }

  async hasOwner(orgId: string): Promise<boolean> {
    return (await this.list(orgId)).some(({ role, joinedAt }) => role === 'owner' && joinedAt !== undefined);
  }

  async lacksOwner(): Promise<boolean> {
    const row = await this.db
      .selectFrom('organizations as o')
      .select('o.id')
      .where('o.closing_at', 'is', null)
      .where((o) =>
        o.not(
          o.exists(
            o
              .selectFrom('members as m')
              .select('m.id')
              .whereRef('m.org_id', '=', 'o.id')
              .where('m.role', '=', OLDER_WORDS.owner)
              .where('m.joined_at', 'is not', null),
          ),
        ),
      )
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async invite(member: Member, invitation: StoredInvitation, actor: string): Promise<boolean> {
    return withTenant(this.db, member.orgId, async (transaction) => {
      if (!(await insertMember(transaction, member, actor))) return false;
      await putInvitation(transaction, member, invitation, actor);
      return true;
    });
  }

  async inviteAgain(
    orgId: string,
    memberId: string,
    invitation: StoredInvitation,
    actor: string,
  ): Promise<Member | undefined> {
    return withTenant(this.db, orgId, async (transaction) => {
      const row = await select(transaction, orgId, memberId);
      if (row === undefined) return undefined;
      await putInvitation(transaction, toMember(row), invitation, actor);
      return toMember(row);
    });
  }

  async findInvited(tokenHash: Uint8Array, now: Date): Promise<MemberOfOrganization | undefined> {
    const row = await this.db
      .selectFrom('invitations')
      .innerJoin('members', 'members.id', 'invitations.member_id')
      .selectAll('members')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return row && organizationOf(this.db, toMember(row));
  }

  async change(
    orgId: string,
    memberId: string,
    { name, role }: MemberChanges,
    actor: string,
    at: Date,
  ): Promise<Member | LastOwner | undefined> {
    return withTenant(this.db, orgId, async (transaction) => {
      const before = await lockMember(transaction, orgId, memberId);
      if (before === undefined) return undefined;
      if (role !== undefined && role !== 'owner' && before.isLastOwner) return 'last_owner';
      const row = await transaction
        .updateTable('members')
        .set({
          ...(name !== undefined && { name }),
          ...(role !== undefined && { role: OLDER_WORDS[role], rights: role }),
        })
        .where('id', '=', memberId)
        .where('org_id', '=', orgId)
        .returningAll()
        .executeTakeFirstOrThrow();
      const member = toMember(row);
      if (member.role !== before.member.role) {
        const detail = { member_id: memberId, from: before.member.role, to: member.role };
        await appendAudit(transaction, { orgId, at, actor, action: 'member.changed', detail });
      }
      return member;
    });
  }

  async remove(
    orgId: string,
    memberId: string,
    actor: string,
    at: Date,
  ): Promise<readonly string[] | LastOwner | undefined> {
    return withTenant(this.db, orgId, async (transaction) => {
      const found = await lockMember(transaction, orgId, memberId);
      if (found === undefined) return undefined;
      if (found.isLastOwner) return 'last_owner';
      const ended = await endSessionsOf(transaction, orgId, memberId, at);
      // Passkeys, sign-ins and the invitation go with the row.
      await transaction
        .deleteFrom('members')
        .where('id', '=', memberId)
        .where('org_id', '=', orgId)
        .execute();
      await markRemoved(transaction, orgId, { kind: 'member', id: memberId }, at);
      const detail = { member_id: memberId, email: found.member.email, role: found.member.role };
      await appendAudit(transaction, { orgId, at, actor, action: 'member.removed', detail });
      return ended;
    });
  }
}

/** Ends the sign-ins of a member who goes; what was paid under them keeps no name. @returns those that were open */
const endSessionsOf = async (
  transaction: Transaction<Schema>,
  orgId: string,
  memberId: string,
  at: Date,
): Promise<readonly string[]> => {
  const own = transaction.selectFrom('member_sessions').select('id').where('member_id', '=', memberId);
  const open = await transaction
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('org_id', '=', orgId)
    .where('id', 'in', own)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  await transaction
    .updateTable('api_keys')
    .set({ name: 'A former member' })
    .where('org_id', '=', orgId)
    .where('id', 'in', own)
    .execute();
  return open.map(({ id }) => id);
};

const select = (transaction: Transaction<Schema>, orgId: string, memberId: string) =>
  transaction
    .selectFrom('members')
    .selectAll()
    .where('id', '=', memberId)
    .where('org_id', '=', orgId)
    .executeTakeFirst();

/**
 * Reads a member, and whether nobody else could give rights without this one. The organization's owners are locked together, so
 * that two of them cannot remove each other.
 */
const lockMember = async (
  transaction: Transaction<Schema>,
  orgId: string,
  memberId: string,
): Promise<{ readonly member: Member; readonly isLastOwner: boolean } | undefined> => {
  const rows = await transaction
    .selectFrom('members')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const members = rows.map(toMember);
  const member = members.find(({ id }) => id === memberId);
  if (member === undefined) return undefined;
  const owners = members.filter(({ role, joinedAt }) => role === 'owner' && joinedAt !== undefined);
  return { member, isLastOwner: owners.length === 1 && owners[0]?.id === memberId };
};

const putInvitation = async (
  transaction: Transaction<Schema>,
  { id: memberId, orgId, role }: Member,
  { id, tokenHash, createdAt, expiresAt }: StoredInvitation,
  actor: string,
): Promise<void> => {
  await transaction.deleteFrom('invitations').where('member_id', '=', memberId).execute();
  await transaction
    .insertInto('invitations')
    .values({
      id,
      org_id: orgId,
      member_id: memberId,
      token_hash: tokenHash,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .execute();
  const detail = { member_id: memberId, role };
  await appendAudit(transaction, { orgId, at: createdAt, actor, action: 'member.invited', detail });
};
