import type { Outcome } from '@undertone/protocol';
import { defined } from '../../domain/defined.js';

/** What a client said of how the call turned out, by what is predicted. */
export const targetsOf = ({ csat, escalated, resolved, churned }: Outcome) => ({
  ...defined({ csat, escalated, resolved, churned }),
});
