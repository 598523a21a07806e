import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendEvents } from '../webhooks/event-outbox.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { addOrganization } from '../testing/organizations.js';
import { OrganizationRemoval } from './organization-removal.js';

describe.each(DATABASES)('the removal of an organization on $name', ({ open }) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  }, 120_000);
  afterAll(() => opened.close());

  const withEvents = async (count: number): Promise<string> => {
    const { queries } = opened.database;
    const orgId = await addOrganization(queries);
    const events = Array.from({ length: count }, () => ({ orgId, type: 'session.end', data: {} }) as const);
    await queries.transaction().execute((tx) => appendEvents(tx, events, Date.now()));
    return orgId;
  };
  const left = async (orgId: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from events where org_id = ${orgId})::integer
        + (select count(*) from organizations where id = ${orgId})::integer as n`.execute(
      opened.database.queries,
    );
    return rows[0]?.n ?? -1;
  };

  it.each([4, 5])(
    'of more rows than one transaction deletes takes all %d events and itself',
    async (count) => {
      const [gone, stays] = [await withEvents(count), await withEvents(1)];
      const removal = new OrganizationRemoval(opened.database.queries, 2);
      expect((await removal.remove(gone)).rows).toBeGreaterThan(count);
      expect([await left(gone), await left(stays)]).toEqual([0, 2]);
    },
  );

  it('by two relays at a time ends well for both', async () => {
    const gone = await withEvents(20);
    const removals = [1, 2].map(() => new OrganizationRemoval(opened.database.queries, 3).remove(gone));
    await Promise.all(removals);
    expect(await left(gone)).toBe(0);
  });

  it('of very many rows goes on at the next call, so that a relay that stops need not wait for all', async () => {
    const gone = await withEvents(12);
    const removal = new OrganizationRemoval(opened.database.queries, 1);
    expect(await removal.remove(gone)).toEqual({ rows: 10, isOver: false });
    while (!(await removal.remove(gone)).isOver);
    expect(await left(gone)).toBe(0);
  });
});
