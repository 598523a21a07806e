import { CompiledQuery, type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentRequest } from '../../domain/billing/payments.js';
import { MemoryAccounts } from '../../domain/billing/testing/memory-accounts.js';
import { newId } from '../../domain/ids.js';
import { PaymentRepository } from './payment-repository.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { addOrganization } from '../testing/organizations.js';
import { WalletRepository } from './wallet-repository.js';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const CREDIT = 1_000_000;

describe.each(DATABASES)('the payments of streams on $name', ({ open }) => {
  let opened: TestDatabase;
  let nowMs = NOW;
  let meters: PaymentRepository;
  let wallets: WalletRepository;
  let orgIds: string[];

  beforeAll(async () => {
    opened = await open();
    meters = new PaymentRepository(opened.database.queries, () => nowMs);
    wallets = new WalletRepository(opened.database.queries, () => nowMs);
  }, 120_000);
  afterAll(() => opened.close());
  beforeEach(async () => {
    nowMs = NOW;
    const { queries } = opened.database;
    orgIds = [await addOrganization(queries), await addOrganization(queries)];
  });

  const request = (org: number, sessionId: string, change: Partial<PaymentRequest> = {}): PaymentRequest => ({
    orgId: orgIds[org] ?? '',
    sessionId: `${orgIds[org] ?? ''}.${sessionId}`,
    keyId: 'key_a',
    generation: 1,
    channels: 1,
    charges: [],
    returns: [],
    hold: 'keep',
    ...change,
  });
  const pay = (org: number, credits: number) =>
    wallets.topUp({
      orgId: orgIds[org] ?? '',
      reference: newId('pay'),
      microCredits: credits * CREDIT,
      at: new Date(NOW),
    });
  const wallet = async (org: number): Promise<[number, number]> => {
    const { balanceMicroCredits, heldMicroCredits } = await wallets.state(orgIds[org] ?? '');
    return [balanceMicroCredits / CREDIT, heldMicroCredits / CREDIT];
  };
  const ledger = async (org: number) => {
    const { rows } = await sql<{ kind: string; reference: string; credits: number }>`
      select kind, reference, micro_credits::double precision / 1000000 as credits from ledger_entries
      where org_id = ${orgIds[org]} and kind <> 'top_up' order by id`.execute(opened.database.queries);
    return rows;
  };
  const seconds = (...list: number[]) => list.map((second) => ({ channel: 0, second }));

  it('charge the returned part of a second once to the holder that continues in it', async () => {
    await pay(0, 200);
    const charges = [{ channel: 0, second: 0 }];
    await meters.pay([request(0, 'ses_1', { hold: 'open' })]);
    const returns = [{ channel: 0, second: 0, microCredits: 800_000 }];
    await meters.pay([request(0, 'ses_1', { charges, returns, hold: 'close' })]);
    expect((await wallet(0))[0]).toBe(199.8);
    for (let again = 0; again < 2; again += 1) {
      await meters.pay([request(0, 'ses_1', { charges, generation: 2 })]);
      expect((await wallet(0))[0]).toBe(199);
    }
  });

  it('count the returned part of a second on the day and for the key that the second was charged to', async () => {
    await pay(0, 200);
    nowMs = Date.parse('2026-01-01T23:59:59.700Z');
    await meters.pay([request(0, 'ses_1', { hold: 'open' })]);
    await meters.pay([request(0, 'ses_1', { charges: seconds(0) })]);
    nowMs = Date.parse('2026-01-02T00:00:00.200Z');
    const returns = [{ channel: 0, second: 0, microCredits: 800_000 }];
    await meters.pay([request(0, 'ses_1', { returns, keyId: 'key_b', hold: 'close' })]);
    const { rows } = await sql<{ day: string; key_id: string; credits: number; operations: number }>`
      select to_char(day, 'YYYY-MM-DD') as day, key_id, micro_credits::double precision / 1000000 as credits,
        operations::integer as operations
      from usage_days where org_id = ${orgIds[0]} order by day`.execute(opened.database.queries);
    expect(rows).toEqual([{ day: '2026-01-01', key_id: 'key_a', credits: 0.2, operations: 1 }]);
  });

  it('give the same answers and ledger as the model for random batches', async () => {
    const model = new MemoryAccounts(() => nowMs);
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    for (const org of [0, 1]) {
      await pay(org, 300);
      model.topUp(orgIds[org] ?? '', 'same', 300 * CREDIT);
    }
    for (let round = 0; round < 40; round += 1) {
      const batch = Array.from({ length: 1 + random(4) }, (_, index) =>
        request(random(2), `ses_${random(3)}_${index}`, {
          channels: 1 + random(2),
          generation: 1 + random(5),
          charges: seconds(...Array.from({ length: random(12) }, () => random(60))),
          returns: [{ channel: 0, second: random(60), microCredits: random(3) * 1_000 }],
          hold: (['open', 'keep', 'keep', 'close'] as const)[random(4)] ?? 'keep',
        }),
      );
      const expected = await model.pay(batch);
      expect(await meters.pay(batch), `round ${round}`).toEqual(expected);
      nowMs += random(40_000);
    }
    for (const org of [0, 1]) {
      await wallets.freeDead(new Date(nowMs));
      model.sweep();
      const { balance, held } = model.account(orgIds[org] ?? '');
      expect(await wallet(org)).toEqual([balance / CREDIT, held / CREDIT]);
      const lines = model.ledger.filter(({ orgId, kind }) => orgId === orgIds[org] && kind !== 'top_up');
      expect(await ledger(org)).toEqual(
        lines.map(({ kind, reference, microCredits }) => ({
          kind,
          reference,
          credits: microCredits / CREDIT,
        })),
      );
    }
  }, 60_000);

  it('charge each second of audio once, even when twenty batches request it at the same time', async () => {
    await pay(0, 500);
    await meters.pay([request(0, 'ses_1', { hold: 'open' })]);
    const ask = () => meters.pay([request(0, 'ses_1', { charges: seconds(0, 1, 2, 3, 4) })]);
    await Promise.all(Array.from({ length: 20 }, ask));
    expect(await ledger(0)).toHaveLength(5);
    expect(await wallet(0)).toEqual([495, 115]);
  });

  it('charge hundreds of sessions of two organizations in one batch', async () => {
    await pay(0, 100_000);
    await pay(1, 100_000);
    const batch = Array.from({ length: 400 }, (_, index) =>
      request(index % 2, `ses_${index}`, { hold: 'open', charges: seconds(0) }),
    );
    const outcomes = await meters.pay(batch);
    expect(outcomes.every((outcome) => outcome.kind === 'metered' && outcome.paid.length === 1)).toBe(true);
    expect(await wallet(0)).toEqual([99_800, 200 * 120]);
    expect(await wallet(1)).toEqual([99_800, 200 * 120]);
  });

  it('open no hold and write no ledger line for an organization that never paid', async () => {
    const [outcome] = await meters.pay([request(0, 'ses_1', { hold: 'open', charges: seconds(0) })]);
    expect(outcome).toMatchObject({ heldMicroCredits: 0, paid: [], refused: seconds(0) });
    expect(await ledger(0)).toEqual([]);
  });

  it('look up each second by its key, however little the database knows of its tables', async () => {
    await pay(0, 100_000);
    const sessions = Array.from({ length: 200 }, (_, index) => `ses_${index}`);
    const all = Array.from({ length: 10 }, (_, second) => second);
    await meters.pay(sessions.map((id) => request(0, id, { hold: 'open', charges: seconds(...all) })));
    const { queries } = opened.database;
    const asked: CompiledQuery[] = [];
    const watching: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        asked.push(queries.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const watched = new PaymentRepository(queries.withPlugin(watching), () => nowMs);
    await watched.pay([request(0, 'ses_7', { charges: seconds(10) })]);
    const reading = asked.find(({ sql: text }) => text.includes('from ledger_entries'));
    const { rows } = await queries.executeQuery<{ 'QUERY PLAN': string }>(
      CompiledQuery.raw(`explain ${reading?.sql ?? ''}`, [...(reading?.parameters ?? [])]),
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/ledger_entries.*\n\s*Index Cond: .*org_id = .*kind = .*reference = /);
    expect(plan).toMatch(/wallet_holds.*\n\s*Index Cond: .*org_id = .*kind = .*reference = /);
  });

  it('never deadlock when batches cover the same organizations in different orders', async () => {
    await pay(0, 10_000);
    await pay(1, 10_000);
    const rounds = Array.from({ length: 30 }, (_, index) => {
      const both = [
        request(0, `ses_${index}`, { hold: 'open' as const }),
        request(1, `ses_${index}`, { hold: 'open' as const }),
      ];
      return meters.pay(index % 2 === 0 ? both : both.reverse());
    });
    expect((await Promise.all(rounds)).flat()).toHaveLength(60);
  });
});
