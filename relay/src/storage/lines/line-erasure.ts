import { subtractLine } from '@undertone/model';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.js';
import { fromBytes, toBytes } from './line-bytes.js';

/** Takes back what a session's calls taught. */
export const eraseSessionLessons = (
  tx: Transaction<Schema>,
  orgId: string,
  sessionId: string,
): Promise<void> => takeBack(tx, orgId, sql`session_id = ${sessionId}`);

/**
 * Takes back what calls taught in which a person was recognized, whole calls: a sum does not tell voices apart. Must run
 * while the person's links are still there.
 */
export const erasePersonLessons = (
  tx: Transaction<Schema>,
  orgId: string,
  speakerId: string,
): Promise<void> =>
  takeBack(
    tx,
    orgId,
    sql`(people @> ${JSON.stringify([speakerId])}::jsonb or session_id in (
      select session_id from speaker_links where org_id = ${orgId} and speaker_id = ${speakerId}))`,
  );

/** @param which condition on the rows of `line_calls` */
const takeBack = async (
  tx: Transaction<Schema>,
  orgId: string,
  which: RawBuilder<unknown>,
): Promise<void> => {
  // Always in this order, so that two that take back never wait for each other.
  const { rows: found } = await sql<{ line_id: string }>`
    select distinct line_id from line_calls where org_id = ${orgId} and ${which} order by line_id`.execute(
    tx,
  );
  for (const { line_id: id } of found) {
    const line = await tx
      .selectFrom('lines')
      .select('sums')
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (line === undefined) continue;
    const { rows: gone } = await sql<{ growth: Uint8Array }>`
      delete from line_calls where org_id = ${orgId} and line_id = ${id} and ${which} returning growth`.execute(
      tx,
    );
    const calls = await tx
      .selectFrom('line_calls')
      .select('call_id')
      .where('org_id', '=', orgId)
      .where('line_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    if (calls === undefined) {
      await tx.deleteFrom('lines').where('org_id', '=', orgId).where('id', '=', id).execute();
      continue;
    }
    const sums = gone.reduce(
      (rest, { growth }) => subtractLine(rest, fromBytes(growth)),
      fromBytes(line.sums),
    );
    await tx
      .updateTable('lines')
      .set({ sums: toBytes(sums) })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .execute();
  }
};
