import { type Kysely, sql } from 'kysely';
import { protectTable } from '../tables/tenant.js';
import type { SchemaMigration } from './migration.js';

/**
 * What a receiver answered to an attempt; deliveries of an organization to all its webhooks in one list; and who listens to
 * events at the moment. Listeners are not logged: after a crash of the database they connect again.
 */
export const deliveryAnswers: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table webhook_attempts
        add column response_body text,
        add column response_cut boolean not null default false`.execute(db);
    await sql`create index deliveries_by_organization on webhook_deliveries (org_id, created_at, id)`.execute(
      db,
    );
    await sql`create index deliveries_by_state on webhook_deliveries (org_id, state, created_at, id)`.execute(
      db,
    );
    await sql`
      create unlogged table event_listeners (
        id text primary key,
        org_id text not null references organizations (id) on delete cascade,
        events jsonb not null,
        expires_at timestamptz not null
      )`.execute(db);
    await sql`create index event_listeners_by_organization on event_listeners (org_id)`.execute(db);
    await protectTable(db, 'event_listeners');
  },
};
