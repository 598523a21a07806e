import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.js';
import { organizationTables } from './organization-tables.js';

/** Queued jobs name a delivery or the like; the queue is in a schema of its own. */
const QUEUES = ['pgboss.job', 'pgboss.archive'];

/** Removes organizations whole. */
export class OrganizationRemoval {
  private readonly db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.db = db;
  }

  /**
   * Deletes every row of an organization, in one transaction: what it was charged and the audit log too. Nothing that names it stays.
   * @returns how many rows
   */
  async remove(orgId: string): Promise<number> {
    const tables = await organizationTables(this.db);
    return this.db.transaction().execute(async (tx) => {
      await sql`select set_config('undertone.removed_org', ${orgId}, true)`.execute(tx);
      await removeJobs(tx, orgId);
      await sql`
        delete from rate_windows
        where subject = ${`org:${orgId}`} or subject in (select 'key:' || id from api_keys where org_id = ${orgId})`.execute(
        tx,
      );
      let rows = 0n;
      for (const { name, owner } of tables) {
        const { numAffectedRows } = await sql`
          delete from ${sql.table(name)} where ${sql.ref(owner)} = ${orgId}`.execute(tx);
        rows += numAffectedRows ?? 0n;
      }
      return Number(rows);
    });
  }
}

const removeJobs = async (tx: Transaction<Schema>, orgId: string): Promise<void> => {
  for (const queue of QUEUES) {
    const { rows } = await sql<{ found: string | null }>`select to_regclass(${queue})::text as found`.execute(
      tx,
    );
    if ((rows[0]?.found ?? null) === null) continue;
    await sql`
      delete from ${sql.table(queue)} as job where exists (
        select from jsonb_each_text(job.data::jsonb) as field where field.value = ${orgId}
          or field.value in (select id from webhook_deliveries where org_id = ${orgId})
          or field.value in (select id from events where org_id = ${orgId}))`.execute(tx);
  }
};
