import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';
import { protectTable } from '../tables/tenant.js';

/** Conversations over all routes, and what was learned from their outcomes. No spoken words and no audio. */
export const conversations: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table conversations (
        org_id text not null references organizations (id),
        id text not null,
        state text not null check (state in ('open', 'live', 'paused', 'ended', 'expired')),
        lifecycle jsonb not null,
        vertical text not null,
        language text not null,
        metadata jsonb not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        progress jsonb not null,
        final jsonb,
        primary key (org_id, id)
      )`.execute(db);
    await sql`create index conversations_by_age on conversations (org_id, created_at desc, id desc)`.execute(
      db,
    );
    await sql`
      create table conversation_utterances (
        org_id text not null,
        session_id text not null,
        utterance_id text not null,
        arrival integer not null check (arrival >= 0),
        utterance jsonb not null,
        primary key (org_id, session_id, utterance_id),
        foreign key (org_id, session_id) references conversations (org_id, id) on delete cascade
      )`.execute(db);
    await sql`
      create table insight_settings (
        org_id text primary key references organizations (id),
        kpis jsonb not null default '[]',
        alerts jsonb
      )`.execute(db);
    await sql`
      create table taught_versions (
        org_id text not null references organizations (id),
        version integer not null check (version > 0),
        parent integer,
        change jsonb not null,
        outcomes integer not null,
        created_at timestamptz not null,
        document jsonb,
        primary key (org_id, version)
      )`.execute(db);
    await sql`
      create table taught_lessons (
        org_id text not null references organizations (id),
        session_id text not null,
        position bigint generated always as identity,
        example jsonb not null,
        primary key (org_id, session_id)
      )`.execute(db);
    await sql`
      create table prediction_scores (
        org_id text primary key references organizations (id),
        scores jsonb not null
      )`.execute(db);
    for (const table of [
      'conversations',
      'conversation_utterances',
      'insight_settings',
      'taught_versions',
      'taught_lessons',
      'prediction_scores',
    ]) {
      await protectTable(db, table);
    }
  },
};
