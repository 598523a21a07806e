import type { Plan } from '../limits/plan-limits.js';
import type { OrganizationPolicy } from './organization-policy.js';

/** A customer of the relay. Everything belongs to exactly one organization. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly policy: OrganizationPolicy;
}

export interface OrganizationRecord extends Organization {
  readonly createdAt: Date;
  /** Set once its removal was ordered. */
  readonly closingAt: Date | undefined;
}

/** The fields that an operator may change. */
export interface OrganizationChanges {
  readonly name?: string;
  readonly plan?: Plan;
  readonly policy?: Partial<OrganizationPolicy>;
}
