import type { Outcome } from '@undertone/protocol';
import { defined } from '../../domain/defined.js';
import { outcomeSchema } from '../../domain/predictions/outcome.js';

/** What a client said of how the call turned out, by what is predicted. */
export const targetsOf = ({ csat, escalated, resolved, churned }: Outcome) => ({
  ...defined({ csat, escalated, resolved, churned }),
});

/** Whether an outcome can be kept: a satisfaction is from 1 to 5, as over REST. */
export const isOutcome = (outcome: Outcome = {}): boolean =>
  outcomeSchema.safeParse(targetsOf(outcome)).success;
