import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { budgetEvent } from '../../domain/events/budget-event.js';
import {
  type Budget,
  type BudgetKind,
  type BudgetLimit,
  type Budgets,
  isCrossed,
  monthOf,
  openMonths,
} from '../../domain/billing/budgets.js';
import { creditsOf } from '../../domain/billing/credits.js';
import { Fault } from '../../domain/fault.js';
import { newId } from '../../domain/ids.js';
import { appendAudit } from '../audit/audit-repository.js';
import type { Schema } from '../database/schema.js';
import { readMicroCredits } from '../tables/billing-tables.js';
import { withTenant } from '../tables/tenant.js';
import { appendEvents } from '../webhooks/event-outbox.js';
import { firstDayOf } from './budget-marks.js';

/** How many limits one round tells of; the others wait for the next one. */
const MOST_TOLD = 500;

export interface BudgetChange {
  readonly orgId: string;
  /** All of them; those that are not among them go. */
  readonly limits: readonly BudgetLimit[];
  readonly actor: string;
  readonly at: Date;
}

interface BudgetRow {
  readonly id: string;
  readonly kind: BudgetKind;
  readonly micro_credits: string | number;
  readonly reached_month: string | null;
  readonly reached_at: Date | null;
  readonly reached_micro_credits: string | number | null;
}

/** A limit that was reached and not told yet. */
interface UntoldRow {
  readonly id: string;
  readonly org_id: string;
  /** Its first day. */
  readonly month: string;
  /** Null for a limit on the balance: it is marked already. */
  readonly spent: string | number | null;
}

/**
 * Limits on wallets. One on the balance is marked by the statement that writes the balance (`budget-marks.ts`). What was spent in
 * a month only grows, so it is compared here, without the wallet's lock. Both are told here: whichever relay changes the limit's row
 * first writes the event with it.
 */
export class BudgetRepository {
  private readonly db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.db = db;
  }

  read(orgId: string, now: Date): Promise<Budgets> {
    return withTenant(this.db, orgId, (transaction) => readBudgets(transaction, orgId, now));
  }

  /**
   * Puts these limits in the place of all others. A limit that was there before keeps what is known of it; a new one that is
   * crossed already is told of at once.
   * @throws Fault `not_found` for an unknown organization
   */
  replace({ orgId, limits, actor, at }: BudgetChange): Promise<Budgets> {
    return withTenant(this.db, orgId, async (transaction) => {
      // Whoever changes limits locks the wallet, as whoever marks them does: so two can never wait for each other.
      const { rows } = await sql`
        insert into wallets (org_id) select id from organizations where id = ${orgId}
        on conflict (org_id) do update set held = wallets.held
        returning org_id`.execute(transaction);
      if (rows.length === 0) throw new Fault('not_found', 'there is no such organization');
      const before = await readBudgets(transaction, orgId, at);
      const gone = before.budgets.filter((budget) => !limits.some((limit) => isSame(limit, budget)));
      const fresh = limits.filter((limit) => !before.budgets.some((budget) => isSame(limit, budget)));
      if (gone.length === 0 && fresh.length === 0) return before;
      await remove(transaction, orgId, gone);
      await add(transaction, orgId, fresh, before, at);
      const detail = { limits: limits.map(limitText).join(', ') };
      await appendAudit(transaction, { orgId, at, actor, action: 'wallet.budgets_changed', detail });
      return readBudgets(transaction, orgId, at);
    });
  }

  /**
   * Writes the events of limits that were reached, each once a month, on whichever relay.
   * @returns how many this call wrote
   */
  async tell(now: Date): Promise<number> {
    let told = 0;
    for (const row of await untold(this.db, now)) {
      const isOurs = await withTenant(this.db, row.org_id, (transaction) => tellOne(transaction, row, now));
      if (isOurs) told += 1;
    }
    return told;
  }
}

const isSame = (one: BudgetLimit, other: BudgetLimit): boolean =>
  one.kind === other.kind && one.microCredits === other.microCredits;

const limitText = ({ kind, microCredits }: BudgetLimit): string => `${kind} ${creditsOf(microCredits)}`;

const readBudgets = async (db: Kysely<Schema>, orgId: string, now: Date): Promise<Budgets> => {
  const first = firstDayOf(monthOf(now));
  const { rows } = await sql<{ spent: string | number; balance: string | number }>`
    select ${spentIn(sql`${orgId}`, sql`${first}::date`)} as spent,
      coalesce((select balance from wallets where org_id = ${orgId}), 0) as balance`.execute(db);
  const found = await sql<BudgetRow>`
    select id, kind, micro_credits, to_char(reached_month, 'YYYY-MM') as reached_month, reached_at, reached_micro_credits
    from wallet_budgets where org_id = ${orgId} order by kind desc, micro_credits, id`.execute(db);
  return {
    budgets: found.rows.map(toBudget),
    spentMicroCredits: readMicroCredits(rows[0]?.spent ?? 0),
    balanceMicroCredits: readMicroCredits(rows[0]?.balance ?? 0),
  };
};

