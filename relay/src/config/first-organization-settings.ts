import { isChosenApiKey } from '../domain/keys/api-key-secret.js';
import { type Plan, PLANS } from '../domain/limits/plan-limits.js';
import type { EnvironmentReader } from './environment-reader.js';

/** The organization that the first start makes. */
export interface FirstOrganizationSettings {
  /** Absent: one is made, and printed once. */
  readonly bootstrapKey: string | undefined;
  /** Absent: `pro` for a new organization. An existing one keeps its plan. */
  readonly bootstrapPlan: Plan | undefined;
  /** Credits in the first organization's wallet at its start. One credit pays for one second of audio. */
  readonly bootstrapCredits: number;
}

export const readFirstOrganization = (read: EnvironmentReader): FirstOrganizationSettings => ({
  bootstrapKey: read.matching(
    'UNDERTONE_BOOTSTRAP_KEY',
    isChosenApiKey,
    'must be psk_ followed by 20 to 200 letters, digits, "_" or "-"',
  ),
  bootstrapPlan: read.choice('UNDERTONE_BOOTSTRAP_PLAN', PLANS, undefined),
  bootstrapCredits: read.integer('UNDERTONE_BOOTSTRAP_CREDITS', 1_000_000, 0, 9_000_000_000),
});
