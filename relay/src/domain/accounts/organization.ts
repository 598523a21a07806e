import type { Plan } from '../limits/plan-limits.js';
import type { OrganizationPolicy } from './organization-policy.js';

/** A customer of the relay: everything belongs to exactly one. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly policy: OrganizationPolicy;
}

export interface OrganizationRecord extends Organization {
  readonly createdAt: Date;
}

/** What an operator may change. */
export interface OrganizationChanges {
  readonly name?: string;
  readonly plan?: Plan;
  readonly policy?: Partial<OrganizationPolicy>;
}
