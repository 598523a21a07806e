import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.js';
import { organizationTables } from './organization-tables.js';

/** Queued jobs name a delivery or the like; the queue is in a schema of its own. */
const QUEUES = ['pgboss.job', 'pgboss.archive'];

/** Of one table in one transaction: a million rows in one statement outlast the database's limit of time, and its other work waits. */
const ROWS_AT_ONCE = 10_000;
/** Bounds one call, because a relay that stops waits for it. */
const FULL_TRANSACTIONS = 10;

/** Removes organizations whole. */
export class OrganizationRemoval {
  private readonly db: Kysely<Schema>;
  private readonly atOnce: number;

  /** @param atOnce how many rows one transaction deletes */
  constructor(db: Kysely<Schema>, atOnce = ROWS_AT_ONCE) {
    this.db = db;
    this.atOnce = atOnce;
  }

  /**
   * Deletes the rows of an organization: what it was charged and the audit log too. Nothing that names it stays. The organization's
   * own row goes last, so that a removal which was broken off is found and continued.
   * @returns how many rows, and whether that was all; if not, call it again
   */
  async remove(orgId: string): Promise<{ readonly rows: number; readonly isOver: boolean }> {
    const tables = await organizationTables(this.db);
    await this.within(orgId, async (tx) => {
      await removeJobs(tx, orgId);
      await sql`
        delete from rate_windows
        where subject = ${`org:${orgId}`} or subject in (select 'key:' || id from api_keys where org_id = ${orgId})`.execute(
        tx,
      );
      return 0;
    });
    let rows = 0;
    let full = 0;
    for (const { name, owner } of tables) {
      for (let deleted = this.atOnce; deleted === this.atOnce; rows += deleted) {
        deleted = await this.within(orgId, async (tx) => {
          const { numAffectedRows = 0n } = await sql`
            delete from ${sql.table(name)} where ctid = any(array(
              select ctid from ${sql.table(name)} where ${sql.ref(owner)} = ${orgId} limit ${this.atOnce}))`.execute(
            tx,
          );
          return Number(numAffectedRows);
        });
        if (deleted === this.atOnce && ++full === FULL_TRANSACTIONS)
          return { rows: rows + deleted, isOver: false };
      }
    }
    return { rows, isOver: true };
  }

  private within(orgId: string, work: (tx: Transaction<Schema>) => Promise<number>): Promise<number> {
    return this.db.transaction().execute(async (tx) => {
      await sql`select set_config('undertone.removed_org', ${orgId}, true)`.execute(tx);
      // Another relay that removes it, too, waits here, and finds what is left.
      await sql`select id from organizations where id = ${orgId} for update`.execute(tx);
      return work(tx);
    });
  }
}

/** Each id is looked up: a list of all ids of a large organization would be read anew for each job. */
const removeJobs = async (tx: Transaction<Schema>, orgId: string): Promise<void> => {
  for (const queue of QUEUES) {
    const { rows } = await sql<{ found: string | null }>`select to_regclass(${queue})::text as found`.execute(
      tx,
    );
    if ((rows[0]?.found ?? null) === null) continue;
    await sql`
      delete from ${sql.table(queue)} as job where exists (
        select from jsonb_each_text(job.data::jsonb) as field where field.value = ${orgId}
          or exists (select from webhook_deliveries d where d.id = field.value and d.org_id = ${orgId})
          or exists (select from events e where e.id = field.value and e.org_id = ${orgId}))`.execute(tx);
  }
};
