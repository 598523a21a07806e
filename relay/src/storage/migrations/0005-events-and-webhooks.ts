import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';
import { protectTable } from '../tables/tenant.js';

/** The outbox of events, the webhooks that subscribed to them, and every delivery attempt. */
export const eventsAndWebhooks: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table events (
        id text primary key,
        org_id text not null references organizations (id),
        type text not null,
        once_key text,
        body text not null,
        alternate_body text,
        only_webhook_id text,
        created_at timestamptz not null,
        dispatched_at timestamptz,
        unique (org_id, type, once_key)
      )`.execute(db);
    await sql`create index waiting_events on events (created_at) where dispatched_at is null`.execute(db);
    await sql`create index events_by_age on events (created_at)`.execute(db);
    await sql`
      create table webhooks (
        id text primary key,
        org_id text not null references organizations (id),
        url text not null,
        events jsonb not null,
        status text not null default 'active' check (status in ('active', 'failing', 'disabled')),
        status_reason text,
        secret text not null,
        previous_secret text,
        previous_until timestamptz,
        failing_since timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        check ((previous_secret is null) = (previous_until is null))
      )`.execute(db);
    await sql`create index webhooks_by_organization on webhooks (org_id, created_at)`.execute(db);
    await sql`
      create table webhook_deliveries (
        id text primary key,
        org_id text not null references organizations (id),
        webhook_id text not null references webhooks (id) on delete cascade,
        event_id text not null references events (id),
        event_type text not null,
        state text not null default 'pending' check (state in ('pending', 'delivered', 'failed', 'cancelled')),
        attempts integer not null default 0,
        first_attempt integer not null default 0,
        next_attempt_at timestamptz,
        created_at timestamptz not null,
        finished_at timestamptz,
        unique (webhook_id, event_id),
        check ((state = 'pending') = (finished_at is null)),
        check (state = 'pending' or next_attempt_at is null)
      )`.execute(db);
    await sql`create index deliveries_by_webhook on webhook_deliveries (webhook_id, created_at, id)`.execute(
      db,
    );
    await sql`create index deliveries_by_event on webhook_deliveries (event_id)`.execute(db);
    await sql`create index due_deliveries on webhook_deliveries (next_attempt_at) where state = 'pending'`.execute(
      db,
    );
    await sql`
      create table webhook_attempts (
        delivery_id text not null references webhook_deliveries (id) on delete cascade,
        number integer not null check (number > 0),
        org_id text not null references organizations (id),
        started_at timestamptz not null,
        latency_ms integer not null,
        response_status integer,
        error_code text,
        error text,
        primary key (delivery_id, number)
      )`.execute(db);
    for (const table of ['events', 'webhooks', 'webhook_deliveries', 'webhook_attempts']) {
      await protectTable(db, table);
    }
  },
};
