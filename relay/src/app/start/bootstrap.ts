import type { Organization } from '../../domain/accounts/organization.js';
import { MICRO_CREDITS_PER_CREDIT } from '../../domain/billing/credits.js';
import { newId } from '../../domain/ids.js';
import {
  generateApiKey,
  hashApiKey,
  hasValidChecksum,
  prefixOfApiKey,
} from '../../domain/keys/api-key-secret.js';
import type { Plan } from '../../domain/limits/plan-limits.js';
import { DEFAULT_POLICY } from '../../domain/accounts/organization-policy.js';
import type { ApiKeyRepository } from '../../storage/keys/api-key-repository.js';
import type { OrganizationRepository } from '../../storage/accounts/organization-repository.js';
import type { WalletRepository } from '../../storage/billing/wallet-repository.js';

export interface BootstrapOptions {
  readonly organizations: OrganizationRepository;
  readonly apiKeys: ApiKeyRepository;
  /** The first key, chosen by the operator. */
  readonly chosenKey: string | undefined;
  readonly plan: Plan | undefined;
  readonly wallets: WalletRepository;
  /** The opening balance of the wallet, paid in once. Absent: nothing. */
  readonly credits?: number;
  readonly now: Date;
}

export interface Bootstrapped {
  readonly organization: Organization;
  /** A key that was just made. It is shown once. */
  readonly newKey: string | undefined;
}

/** The reference of the opening balance. It is paid in once, however often a relay starts. */
const OPENING_BALANCE = 'bootstrap';

/**
 * Makes sure that there is a usable organization. The first start makes an organization and a key. Later starts apply the
 * plan and the key that the operator asks for.
 */
export const bootstrap = async (options: BootstrapOptions): Promise<Bootstrapped> => {
  const { organizations, apiKeys, chosenKey, plan, now } = options;
  const fresh = { id: newId('org'), name: 'First organization', plan: plan ?? 'pro', policy: DEFAULT_POLICY };
  const found = await organizations.findFirstOrCreate(fresh, now);
  if (plan !== undefined && found.plan !== plan)
    await organizations.change(found.id, { plan }, 'operator', now);
  const organization = { ...found, plan: plan ?? found.plan };
  await payOpeningBalance(options, organization.id);
  if (chosenKey !== undefined) {
    await storeKey(apiKeys, organization.id, chosenKey, now);
    return { organization, newKey: undefined };
  }
  if ((await apiKeys.count(organization.id)) > 0) return { organization, newKey: undefined };
  const newKey = generateApiKey();
  await storeKey(apiKeys, organization.id, newKey, now);
  return { organization, newKey };
};

const payOpeningBalance = async (
  { wallets, credits = 0, now }: BootstrapOptions,
  orgId: string,
): Promise<void> => {
  // A later start may name another amount: the balance that was paid in stays.
  if (credits === 0 || (await wallets.hasTopUp(orgId, OPENING_BALANCE))) return;
  const microCredits = credits * MICRO_CREDITS_PER_CREDIT;
  const note = 'opening balance of the first organization';
  await wallets.topUp({ orgId, microCredits, note, reference: OPENING_BALANCE, at: now });
};

const storeKey = async (apiKeys: ApiKeyRepository, orgId: string, key: string, now: Date): Promise<void> => {
  await apiKeys.create({
    id: newId('key'),
    orgId,
    name: 'First key',
    prefix: prefixOfApiKey(key),
    hash: hashApiKey(key),
    checksummed: hasValidChecksum(key),
    createdAt: now,
    expiresAt: undefined,
    rateLimit: undefined,
    scopes: undefined,
  });
};
