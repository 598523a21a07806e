import { z } from 'zod';

/**
 * What an organization has declared about the people it records. The defaults are the careful ones: emotions of
 * employees at work are not inferred (EU AI Act, Article 5(1)(f)), and nothing said is kept.
 */
const policySchema = z.object({
  /** On: `subject: agent` is refused. An organization that records no workplace may turn it off. */
  workplacePolicy: z.boolean().default(true),
  /** The organization declared that no employee is recorded, so `subject: unknown` may be analyzed. */
  noEmployeesRecorded: z.boolean().default(false),
  /** The subject of a channel that names none. */
  defaultSubject: z.enum(['customer', 'agent', 'self', 'unknown']).default('customer'),
  /** How long audio is kept at rest. */
  retention: z.enum(['none']).default('none'),
});

export type OrganizationPolicy = Readonly<z.infer<typeof policySchema>>;

export const DEFAULT_POLICY: OrganizationPolicy = policySchema.parse({});

/** Reads a stored policy; absent fields take the careful default. Throws when a stored value is malformed. */
export const parseOrganizationPolicy = (stored: unknown): OrganizationPolicy =>
  policySchema.parse(stored ?? {});

/** Whether the emotion of `subject: agent` may be analyzed, for an organization and (if any) what its token narrows. */
export const allowsAgentAnalysis = (policy: OrganizationPolicy, tokenAllows = true): boolean =>
  !policy.workplacePolicy && tokenAllows;
