import { z } from 'zod';
import type { OrganizationRecord } from '../../domain/accounts/organization.js';
import { Fault } from '../../domain/fault.js';
import type { ApiKeys } from '../../domain/keys/api-keys.js';
import type { Members } from '../../domain/members/members.js';
import type { AuditRepository } from '../../storage/audit/audit-repository.js';
import type { MemberRepository } from '../../storage/members/member-repository.js';
import type { OrganizationExport } from '../../storage/accounts/organization-export.js';
import type { OrganizationRepository } from '../../storage/accounts/organization-repository.js';
import type { WalletRepository } from '../../storage/billing/wallet-repository.js';

/** The operator's name in the audit log. */
export const OPERATOR = 'operator';

/** What the operator's API needs. */
export interface AdminDependencies {
  readonly repositories: {
    readonly organizations: OrganizationRepository;
    readonly organizationExport: OrganizationExport;
    readonly members: MemberRepository;
    readonly audit: AuditRepository;
    readonly wallets: WalletRepository;
  };
  readonly apiKeys: ApiKeys;
  readonly members: Members;
  readonly publicUrl: string | undefined;
  readonly nowMs: () => number;
  /** Called after verified facts about an organization changed. */
  readonly organizationChanged: (orgId: string) => void;
}

export const organizationParams = z.strictObject({ org_id: z.string() });

/** @throws Fault `not_found`. An operator sees all organizations, so nothing needs to be hidden. */
export const requireOrganization = async (
  organizations: OrganizationRepository,
  orgId: string,
): Promise<OrganizationRecord> => {
  const found = await organizations.findRecord(orgId);
  if (found === undefined) throw new Fault('not_found', 'there is no such organization');
  return found;
};
