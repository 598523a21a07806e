import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';

/** A session's id belongs to its organization, so two may use the same text. Events can be found and deleted by session. */
export const sessionsByOrganization: SchemaMigration = {
  // The primary key that older relays name in `on conflict` goes.
  step: 'contract',
  oldest: '0010-sessions-by-organization',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table sessions drop constraint sessions_pkey`.execute(db);
    await sql`alter table sessions add primary key (org_id, id)`.execute(db);
    await sql`alter table redeemed_tokens alter column session_id drop not null`.execute(db);
    await sql`alter table conversations add column external_id text`.execute(db);
    await sql`create index conversations_by_external_id on conversations (org_id, external_id, created_at desc, id desc)
      where external_id is not null`.execute(db);
    await sql`create index unfinished_conversations on conversations (updated_at)
      where state in ('open', 'live', 'paused')`.execute(db);
    await sql`alter table events add column session_id text`.execute(db);
    await sql`
      update events set session_id = body::jsonb -> 'data' ->> 'session_id'
      where type in ('session.end', 'session.prediction', 'alert.triggered')`.execute(db);
    await sql`create index events_by_session on events (org_id, session_id) where session_id is not null`.execute(
      db,
    );
  },
};
