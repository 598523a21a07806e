import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewEvent } from '../../domain/events/event.js';
import { newId } from '../../domain/ids.js';
import { createRepositories, type Repositories } from '../../app/start/repositories.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { addOrganization } from '../testing/organizations.js';
import { settleWithEvents } from './wanted-events.js';

const COST = 2_000_000;

describe.each(DATABASES)('what was paid for on $name', ({ open }) => {
  let opened: TestDatabase;
  let repositories: Repositories;
  let orgId: string;
  const at = new Date('2026-01-02T03:04:05Z');
  beforeAll(async () => {
    opened = await open();
    repositories = createRepositories(opened.database, Date.now);
    orgId = await addOrganization(opened.database.queries);
    await repositories.wallets.topUp({ orgId, reference: 'one', microCredits: 10 * COST, at });
    await opened.database.queries
      .insertInto('webhooks')
      .values({
        id: newId('wh'),
        org_id: orgId,
        url: 'https://example.com',
        events: JSON.stringify(['analysis.complete']),
        status: 'active',
        status_reason: null,
        secret: 'sealed',
        previous_secret: null,
        previous_until: null,
        failing_since: null,
        created_at: at,
        updated_at: at,
      })
      .execute();
  }, 120_000);
  afterAll(() => opened.close());

  const event = (once: string): NewEvent => ({
    orgId,
    once,
    type: 'analysis.complete',
    data: { request_id: once },
  });
  const settle = async (reference: string): Promise<void> => {
    const order = { orgId, kind: 'analysis', reference, microCredits: COST, ttlMs: 60_000 } as const;
    const hold = await repositories.wallets.hold(order);
    await settleWithEvents(
      opened.database.queries,
      { hold, microCredits: COST, events: [event(reference)] },
      at,
    );
  };
  const eventsOf = async (once: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from events where org_id = ${orgId} and once_key = ${once}`.execute(
      opened.database.queries,
    );
    return rows[0]?.n ?? 0;
  };
  const balance = async (): Promise<number> => (await repositories.wallets.state(orgId)).balanceMicroCredits;

  it('is told once, however often it is settled', async () => {
    await settle('told');
    await settle('told');
    expect(await eventsOf('told')).toBe(1);
    expect(await balance()).toBe(9 * COST);
  });

  it('is not charged while its event cannot be stored, and both happen later', async () => {
    const { queries } = opened.database;
    await sql`create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$`.execute(
      queries,
    );
    await sql`create trigger full_disk before insert on events for each row execute function full_disk()`.execute(
      queries,
    );
    await expect(settle('late')).rejects.toThrow('full');
    expect(await balance()).toBe(9 * COST);
    await sql`drop trigger full_disk on events`.execute(queries);
    await settle('late');
    expect([await eventsOf('late'), await balance()]).toEqual([1, 8 * COST]);
  });
});
