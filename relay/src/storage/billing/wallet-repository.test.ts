import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BudgetLimit } from '../../domain/billing/budgets.js';
import type { HoldOrder } from '../../domain/billing/wallet.js';
import { Fault } from '../../domain/fault.js';
import { newId } from '../../domain/ids.js';
import { BudgetRepository } from './budget-repository.js';
import { PaymentRepository } from './payment-repository.js';
import { withTenant } from '../tables/tenant.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { addOrganization } from '../testing/organizations.js';
import { WalletRepository } from './wallet-repository.js';

const NOW = Date.parse('2026-01-01T12:00:00Z');

describe.each(DATABASES)('wallets on $name', ({ open }) => {
  let opened: TestDatabase;
  let wallets: WalletRepository;
  let budgets: BudgetRepository;
  let nowMs = NOW;
  let orgId: string;

  beforeAll(async () => {
    opened = await open();
    wallets = new WalletRepository(opened.database.queries, () => nowMs);
    budgets = new BudgetRepository(opened.database.queries);
  }, 120_000);
  afterAll(() => opened.close());
  beforeEach(async () => {
    nowMs = NOW;
    orgId = await addOrganization(opened.database.queries);
  });

  const pay = (microCredits: number, reference = newId('pay')) =>
    wallets.topUp({ orgId, reference, microCredits, at: new Date(nowMs) });
  const order = (microCredits: number, change: Partial<HoldOrder> = {}): HoldOrder => ({
    orgId,
    kind: 'analysis',
    reference: newId('req'),
    microCredits,
    ttlMs: 60_000,
    ...change,
  });
  const state = async (): Promise<[balance: number, held: number]> => {
    const { balanceMicroCredits, heldMicroCredits } = await wallets.state(orgId);
    return [balanceMicroCredits, heldMicroCredits];
  };
  const ledgerSum = async (): Promise<number> => {
    const { rows } = await sql<{ sum: string }>`
      select coalesce(sum(micro_credits), 0) as sum from ledger_entries where org_id = ${orgId}`.execute(
      opened.database.queries,
    );
    return Number(rows[0]?.sum);
  };
  const codeOf = (error: unknown): string => (error instanceof Fault ? error.code : String(error));

  it('are empty until somebody pays in, and "an empty wallet gives 402"', async () => {
    expect(await state()).toEqual([0, 0]);
    await expect(wallets.hold(order(1))).rejects.toMatchObject({ code: 'insufficient_credits' });
  });

  it('"top-ups are idempotent by reference"', async () => {
    expect(await pay(500, 'inv-1')).toEqual({ applied: true, balanceMicroCredits: 500 });
    expect(await pay(500, 'inv-1')).toEqual({ applied: false, balanceMicroCredits: 500 });
    await expect(pay(501, 'inv-1')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => pay(7, 'inv-2')));
    expect(outcomes.filter(({ applied }) => applied)).toHaveLength(1);
    expect(await state()).toEqual([507, 0]);
    expect(await wallets.hasTopUp(orgId, 'inv-2')).toBe(true);
    expect(await wallets.hasTopUp(orgId, 'inv-3')).toBe(false);
  });

  it('refuse invalid amounts and unknown organizations', async () => {
    for (const amount of [0, -1, 0.5, NaN, Number.MAX_SAFE_INTEGER + 1]) {
      await expect(pay(amount)).rejects.toMatchObject({ code: 'validation_error' });
    }
    await pay(Number.MAX_SAFE_INTEGER);
    await expect(pay(1)).rejects.toMatchObject({ code: 'validation_error' });
    await expect(
      wallets.topUp({ orgId: 'org_none', reference: 'x', microCredits: 1, at: new Date(NOW) }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('reserve money, charge at most that amount, once, and release the rest', async () => {
    await pay(100);
    const hold = await wallets.hold(order(60));
    expect(await state()).toEqual([100, 60]);
    await wallets.settle(hold, 25);
    await wallets.settle(hold, 25);
    await wallets.release(hold);
    expect(await state()).toEqual([75, 0]);
    const dear = await wallets.hold(order(50));
    await wallets.settle(dear, 80);
    expect(await state()).toEqual([25, 0]);
    expect(await ledgerSum()).toBe(25);
  });

  it('release everything when the work was not done', async () => {
    await pay(10);
    const hold = await wallets.hold(order(10));
    await wallets.release(hold);
    await wallets.release(hold);
    await wallets.settle(hold, 10);
    expect(await state()).toEqual([10, 0]);
  });

  it('make one hold for one reference, however often it is requested', async () => {
    await pay(100);
    const again = order(40, { reference: 'req_same' });
    const holds = await Promise.all(Array.from({ length: 10 }, () => wallets.hold(again)));
    expect(new Set(holds.map(({ id }) => id)).size).toBe(1);
    expect(await state()).toEqual([100, 40]);
  });

  it.each(['released', 'expired'])(
    'charge work that is taken up again after its hold was %s',
    async (how) => {
      await pay(100);
      const work = order(40);
      const first = await wallets.hold(work);
      if (how === 'released') await wallets.release(first);
      else {
        nowMs += 60_000;
        await wallets.freeDead(new Date(nowMs));
      }
      expect(await state()).toEqual([100, 0]);
      const second = await wallets.hold(work);
      expect([second.id, await state()]).toEqual([first.id, [100, 40]]);
      await wallets.settle(second, 40);
      await wallets.settle(await wallets.hold(work), 40);
      expect(await state()).toEqual([60, 0]);
      await expect(wallets.hold({ ...order(70), orgId })).rejects.toMatchObject({
        code: 'insufficient_credits',
      });
    },
  );

  it.each(['open', 'released', 'expired'])(
    'keep a hold that was %s and is another’s now, whatever becomes of the first one’s work',
    async (how) => {
      await pay(100);
      const work = order(40);
      const paused = await wallets.hold(work);
      if (how === 'released') await wallets.release(paused);
      if (how === 'expired') await wallets.freeDead(new Date((nowMs += 60_000)));
      const other = await wallets.hold(work);
      await wallets.release(paused);
      expect(await state()).toEqual([100, 40]);
      await wallets.settle(other, 40);
      await wallets.settle(paused, 40);
      expect(await state()).toEqual([60, 0]);
      expect(await ledgerSum()).toBe(60);
    },
  );

  it('release the money of a dead holder when its hold expires, and still accept payment for finished work', async () => {
    await pay(100);
    const late = await wallets.hold(order(80));
    await expect(wallets.hold(order(30))).rejects.toMatchObject({ code: 'insufficient_credits' });
    nowMs += 60_000;
    expect(await state()).toEqual([100, 0]);
    const next = await wallets.hold(order(30));
    expect(await state()).toEqual([100, 30]);
    await wallets.settle(late, 80);
    expect(await state()).toEqual([30, 30]);
    await wallets.settle(next, 30);
    expect(await state()).toEqual([0, 0]);
    expect(await ledgerSum()).toBe(0);
  });

  it('release expired holds of every wallet, and delete closed ones without charging them again', async () => {
    await pay(100);
    const settled = await wallets.hold(order(10, { reference: 'req_old' }));
    await wallets.settle(settled, 10);
    await wallets.hold(order(20));
    nowMs += 60_000;
    expect(await wallets.freeDead(new Date(nowMs))).toBeGreaterThan(0);
    expect(await state()).toEqual([90, 0]);
    expect(await wallets.freeDead(new Date(nowMs))).toBe(0);
    expect(await wallets.forgetClosed(new Date(nowMs + 1))).toBeGreaterThanOrEqual(2);
    const again = await wallets.hold(order(10, { reference: 'req_old' }));
    await wallets.settle(again, 10);
    expect(await state()).toEqual([90, 0]);
  });

  it('do not keep a dead stream’s money for a day when the clock was set back by a day', async () => {
    await pay(1_000_000);
    const meters = new PaymentRepository(opened.database.queries, () => nowMs);
    await meters.pay([
      { orgId, sessionId: newId('ses'), generation: 1, channels: 1, charges: [], returns: [], hold: 'open' },
    ]);
    expect(await state()).toEqual([1_000_000, 1_000_000]);
    nowMs -= 86_400_000;
    await wallets.freeDead(new Date(nowMs));
    nowMs += 240_000;
    await wallets.freeDead(new Date(nowMs));
    expect(await state()).toEqual([1_000_000, 0]);
  });

  it('last_credit_race_200: of 200 parallel requests for the last credits, exactly as many succeed as the wallet can pay for', async () => {
    await pay(7_500_000);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, async () => {
        const hold = await wallets.hold(order(1_000_000));
        await wallets.settle(hold, 1_000_000);
      }),
    );
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(outcomes.length - failed.length).toBe(7);
    expect(new Set(failed.map(({ reason }) => codeOf(reason)))).toEqual(new Set(['insufficient_credits']));
    expect(await state()).toEqual([500_000, 0]);
    expect(await ledgerSum()).toBe(500_000);
  }, 60_000);

  it('never reserve more than the balance, whatever 200 parallel requests do', async () => {
    await pay(20);
    await Promise.allSettled(
      Array.from({ length: 200 }, async (_, index) => {
        const hold = await wallets.hold(order(1 + (index % 3)));
        const [balance, held] = await state();
        expect(held).toBeLessThanOrEqual(balance);
        if (index % 2 === 0) await wallets.settle(hold, 1);
        else await wallets.release(hold);
      }),
    );
    const [balance, held] = await state();
    expect(held).toBe(0);
    expect(balance).toBe(await ledgerSum());
    expect(balance).toBeGreaterThanOrEqual(0);
  }, 60_000);

  it('keep a ledger that nobody can rewrite, not even the owner of the database', async () => {
    await pay(5);
    const { queries } = opened.database;
    const changes = [
      sql`update ledger_entries set micro_credits = 50 where org_id = ${orgId}`,
      sql`delete from ledger_entries where org_id = ${orgId}`,
      sql`truncate ledger_entries`,
    ];
    for (const change of changes) await expect(change.execute(queries)).rejects.toThrow('append-only');
    await expect(
      withTenant(queries, orgId, (transaction) =>
        transaction.updateTable('ledger_entries').set({ micro_credits: 50 }).execute(),
      ),
    ).rejects.toThrow('permission denied');
    expect(await ledgerSum()).toBe(5);
  });

  it('are protected by the database from a balance below their holds', async () => {
    await pay(10);
    await wallets.hold(order(6));
    const spend = sql`update wallets set balance = 5 where org_id = ${orgId}`;
    await expect(spend.execute(opened.database.queries)).rejects.toThrow('check');
  });

  describe('that have limits', () => {
    const CREDIT = 1_000_000;
    const set = (...limits: readonly BudgetLimit[]) =>
      budgets.replace({ orgId, limits, actor: 'key:key_a', at: new Date(nowMs) });
    const spent = (credits: number): BudgetLimit => ({
      kind: 'spent_in_month',
      microCredits: credits * CREDIT,
    });
    const below = (credits: number): BudgetLimit => ({
      kind: 'balance_below',
      microCredits: credits * CREDIT,
    });
    const charge = async (credits: number): Promise<void> =>
      wallets.settle(await wallets.hold(order(credits * CREDIT)), credits * CREDIT);
    /** Many relays look at once. */
    const told = async () => {
      await Promise.all(Array.from({ length: 8 }, () => budgets.tell(new Date(nowMs))));
      const { rows } = await sql<{ body: string }>`
        select body from events where org_id = ${orgId} and type = 'wallet.budget_reached' order by created_at, id`.execute(
        opened.database.queries,
      );
      return rows.map(({ body }) => (JSON.parse(body) as { data: Record<string, unknown> }).data);
    };

    it('tell once a month that so much was spent, and of each limit by itself', async () => {
      await pay(100 * CREDIT);
      const { budgets: made } = await set(spent(10), spent(50));
      await charge(9);
      expect(await told()).toEqual([]);
      await charge(1);
      expect(await told()).toEqual([
        {
          budget_id: made[0]?.id,
          kind: 'spent_in_month',
          limit_credits: 10,
          credits: 10,
          month: '2026-01',
          reached_at: new Date(NOW).toISOString(),
        },
      ]);
      await charge(5);
      expect(await told()).toHaveLength(1);
      nowMs = Date.parse('2026-02-10T00:00:00Z');
      await charge(12);
      expect((await told()).map(({ month, credits }) => [month, credits])).toEqual([
        ['2026-01', 10],
        ['2026-02', 12],
      ]);
    });

    it('tell of a month’s last second in the next month, but of no month before the limit', async () => {
      await pay(100 * CREDIT);
      await set(spent(10));
      nowMs = Date.parse('2026-01-31T23:59:59.900Z');
      await charge(10);
      nowMs = Date.parse('2026-02-01T00:00:05Z');
      await set(spent(10), spent(5));
      expect((await told()).map(({ month, limit_credits }) => [month, limit_credits])).toEqual([
        ['2026-01', 10],
      ]);
    });

    it('tell of a balance that was too low for a moment, once a month', async () => {
      await pay(20 * CREDIT);
      await set(below(10));
      await charge(11);
      await pay(100 * CREDIT);
      expect(await told()).toMatchObject([
        { kind: 'balance_below', limit_credits: 10, credits: 9, month: '2026-01' },
      ]);
      await charge(105);
      expect(await told()).toHaveLength(1);
      nowMs = Date.parse('2026-02-10T00:00:00Z');
      await charge(1);
      expect((await told()).map(({ month, credits }) => [month, credits])).toEqual([
        ['2026-01', 9],
        ['2026-02', 3],
      ]);
    });

    it('tell once when many charges cross a limit at once', async () => {
      await pay(30 * CREDIT);
      await set(below(25), spent(5));
      await Promise.all(Array.from({ length: 20 }, () => charge(1)));
      const events = await told();
      expect(events.map(({ kind }) => kind).sort()).toEqual(['balance_below', 'spent_in_month']);
      expect(events.find(({ kind }) => kind === 'balance_below')).toMatchObject({ credits: 24 });
    });

    it('tell of what streams pay', async () => {
      await pay(3 * CREDIT);
      await set(below(2), spent(2));
      const charges = [0, 1].map((second) => ({ channel: 0, second }));
      await new PaymentRepository(opened.database.queries, () => nowMs).pay([
        { orgId, sessionId: newId('ses'), generation: 1, channels: 1, charges, returns: [], hold: 'open' },
      ]);
      const events = await told();
      expect(events.map(({ kind, credits }) => [kind, credits])).toEqual(
        expect.arrayContaining([
          ['balance_below', 1],
          ['spent_in_month', 2],
        ]),
      );
      expect(events).toHaveLength(2);
    });

    it('keep what a limit has told while it stays, and tell at once of a new one that is crossed', async () => {
      await pay(20 * CREDIT);
      await set(spent(5));
      await charge(6);
      expect(await told()).toHaveLength(1);
      const both = await set(below(15), spent(5));
      expect(both.budgets.map(({ kind, reached }) => [kind, reached?.month])).toEqual([
        ['spent_in_month', '2026-01'],
        ['balance_below', '2026-01'],
      ]);
      expect(both).toMatchObject({ spentMicroCredits: 6 * CREDIT, balanceMicroCredits: 14 * CREDIT });
      const kinds = (await told()).map(({ kind }) => kind);
      expect(kinds.sort()).toEqual(['balance_below', 'spent_in_month']);
      expect((await set()).budgets).toEqual([]);
      await expect(
        budgets.replace({ orgId: newId('org'), limits: [], actor: 'operator', at: new Date(nowMs) }),
      ).rejects.toMatchObject({ code: 'not_found' });
    });
  });
});
