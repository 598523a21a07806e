import type { Kysely } from 'kysely';
import type { Member } from '../../domain/accounts/member.js';
import type { MemberOfOrganization } from '../../domain/members/members.js';
import type { Schema } from '../database/schema.js';
import { OrganizationRepository } from '../accounts/organization-repository.js';

/** A member with the organization; undefined when it is being removed, because nobody may sign in to it any more. */
export const organizationOf = async (
  db: Kysely<Schema>,
  member: Member,
): Promise<MemberOfOrganization | undefined> => {
  const organization = await new OrganizationRepository(db).findRecord(member.orgId);
  if (organization === undefined || organization.closingAt !== undefined) return undefined;
  const { id, name, plan, policy } = organization;
  return { member, organization: { id, name, plan, policy } };
};
