import type { Member } from '../accounts/member.js';
import type { Organization } from '../accounts/organization.js';
import type { KeyScope } from './key-scopes.js';
import { type Plan, planLimits } from '../limits/plan-limits.js';

/** An API key as it is stored, without the key itself. */
export interface ApiKey {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly prefix: string;
  readonly hash: Uint8Array;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
  /** Requests a minute. Absent: the plan's limit. */
  readonly rateLimit: number | undefined;
  /** Absent: all. */
  readonly scopes: readonly KeyScope[] | undefined;
}

/** A key that was just verified, with the organization it belongs to. */
export interface VerifiedApiKey {
  readonly key: ApiKey;
  readonly organization: Organization;
  /** Whose sign-in made it. Its scopes are then those of the role, and its id is that of the session. Absent: a key of the organization. */
  readonly member?: Member;
}

/** Who acts, in the words of the audit log. */
export const actorOf = ({ key, member }: Pick<VerifiedApiKey, 'key' | 'member'>): string =>
  member === undefined ? `key:${key.id}` : `member:${member.id}`;

/** What verification needs from the storage. */
export interface ApiKeyFinder {
  findByHash(hash: Uint8Array): Promise<VerifiedApiKey | undefined>;
}

/** Requests a minute of a key: its own limit, never above its organization's plan. */
export const effectiveRateLimit = ({ rateLimit }: Pick<ApiKey, 'rateLimit'>, plan: Plan): number => {
  const { requestsPerMinute } = planLimits(plan);
  return Math.min(rateLimit ?? requestsPerMinute, requestsPerMinute);
};
