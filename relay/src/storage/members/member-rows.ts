import type { Selectable, Transaction } from 'kysely';
import { type Member, MEMBER_ROLES, type MemberRole } from '../../domain/accounts/member.js';
import { appendAudit } from '../audit/audit-repository.js';
import type { Schema } from '../database/schema.js';
import type { MembersTable } from '../tables/account-tables.js';

/** @returns false when the organization already has a member with this e-mail */
export const insertMember = async (
  transaction: Transaction<Schema>,
  { id, orgId, email, role, createdAt, name }: Member,
  actor: string,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('members')
    .values({
      id,
      org_id: orgId,
      email,
      role: OLDER_WORDS[role],
      rights: role,
      name: name ?? null,
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  const detail = { member_id: id, email, role };
  await appendAudit(transaction, { orgId, at: createdAt, actor, action: 'member.added', detail });
  return true;
};

/** What older relays, which may run on the same database, write and read in `role`. */
export const OLDER_WORDS: Readonly<Record<MemberRole, string>> = {
  owner: 'owner',
  developer: 'admin',
  supervisor: 'member',
  viewer: 'member',
};
const FROM_OLDER_WORDS = new Map<string, MemberRole>([
  ['owner', 'owner'],
  ['admin', 'developer'],
  ['member', 'viewer'],
]);

export const toMember = (row: Selectable<MembersTable>): Member => ({
  id: row.id,
  orgId: row.org_id,
  email: row.email,
  role: toRole(row),
  createdAt: row.created_at,
  name: row.name ?? undefined,
  joinedAt: row.joined_at ?? undefined,
});

const toRole = ({ rights, role }: Pick<MembersTable, 'rights' | 'role'>): MemberRole => {
  const found = MEMBER_ROLES.find((known) => known === rights) ?? FROM_OLDER_WORDS.get(role);
  if (found === undefined) throw new Error(`the database holds an unknown role: ${role}`);
  return found;
};
