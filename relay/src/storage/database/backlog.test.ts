import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WalletRepository } from '../billing/wallet-repository.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { addOrganization } from '../testing/organizations.js';
import { readBacklog } from './backlog.js';

const NOW = Date.parse('2026-01-01T12:00:00Z');

describe.each(DATABASES)('the backlog on $name', ({ open }) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  }, 120_000);
  afterAll(() => opened.close());

  it('counts what waits in the database', async () => {
    const { database } = opened;
    const { queries } = database;
    const now = new Date(NOW);
    const at = (s: number): Date => new Date(NOW + s * 1_000);
    const empty = await readBacklog(queries, now);
    const orgId = await addOrganization(queries);
    const wallets = new WalletRepository(queries, () => NOW);
    await wallets.topUp({ orgId, reference: 'in', microCredits: 5_000_000, at: now });
    const hold = { orgId, kind: 'analysis', microCredits: 1_000_000 } as const;
    await wallets.hold({ ...hold, reference: 'a', ttlMs: 60_000 });
    await wallets.hold({ ...hold, reference: 'b', ttlMs: 120_000 });
    await wallets.release(await wallets.hold({ ...hold, reference: 'c', ttlMs: 60_000 }));
    await sql`insert into events (id, org_id, type, body, created_at, dispatched_at)
      values ('evt_1', ${orgId}, 'x', '', ${now}, null), ('evt_2', ${orgId}, 'x', '', ${now}, ${now}),
        ('evt_3', ${orgId}, 'x', '', ${now}, ${now})`.execute(queries);
    await sql`insert into webhooks (id, org_id, url, events, secret, created_at, updated_at)
      values ('whk_1', ${orgId}, '', '[]', '', ${now}, ${now})`.execute(queries);
    await sql`insert into webhook_deliveries
      (id, org_id, webhook_id, event_id, event_type, state, next_attempt_at, created_at, finished_at)
      values ('dlv_1', ${orgId}, 'whk_1', 'evt_2', 'x', 'pending', ${at(30)}, ${now}, null),
        ('dlv_2', ${orgId}, 'whk_1', 'evt_3', 'x', 'delivered', null, ${now}, ${now})`.execute(queries);
    await sql`insert into analysis_jobs (id, org_id, key_id, request_id, created_at, finished_at, held_until)
      values ('job_1', ${orgId}, 'k', 'r', ${now}, null, ${at(60)}), ('job_2', ${orgId}, 'k', 'r', ${now}, null, ${at(120)}),
        ('job_3', ${orgId}, 'k', 'r', ${now}, ${now}, ${now})`.execute(queries);
    for (const state of ['queued', 'training', 'failed']) {
      await sql`insert into fine_tune_jobs (id, org_id, key_id, name, base, labels, activation, max_seconds, state, open,
          progress, log, attempts, hold_id, hold_micro_credits, settled, created_at, stage_at, held_until)
        values (${`ftj_${state}`}, ${orgId}, 'k', 'n', '{}', '[]', 'manual', 1, ${state}, false,
          0, '[]', 0, 'h', 0, true, ${now}, ${now}, ${now})`.execute(queries);
    }
    const expected = {
      waitingEvents: 1,
      pendingDeliveries: 1,
      overdueDeliveryS: 0,
      openAnalysisJobs: 2,
      idleAnalysisJobs: 0,
      openFineTuneJobs: 2,
      openHolds: 2,
      heldMicroCredits: 2_000_000,
      deadHolds: 0,
    };
    expect(Object.values(empty).every((figure) => figure === 0)).toBe(true);
    expect(await readBacklog(queries, now)).toEqual(expected);
    expect(await readBacklog(queries, at(90))).toEqual({
      ...expected,
      overdueDeliveryS: 60,
      idleAnalysisJobs: 1,
      deadHolds: 1,
    });
    expect(database.load()).toMatchObject({ busy: 0, waiting: 0 });
    await queries.connection().execute(async () => {
      expect(database.load().busy).toBe(1);
      await Promise.resolve();
    });
  });
});
