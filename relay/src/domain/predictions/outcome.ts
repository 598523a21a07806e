import { z } from 'zod';

/** How a conversation turned out. Unknown fields are absent. */
export const outcomeSchema = z.strictObject({
  /** Score from the customer, 1 to 5. */
  csat: z.number().min(1).max(5).exactOptional(),
  escalated: z.boolean().exactOptional(),
  resolved: z.boolean().exactOptional(),
  churned: z.boolean().exactOptional(),
});
export type Outcome = z.infer<typeof outcomeSchema>;

/** An outcome as it is stored. Streams once took any score: one that nobody gives counts as not told. */
export const storedOutcomeSchema = z.preprocess((stored) => {
  if (typeof stored !== 'object' || stored === null || !('csat' in stored)) return stored;
  const { csat, ...others } = stored;
  return outcomeSchema.shape.csat.safeParse(csat).success ? stored : others;
}, outcomeSchema);

/** Targets with a yes-or-no outcome. */
export const CHANCE_TARGETS = ['escalation_risk', 'churn_risk', 'resolution_probability'] as const;
export type ChanceTarget = (typeof CHANCE_TARGETS)[number];
export type OutcomeTarget = ChanceTarget | 'predicted_csat';

/** The outcome as a number per target; booleans become 1 and 0. */
export const observedTargets = ({
  csat,
  escalated,
  resolved,
  churned,
}: Outcome): Partial<Record<OutcomeTarget, number>> => ({
  ...(escalated === undefined ? {} : { escalation_risk: Number(escalated) }),
  ...(churned === undefined ? {} : { churn_risk: Number(churned) }),
  ...(resolved === undefined ? {} : { resolution_probability: Number(resolved) }),
  ...(csat === undefined ? {} : { predicted_csat: csat }),
});
