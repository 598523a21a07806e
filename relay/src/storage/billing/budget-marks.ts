import { type RawBuilder, sql } from 'kysely';
import { monthOf } from '../../domain/billing/budgets.js';

/** A month as its first day, as tables keep it. */
export const firstDayOf = (month: string): string => `${month}-01`;

/**
 * Marks the limits that a wallet's balance has fallen under, each once a month. It is a part of the statement that writes the
 * balance, so that no relay can miss a balance that soon rises again, and the wallet stays locked no longer. The event is
 * written afterwards, by `BudgetRepository.tell`. A mark that was not told yet stays as it is.
 * @param wallets a table of that statement with `org_id` and the new `balance`
 */
export const markFallenUnder = (wallets: RawBuilder<unknown>, at: Date): RawBuilder<unknown> => sql`
  update wallet_budgets b set reached_month = ${firstDayOf(monthOf(at))}::date, reached_at = ${at}::timestamptz,
    reached_micro_credits = fallen.balance, told = false
  from ${wallets} as fallen
  where b.org_id = fallen.org_id and b.kind = 'balance_below' and fallen.balance < b.micro_credits
    and b.told and (b.reached_month is null or b.reached_month < ${firstDayOf(monthOf(at))}::date)`;
