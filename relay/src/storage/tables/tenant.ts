import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.js';

/** The database role for a tenant's requests. Row-level security applies to it, but not to the owner. */
export const TENANT_ROLE = 'undertone_tenant';
/** The setting that the policies compare `org_id` with. */
const TENANT_SETTING = 'undertone.org_id';

/**
 * Runs queries as one organization: Postgres shows and changes only that organization's rows, even when a
 * query has no condition for it. This is the second protection between tenants; the first is that the queries
 * name the organization.
 */
export const withTenant = <T>(
  db: Kysely<Schema>,
  orgId: string,
  run: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (transaction) => {
    // Both end with the transaction.
    await sql`select set_config('role', ${TENANT_ROLE}, true), set_config(${TENANT_SETTING}, ${orgId}, true)`.execute(
      transaction,
    );
    return run(transaction);
  });

/**
 * For migrations: enables row-level security for a table with an `org_id`. `column` is its name when it
 * differs.
 */
export const protectTable = async (db: Kysely<unknown>, table: string, column = 'org_id'): Promise<void> => {
  const name = sql.id(table);
  await sql`alter table ${name} enable row level security`.execute(db);
  await sql`
    create policy tenant on ${name} to ${sql.id(TENANT_ROLE)}
    using (${sql.id(column)} = current_setting(${sql.lit(TENANT_SETTING)}, true))
    with check (${sql.id(column)} = current_setting(${sql.lit(TENANT_SETTING)}, true))`.execute(db);
  await sql`grant select, insert, update, delete on ${name} to ${sql.id(TENANT_ROLE)}`.execute(db);
};
