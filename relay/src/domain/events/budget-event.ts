import type { z } from 'zod';
import type { NewEvent } from './event.js';
import type { walletBudgetReached } from './event-schemas.js';

type Reached = z.output<typeof walletBudgetReached>;

/** `wallet.budget_reached`, at most one for a limit and month. */
export const budgetEvent = (orgId: string, data: Reached): NewEvent => ({
  orgId,
  type: 'wallet.budget_reached',
  once: `${data.budget_id}/${data.month}`,
  data,
});
