import { z } from 'zod';

/** Ten years, which the strictest rules for records ask for. */
export const MOST_RETENTION_DAYS = 3_660;

/**
 * What an organization has declared about the people it records. The defaults are careful: no emotions of employees at
 * work are inferred (EU AI Act, Article 5(1)(f)), and no speech is kept.
 */
const policySchema = z.object({
  /** When true, `subject: agent` is refused. An organization that records no workplace may turn it off. */
  workplacePolicy: z.boolean().default(true),
  /** The organization declared that no employee is recorded, so `subject: unknown` may be analyzed. */
  noEmployeesRecorded: z.boolean().default(false),
  /** The subject of a channel without one. */
  defaultSubject: z.enum(['customer', 'agent', 'self', 'unknown']).default('customer'),
  /** How long audio is kept at rest. */
  retention: z.enum(['none']).default('none'),
  /** How many days a session that is over stays, with everything derived from it. 0: not at all. Null: until somebody deletes it. */
  retentionDays: z.number().int().min(0).max(MOST_RETENTION_DAYS).nullable().default(null),
  /** How many days what was said stays, from when it was said, and at most as long as its session. Null: it is not kept. */
  transcriptDays: z.number().int().min(1).max(MOST_RETENTION_DAYS).nullable().default(null),
  /** The language of texts of a session that names none, BCP 47. */
  language: z.string().min(2).max(35).default('en'),
});

export type OrganizationPolicy = Readonly<z.infer<typeof policySchema>>;

export const DEFAULT_POLICY: OrganizationPolicy = policySchema.parse({});

/** Whether what was said would stay longer than the session that it belongs to. */
export const outlivesSession = ({
  transcriptDays,
  retentionDays,
}: Pick<OrganizationPolicy, 'transcriptDays' | 'retentionDays'>): boolean =>
  transcriptDays !== null && retentionDays !== null && transcriptDays > retentionDays;

/** Reads a stored policy. Absent fields get the careful default. Throws when a stored value is malformed. */
export const parseOrganizationPolicy = (stored: unknown): OrganizationPolicy =>
  policySchema.parse(stored ?? {});

/** Whether the emotion of `subject: agent` may be analyzed. A token can only restrict the organization's policy. */
export const allowsAgentAnalysis = (policy: OrganizationPolicy, tokenAllows = true): boolean =>
  !policy.workplacePolicy && tokenAllows;
