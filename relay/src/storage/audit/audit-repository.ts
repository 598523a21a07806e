import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { type AuditHead, type AuditVerdict, verifyChain } from '../../domain/audit/audit-chain.js';
import {
  type AuditEntry,
  type AuditRecord,
  GENESIS_HASH,
  hashRecord,
} from '../../domain/audit/audit-entry.js';
import type { Schema } from '../database/schema.js';
import type { AuditLogTable } from '../tables/account-tables.js';
import { withTenant } from '../tables/tenant.js';

const PAGE = 500;

/**
 * Writes an audit entry in the same transaction as the change it records, so that both are stored or neither.
 * Entries of one organization wait for each other by a lock on the head's row.
 */
export const appendAudit = async (
  transaction: Transaction<Schema>,
  { orgId, at, actor, action, detail }: AuditEntry,
): Promise<void> => {
  await transaction
    .insertInto('audit_heads')
    .values({ org_id: orgId, seq: '0', hash: Buffer.from(GENESIS_HASH) })
    .onConflict((conflict) => conflict.column('org_id').doNothing())
    .execute();
  const head = await transaction
    .selectFrom('audit_heads')
    .select(['seq', 'hash'])
    .where('org_id', '=', orgId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const seq = Number(head.seq) + 1;
  const fields = { orgId, seq, at, actor, action, detail: JSON.stringify(detail), previousHash: head.hash };
  const hash = hashRecord(fields);
  await transaction
    .insertInto('audit_log')
    .values({
      org_id: orgId,
      seq: String(seq),
      at,
      actor,
      action,
      detail: fields.detail,
      previous_hash: head.hash,
      hash,
    })
    .execute();
  await transaction
    .updateTable('audit_heads')
    .set({ seq: String(seq), hash })
    .where('org_id', '=', orgId)
    .execute();
};

/** Which entries somebody looks for. */
export interface AuditQuery {
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly before?: number | undefined;
}

/** The audit log: entries are written once, then read and verified. */
export class AuditRepository {
  private readonly db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.db = db;
  }

  /** For events outside the database, such as a withdrawn consent. */
  async append(entry: AuditEntry): Promise<void> {
    await this.db.transaction().execute((transaction) => appendAudit(transaction, entry));
  }

  /** The newest entries, newest first. */
  async list(orgId: string, limit: number): Promise<readonly AuditRecord[]> {
    const rows = await this.db
      .selectFrom('audit_log')
      .selectAll()
      .where('org_id', '=', orgId)
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute();
    return rows.map(toRecord);
  }

  /** Entries before a place in the log, newest first, with the names of those who acted as far as they are known. */
  async page(
    orgId: string,
    { action, actor, before }: AuditQuery,
    limit: number,
  ): Promise<readonly (AuditRecord & { readonly actorName: string | undefined })[]> {
    const rows = await withTenant(this.db, orgId, (transaction) =>
      transaction
        .selectFrom('audit_log as a')
        .leftJoin('api_keys as k', (join) => join.on(sql`'key:' || k.id`, '=', sql.ref('a.actor')))
        .leftJoin('members as m', (join) => join.on(sql`'member:' || m.id`, '=', sql.ref('a.actor')))
        .selectAll('a')
        .select(sql<string | null>`coalesce(m.email, k.name)`.as('actor_name'))
        .where('a.org_id', '=', orgId)
        .$if(action !== undefined, (q) => q.where('a.action', '=', action ?? ''))
        .$if(actor !== undefined, (q) => q.where('a.actor', '=', actor ?? ''))
        .$if(before !== undefined, (q) => q.where('a.seq', '<', String(before)))
        .orderBy('a.seq', 'desc')
        .limit(limit)
        .execute(),
    );
    return rows.map((row) => ({ ...toRecord(row), actorName: row.actor_name ?? undefined }));
  }

  /** Reads an organization's whole log and checks its chain. */
  async verify(orgId: string): Promise<AuditVerdict> {
    // Head and entries come from one snapshot; entries added later are checked by the next verification.
    return this.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        const head = await readHead(transaction, orgId);
        return verifyChain(readAll(transaction, orgId), head);
      });
  }
}

const readHead = async (db: Kysely<Schema>, orgId: string): Promise<AuditHead | undefined> => {
  const row = await db
    .selectFrom('audit_heads')
    .select(['seq', 'hash'])
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row && { seq: Number(row.seq), hash: row.hash };
};

async function* readAll(db: Kysely<Schema>, orgId: string): AsyncGenerator<AuditRecord> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('seq', '>', String(after))
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    for (const row of rows) yield toRecord(row);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = Number(last.seq);
  }
}

const toRecord = (row: Selectable<AuditLogTable>): AuditRecord => ({
  orgId: row.org_id,
  seq: Number(row.seq),
  at: row.at,
  actor: row.actor,
  action: row.action,
  detail: row.detail,
  previousHash: row.previous_hash,
  hash: row.hash,
});
