import { sql, type Transaction } from 'kysely';
import { toJsonb } from './jsonb.js';
import type { Schema } from './schema.js';

/** Who stands where a person was named who is forgotten. */
const NOBODY = { id: 'speaker_withdrawn', label: 'Speaker' } as const;

/** JSON in which a person is named nowhere. What was said of the voice in that recording stays, as somebody's. */
export const withoutPerson = (value: unknown, speakerId: string): unknown => {
  if (value === speakerId) return NOBODY.id;
  if (Array.isArray(value)) return value.map((each) => withoutPerson(each, speakerId));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    name === 'person_id' && each === speakerId ? null : withoutPerson(each, speakerId),
  ]);
  const copy = Object.fromEntries(entries) as Record<string, unknown>;
  if (!('id' in value) || value.id !== speakerId) return copy;
  return {
    ...copy,
    ...('label' in value && { label: NOBODY.label }),
    ...('verified' in value && { verified: false }),
  };
};

/**
 * Takes a person's id and name out of what is kept of analyses: results of jobs that may still be asked for, and events that
 * may still be delivered or sent again.
 * @param since only what was written then or later
 * @returns rows changed
 */
export const forgetInResults = async (
  tx: Transaction<Schema>,
  orgId: string,
  speakerId: string,
  since: Date,
): Promise<number> => {
  const items = await tx
    .selectFrom('analysis_job_items as item')
    .innerJoin('analysis_jobs as job', 'job.id', 'item.job_id')
    .select(['item.job_id', 'item.position', 'item.result'])
    .where('item.org_id', '=', orgId)
    .where((row) => row.or([row('job.finished_at', 'is', null), row('job.finished_at', '>=', since)]))
    .where(sql<boolean>`position(${speakerId} in item.result::text) > 0`)
    .execute();
  for (const { job_id: jobId, position, result } of items) {
    await tx
      .updateTable('analysis_job_items')
      .set({ result: toJsonb(withoutPerson(result, speakerId)) })
      .where('org_id', '=', orgId)
      .where('job_id', '=', jobId)
      .where('position', '=', position)
      .execute();
  }
  const events = await tx
    .selectFrom('events')
    .select(['id', 'body', 'alternate_body'])
    .where('org_id', '=', orgId)
    .where('created_at', '>=', since)
    .where(sql<boolean>`position(${speakerId} in body || coalesce(alternate_body, '')) > 0`)
    .execute();
  const cleared = (text: string): string => JSON.stringify(withoutPerson(JSON.parse(text), speakerId));
  for (const { id, body, alternate_body: alternate } of events) {
    await tx
      .updateTable('events')
      .set({ body: cleared(body), alternate_body: alternate === null ? null : cleared(alternate) })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .execute();
  }
  return items.length + events.length;
};