/** What an organization was charged in a month, by its days: what is given back counts on the day of its charge. */
const spentIn = (
  orgId: RawBuilder<unknown>,
  first: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`coalesce((
  select sum(u.micro_credits) from usage_days u
  where u.org_id = ${orgId} and u.day >= ${first} and u.day < ${first} + interval '1 month'), 0)::bigint`;

const toBudget = ({ id, kind, micro_credits, ...row }: BudgetRow): Budget => ({
  id,
  kind,
  microCredits: readMicroCredits(micro_credits),
  reached:
    row.reached_month === null || row.reached_at === null
      ? undefined
      : {
          month: row.reached_month,
          at: row.reached_at,
          microCredits: readMicroCredits(row.reached_micro_credits ?? 0),
        },
});

const remove = async (db: Kysely<Schema>, orgId: string, budgets: readonly Budget[]): Promise<void> => {
  if (budgets.length === 0) return;
  const ids = budgets.map(({ id }) => id);
  await db.deleteFrom('wallet_budgets').where('org_id', '=', orgId).where('id', 'in', ids).execute();
};

const add = async (
  db: Kysely<Schema>,
  orgId: string,
  limits: readonly BudgetLimit[],
  money: Budgets,
  at: Date,
): Promise<void> => {
  if (limits.length === 0) return;
  const rows = limits.map((limit) => {
    // What was spent is compared with the next round; a balance is compared only when it is written.
    const isUnder = limit.kind === 'balance_below' && isCrossed(limit, money);
    return {
      id: newId('bud'),
      org_id: orgId,
      kind: limit.kind,
      micro_credits: limit.microCredits,
      created_at: at,
      reached_month: isUnder ? firstDayOf(monthOf(at)) : null,
      reached_at: isUnder ? at : null,
      reached_micro_credits: isUnder ? money.balanceMicroCredits : null,
      told: !isUnder,
    };
  });
  await db.insertInto('wallet_budgets').values(rows).execute();
};

/** Of all organizations, older months first. A limit counts from the month in which it was set. */
const untold = async (db: Kysely<Schema>, now: Date): Promise<readonly UntoldRow[]> => {
  const months = openMonths(now).map(firstDayOf);
  const { rows } = await sql<UntoldRow>`
    select id, org_id, month, spent from (
      select b.id, b.org_id, b.micro_credits, m.month, ${spentIn(sql`b.org_id`, sql`m.month::date`)} as spent
      from wallet_budgets b cross join unnest(${months}::text[]) as m (month)
      where b.kind = 'spent_in_month' and (b.reached_month is null or b.reached_month < m.month::date)
        and date_trunc('month', b.created_at at time zone 'utc') <= m.month::date
    ) sums where spent >= micro_credits
    union all
    select id, org_id, to_char(reached_month, 'YYYY-MM-DD'), null from wallet_budgets where not told
    order by month, id limit ${MOST_TOLD}`.execute(db);
  return rows;
};

/** Changes the limit's row and writes its event, or neither. @returns false when another relay did so before */
const tellOne = async (
  transaction: Transaction<Schema>,
  { id, org_id: orgId, month, spent }: UntoldRow,
  now: Date,
): Promise<boolean> => {
  const change =
    spent === null
      ? sql`set told = true where id = ${id} and org_id = ${orgId} and not told`
      : sql`
        set reached_month = ${month}::date, reached_at = ${now}::timestamptz, reached_micro_credits = ${readMicroCredits(spent)}::bigint
        where id = ${id} and org_id = ${orgId} and (reached_month is null or reached_month < ${month}::date)`;
  const { rows } = await sql<BudgetRow>`
    update wallet_budgets ${change}
    returning id, kind, micro_credits, to_char(reached_month, 'YYYY-MM') as reached_month, reached_at,
      reached_micro_credits`.execute(transaction);
  const [row] = rows;
  if (row === undefined) return false;
  const { kind, microCredits, reached } = toBudget(row);
  if (reached === undefined) throw new Error('a limit that was just reached says so');
  const event = budgetEvent(orgId, {
    budget_id: id,
    kind,
    limit_credits: creditsOf(microCredits),
    credits: creditsOf(reached.microCredits),
    month: reached.month,
    reached_at: reached.at.toISOString(),
  });
  await appendEvents(transaction, [event], now.getTime());
  return true;
};
