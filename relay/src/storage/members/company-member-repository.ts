import { type Kysely, sql, type Transaction } from 'kysely';
import type { MemberRole } from '../../domain/accounts/member.js';
import type { CompanyIdentity, CompanyMemberStore } from '../../domain/members/company-sign-in.js';
import type { MemberOfOrganization } from '../../domain/members/members.js';
import { insertMember, toMember } from './member-rows.js';
import { organizationOf } from './organization-of.js';
import type { Schema } from '../database/schema.js';
import { withTenant } from '../tables/tenant.js';

/** Members who sign in at their company's provider. */
export class CompanyMemberRepository implements CompanyMemberStore {
  constructor(private readonly db: Kysely<Schema>) {}

  async joinByCompany(
    orgId: string,
    identity: CompanyIdentity,
    stranger: { readonly id: string; readonly role: MemberRole } | undefined,
    at: Date,
  ): Promise<MemberOfOrganization | undefined> {
    const member = await withTenant(this.db, orgId, async (transaction) => {
      const memberId =
        (await knownBy(transaction, orgId, identity)) ??
        (await invitedAs(transaction, orgId, identity)) ??
        (await added(transaction, orgId, identity, stranger, at));
      if (memberId === undefined) return undefined;
      await transaction.deleteFrom('invitations').where('member_id', '=', memberId).execute();
      const row = await transaction
        .updateTable('members')
        .set({
          oidc_issuer: identity.issuer,
          oidc_subject: identity.subject,
          joined_at: sql<Date>`coalesce(joined_at, ${at}::timestamptz)`,
          name: sql<string | null>`coalesce(name, ${identity.name ?? null})`,
        })
        .where('id', '=', memberId)
        .where('org_id', '=', orgId)
        .returningAll()
        .executeTakeFirstOrThrow();
      return toMember(row);
    });
    return member && organizationOf(this.db, member);
  }
}

const knownBy = async (
  transaction: Transaction<Schema>,
  orgId: string,
  { issuer, subject }: CompanyIdentity,
): Promise<string | undefined> =>
  (
    await transaction
      .selectFrom('members')
      .select('id')
      .where('org_id', '=', orgId)
      .where('oidc_issuer', '=', issuer)
      .where('oidc_subject', '=', subject)
      .executeTakeFirst()
  )?.id;

/** A member who has an identity already is not given another one: an address may go to somebody else. */
const invitedAs = async (
  transaction: Transaction<Schema>,
  orgId: string,
  { email }: CompanyIdentity,
): Promise<string | undefined> => {
  if (email === undefined) return undefined;
  const row = await transaction
    .selectFrom('members')
    .select('id')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('oidc_subject', 'is', null)
    .executeTakeFirst();
  return row?.id;
};

const added = async (
  transaction: Transaction<Schema>,
  orgId: string,
  { email, name }: CompanyIdentity,
  stranger: { readonly id: string; readonly role: MemberRole } | undefined,
  at: Date,
): Promise<string | undefined> => {
  if (stranger === undefined || email === undefined) return undefined;
  const member = { ...stranger, orgId, email, name, createdAt: at };
  return (await insertMember(transaction, member, `member:${stranger.id}`)) ? stranger.id : undefined;
};
