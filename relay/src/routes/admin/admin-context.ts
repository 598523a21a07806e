import { z } from 'zod';
import type { OrganizationRecord } from '../../domain/accounts/organization.js';
import { Fault } from '../../domain/fault.js';
import type { ApiKeys } from '../../domain/keys/api-keys.js';
import type { AuditRepository } from '../../storage/accounts/audit-repository.js';
import type { MemberRepository } from '../../storage/accounts/member-repository.js';
import type { OrganizationRepository } from '../../storage/accounts/organization-repository.js';
import type { WalletRepository } from '../../storage/billing/wallet-repository.js';

/** The operator, in the audit log. */
export const OPERATOR = 'operator';

/** What the operator's API works on. */
export interface AdminDependencies {
  readonly repositories: {
    readonly organizations: OrganizationRepository;
    readonly members: MemberRepository;
    readonly audit: AuditRepository;
    readonly wallets: WalletRepository;
  };
  readonly apiKeys: ApiKeys;
  readonly nowMs: () => number;
  /** Facts verified about an organization have changed. */
  readonly organizationChanged: (orgId: string) => void;
}

export const organizationParams = z.strictObject({ org_id: z.string() });

/** @throws Fault `not_found`: an operator sees all organizations, so there is nothing to hide */
export const requireOrganization = async (
  organizations: OrganizationRepository,
  orgId: string,
): Promise<OrganizationRecord> => {
  const found = await organizations.findRecord(orgId);
  if (found === undefined) throw new Fault('not_found', 'there is no such organization');
  return found;
};
