import { z } from 'zod';

/** How a conversation turned out. What is not known is left out. */
export const outcomeSchema = z.strictObject({
  /** Score the customer gave, 1 to 5. */
  csat: z.number().min(1).max(5).exactOptional(),
  escalated: z.boolean().exactOptional(),
  resolved: z.boolean().exactOptional(),
  churned: z.boolean().exactOptional(),
});
export type Outcome = z.infer<typeof outcomeSchema>;

/** Targets whose outcome is yes or no. */
export const CHANCE_TARGETS = ['escalation_risk', 'churn_risk', 'resolution_probability'] as const;
export type ChanceTarget = (typeof CHANCE_TARGETS)[number];
export type OutcomeTarget = ChanceTarget | 'predicted_csat';

/** The outcome as the targets' numbers; booleans are 1 and 0. */
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
