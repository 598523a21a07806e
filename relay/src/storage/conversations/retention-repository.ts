import { type Kysely, sql } from 'kysely';
import type { SessionName } from '../../domain/call/session-name.js';
import type { RetentionStore } from '../../domain/conversations/retention.js';
import type { Schema } from '../database/schema.js';
import { forgetOldWords } from './transcript-lines.js';

/** Organizations with a retention, and the moment before which what they have is too old. */
const kept = (now: Date) => sql`
  (select id as org_id, ${now}::timestamptz - make_interval(days => (policy ->> 'retentionDays')::integer) as oldest
   from organizations where jsonb_typeof(policy -> 'retentionDays') = 'number') as kept`;

/** A receiver is still to be told of it. */
const waiting = sql`(e.dispatched_at is null or exists (
  select from webhook_deliveries d where d.event_id = e.id and d.state = 'pending'))`;

/** What is older than its organization keeps it. */
export class RetentionRepository implements RetentionStore {
  private readonly db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.db = db;
  }

  async sessionsDue(now: Date, most: number, without: readonly string[]): Promise<readonly SessionName[]> {
    const { rows } = await sql<SessionName>`
      select c.org_id as "orgId", c.id as "sessionId" from conversations c join ${kept(now)} on kept.org_id = c.org_id
      where c.state in ('ended', 'expired') and c.updated_at <= kept.oldest and c.org_id <> all(${without}) and not exists (
        select from events e where e.org_id = c.org_id and e.session_id = c.id and ${waiting})
      order by c.updated_at limit ${most}`.execute(this.db);
    return rows;
  }

  forgetWords(now: Date): Promise<number> {
    return forgetOldWords(this.db, now);
  }

  async forgetLoose(now: Date, most: number): Promise<number> {
    return this.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select e.id from events e join ${kept(now)} on kept.org_id = e.org_id
        where e.created_at <= kept.oldest and not ${waiting}
          and not exists (select from conversations c where c.org_id = e.org_id and c.id = e.session_id)
        limit ${most} for update of e skip locked`.execute(tx);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) {
        await tx.deleteFrom('webhook_deliveries').where('event_id', 'in', ids).execute();
        await tx.deleteFrom('events').where('id', 'in', ids).execute();
      }
      const jobs = await sql`
        delete from analysis_jobs where id in (
          select j.id from analysis_jobs j join ${kept(now)} on kept.org_id = j.org_id
          where j.finished_at <= kept.oldest limit ${most})`.execute(tx);
      return ids.length + Number(jobs.numAffectedRows ?? 0n);
    });
  }
}
