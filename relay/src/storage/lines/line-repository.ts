import { addLine, type LineSums, subtractLine } from '@undertone/model';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { LineLesson, LineName, LinePage, LineStore } from '../../domain/lines/line-store.js';
import { appendAudit } from '../audit/audit-repository.js';
import { toJsonb } from '../database/jsonb.js';
import type { Schema } from '../database/schema.js';
import { lockSpeaker } from '../speakers/speaker-writes.js';
import { withTenant } from '../tables/tenant.js';
import { fromBytes, toBytes } from './line-bytes.js';

type Row = Parameters<LineStore['learn']>[1];

/** What is known about lines. Relays add to it under a lock of the line's row, so none loses what another one learned. */
export class LineRepository implements LineStore {
  private readonly db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.db = db;
  }

  async find(name: LineName): Promise<LineSums | undefined> {
    const row = await withTenant(this.db, name.orgId, (tx) => selectLine(tx, name).executeTakeFirst());
    return row && fromBytes(row.sums);
  }

  learn(lesson: LineLesson, row: Row): Promise<boolean> {
    return withTenant(this.db, lesson.orgId, async (tx) => {
      if (!(await isStillThere(tx, lesson, row.at))) return false;
      const line = await lockLine(tx, lesson, row);
      if (line === undefined) return false;
      const before = await tx
        .selectFrom('line_calls')
        .select('growth')
        .where('org_id', '=', lesson.orgId)
        .where('line_id', '=', line.id)
        .where('call_id', '=', lesson.callId)
        .executeTakeFirst();
      const rest =
        before === undefined || line.sums === undefined
          ? line.sums
          : subtractLine(line.sums, fromBytes(before.growth));
      const sums = rest === undefined ? lesson.growth : addLine(rest, lesson.growth);
      await tx
        .updateTable('lines')
        .set({ sums: toBytes(sums), updated_at: row.at })
        .where('org_id', '=', lesson.orgId)
        .where('id', '=', line.id)
        .execute();
      await putCall(tx, lesson, line.id, row.at);
      return true;
    });
  }

  list(orgId: string, { limit, cursor }: Parameters<LineStore['list']>[1]): Promise<LinePage> {
    return withTenant(this.db, orgId, async (tx) => {
      let query = tx
        .selectFrom('lines')
        .selectAll()
        .select(
          sql<number>`(select count(*)::integer from line_calls
            where line_calls.org_id = lines.org_id and line_calls.line_id = lines.id)`.as('calls'),
        )
        .where('org_id', '=', orgId)
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit + 1);
      if (cursor !== undefined) {
        query = query.where(
          sql<boolean>`(created_at, id) > (${new Date(cursor.createdAtMs)}::timestamptz, ${cursor.id})`,
        );
      }
      const rows = await query.execute();
      const lines = rows.slice(0, limit).map((row) => ({
        id: row.id,
        orgId,
        line: row.line,
        model: row.model,
        sums: fromBytes(row.sums),
        calls: row.calls,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
      }));
      const last = rows.length > limit ? lines.at(-1) : undefined;
      return { lines, nextCursor: last && { createdAtMs: last.createdAt.getTime(), id: last.id } };
    });
  }

  remove(
    orgId: string,
    line: string | undefined,
    { actor, at }: Parameters<LineStore['remove']>[2],
  ): Promise<number> {
    return withTenant(this.db, orgId, async (tx) => {
      let query = tx.deleteFrom('lines').where('org_id', '=', orgId);
      if (line !== undefined) query = query.where('line', '=', line);
      const { numDeletedRows } = await query.executeTakeFirstOrThrow();
      const deleted = Number(numDeletedRows);
      if (deleted === 0) return 0;
      const detail = { line: line ?? null, deleted };
      await appendAudit(tx, { orgId, at, actor, action: 'line.deleted', detail });
      return deleted;
    });
  }
}

const selectLine = (tx: Transaction<Schema>, { orgId, line, model }: LineName) =>
  tx
    .selectFrom('lines')
    .select(['id', 'sums'])
    .where('org_id', '=', orgId)
    .where('line', '=', line)
    .where('model', '=', model);

/** What was deleted while the call went on is not learned. Whoever deletes now waits, or was waited for. */
const isStillThere = async (
  tx: Transaction<Schema>,
  { orgId, sessionId, people = [] }: LineLesson,
  at: Date,
): Promise<boolean> => {
  if (sessionId !== undefined) {
    const session = await tx
      .selectFrom('conversations')
      .select('id')
      .where('org_id', '=', orgId)
      .where('id', '=', sessionId)
      .forShare()
      .executeTakeFirst();
    if (session === undefined) return false;
  }
  for (const person of [...new Set(people)].sort())
    if (!(await lockSpeaker(tx, orgId, person, at))) return false;
  return true;
};

/** The line's row, held until the transaction ends. Its sums are undefined where it has just begun. */
const lockLine = async (
  tx: Transaction<Schema>,
  lesson: LineLesson,
  { id, at, most }: Row,
): Promise<{ readonly id: string; readonly sums: LineSums | undefined } | undefined> => {
  const { orgId, line, model, growth } = lesson;
  const known = await selectLine(tx, lesson).forUpdate().executeTakeFirst();
  if (known !== undefined) return { id: known.id, sums: fromBytes(known.sums) };
  const { count } = await tx
    .selectFrom('lines')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  if (count >= most) return undefined;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('lines')
    .values({ id, org_id: orgId, line, model, sums: toBytes(growth), created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.columns(['org_id', 'line', 'model']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return { id, sums: undefined };
  // Another relay began it at the same moment.
  const other = await selectLine(tx, lesson).forUpdate().executeTakeFirst();
  return other && { id: other.id, sums: fromBytes(other.sums) };
};

const putCall = async (
  tx: Transaction<Schema>,
  { orgId, callId, sessionId, people = [], growth }: LineLesson,
  lineId: string,
  at: Date,
): Promise<void> => {
  const taught = {
    session_id: sessionId ?? null,
    people: toJsonb(people),
    growth: toBytes(growth),
    learned_at: at,
  };
  await tx
    .insertInto('line_calls')
    .values({ line_id: lineId, org_id: orgId, call_id: callId, ...taught })
    .onConflict((conflict) => conflict.columns(['line_id', 'call_id']).doUpdateSet(taught))
    .execute();
};
