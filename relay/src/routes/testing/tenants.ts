import type { Organization } from '../../domain/accounts/organization.js';
import { newId } from '../../domain/ids.js';
import { generateApiKey, hashApiKey, prefixOfApiKey } from '../../domain/keys/api-key-secret.js';
import type { KeyScope } from '../../domain/keys/key-scopes.js';
import type { Plan } from '../../domain/limits/plan-limits.js';
import { DEFAULT_POLICY, type OrganizationPolicy } from '../../domain/accounts/organization-policy.js';
import type { Repositories } from '../../app/start/repositories.js';

export interface Tenant {
  readonly organization: Organization;
  readonly key: string;
  readonly keyId: string;
}

/** The options of a key for a test. */
export interface KeyWish {
  readonly rateLimit?: number;
  readonly expiresAt?: Date;
  readonly scopes?: readonly KeyScope[];
}

export const createTenant = async (
  repositories: Repositories,
  plan: Plan,
  policy: Partial<OrganizationPolicy>,
): Promise<Tenant> => {
  const organization = { id: newId('org'), name: 'Tenant', plan, policy: { ...DEFAULT_POLICY, ...policy } };
  await repositories.organizations.create(organization, new Date());
  const { key, keyId } = await createKey(repositories, organization.id, {});
  return { organization, key, keyId };
};

export const createKey = async (
  { apiKeys }: Repositories,
  orgId: string,
  { rateLimit, expiresAt, scopes }: KeyWish,
): Promise<{ key: string; keyId: string }> => {
  const key = generateApiKey();
  const keyId = newId('key');
  await apiKeys.create({
    id: keyId,
    orgId,
    name: 'Tenant key',
    prefix: prefixOfApiKey(key),
    hash: hashApiKey(key),
    checksummed: true,
    createdAt: new Date(),
    expiresAt,
    rateLimit,
    scopes,
  });
  return { key, keyId };
};
