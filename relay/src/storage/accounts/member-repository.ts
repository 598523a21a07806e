import { type Kysely, type Selectable, type Transaction } from 'kysely';
import { type Member, MEMBER_ROLES, type MemberRole } from '../../domain/accounts/member.js';
import { appendAudit } from './audit-repository.js';
import type { Schema } from '../database/schema.js';
import type { MembersTable } from '../tables/account-tables.js';
import { withTenant } from '../tables/tenant.js';

/** The members of an organization. */
export class MemberRepository {
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

  /** @returns false when the organization has no such member */
  async remove(orgId: string, memberId: string, actor: string, at: Date): Promise<boolean> {
    return withTenant(this.db, orgId, async (transaction) => {
      const removed = await transaction
        .deleteFrom('members')
        .where('id', '=', memberId)
        .where('org_id', '=', orgId)
        .returning(['email', 'role'])
        .executeTakeFirst();
      if (removed === undefined) return false;
      const detail = { member_id: memberId, ...removed };
      await appendAudit(transaction, { orgId, at, actor, action: 'member.removed', detail });
      return true;
    });
  }
}

/** @returns false when the organization already has a member with this e-mail */
export const insertMember = async (
  transaction: Transaction<Schema>,
  { id, orgId, email, role, createdAt }: Member,
  actor: string,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('members')
    .values({ id, org_id: orgId, email, role, created_at: createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  const detail = { member_id: id, email, role };
  await appendAudit(transaction, { orgId, at: createdAt, actor, action: 'member.added', detail });
  return true;
};

const toMember = (row: Selectable<MembersTable>): Member => ({
  id: row.id,
  orgId: row.org_id,
  email: row.email,
  role: toRole(row.role),
  createdAt: row.created_at,
});

const toRole = (text: string): MemberRole => {
  const role = MEMBER_ROLES.find((known) => known === text);
  if (role === undefined) throw new Error(`the database holds an unknown role: ${text}`);
  return role;
};
