import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { addOrganization } from '../testing/organizations.js';
import { withTenant } from './tenant.js';

describe.each(DATABASES)('the wall between tenants on $name', ({ open }) => {
  let opened: TestDatabase;
  const [ours, theirs] = [newId('org'), newId('org')];

  beforeAll(async () => {
    opened = await open();
    for (const orgId of [ours, theirs]) {
      await addOrganization(opened.database.queries, orgId);
      await redeem(orgId);
    }
  }, 120_000);
  afterAll(() => opened.close());

  const redeem = (orgId: string) =>
    opened.database.queries
      .insertInto('redeemed_tokens')
      .values({ jti: newId('jti'), org_id: orgId, session_id: 'ses_1', expires_at: new Date() })
      .execute();

  it('shows a tenant only its own rows, even when the query has no condition for them', async () => {
    const rows = await withTenant(opened.database.queries, ours, (transaction) =>
      transaction.selectFrom('redeemed_tokens').select('org_id').execute(),
    );
    expect(rows).toEqual([{ org_id: ours }]);
  });

  it('shows nothing when no tenant is named', async () => {
    const rows = await withTenant(opened.database.queries, '', (transaction) =>
      transaction.selectFrom('organizations').select('id').execute(),
    );
    expect(rows).toEqual([]);
  });

  it('refuses to write a row of another tenant', async () => {
    const writing = withTenant(opened.database.queries, ours, (transaction) =>
      transaction
        .insertInto('redeemed_tokens')
        .values({ jti: newId('jti'), org_id: theirs, session_id: 'ses_1', expires_at: new Date() })
        .execute(),
    );
    await expect(writing).rejects.toThrow('row-level security');
  });

  it('changes no row of another tenant', async () => {
    const { numUpdatedRows } = await withTenant(opened.database.queries, ours, (transaction) =>
      transaction
        .updateTable('organizations')
        .set({ name: 'mine now' })
        .where('id', '=', theirs)
        .executeTakeFirstOrThrow(),
    );
    expect(numUpdatedRows).toBe(0n);
  });

  it('returns the connection without the role', async () => {
    await withTenant(opened.database.queries, ours, () => Promise.resolve());
    const { rows } = await sql<{ same: boolean }>`select current_user = session_user as same`.execute(
      opened.database.queries,
    );
    expect(rows).toEqual([{ same: true }]);
  });

  it('covers every table with rows of organizations', async () => {
    const { rows } = await sql<{ table_name: string }>`
      select c.table_name from information_schema.columns c
      join pg_class t on t.relname = c.table_name and t.relkind = 'r'
      where c.table_schema = current_schema() and c.column_name = 'org_id' and not t.relrowsecurity`.execute(
      opened.database.queries,
    );
    expect(rows).toEqual([]);
  });
});
