import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';
import { protectTable } from '../tables/tenant.js';

/** Fine-tuning: jobs, the readings of their samples (never the audio), and the resulting models. */
export const fineTuning: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table fine_tune_jobs (
        id text primary key,
        org_id text not null references organizations (id),
        key_id text not null,
        name text not null,
        vertical text,
        base jsonb not null,
        labels jsonb not null,
        activation text not null,
        max_seconds double precision not null check (max_seconds > 0),
        state text not null check (state in
          ('queued', 'preparing', 'training', 'evaluating', 'completed', 'failed', 'cancelled')),
        open boolean not null,
        error jsonb,
        progress double precision not null,
        log jsonb not null,
        attempts integer not null,
        hold_id text not null,
        hold_micro_credits bigint not null,
        settled boolean not null,
        created_at timestamptz not null,
        started_at timestamptz,
        stage_at timestamptz not null,
        finished_at timestamptz,
        held_until timestamptz not null,
        artifact jsonb,
        report jsonb,
        model_version integer
      )`.execute(db);
    await sql`create index fine_tune_jobs_of on fine_tune_jobs (org_id, created_at)`.execute(db);
    await sql`create index fine_tune_jobs_next on fine_tune_jobs (created_at)
      where state in ('queued', 'preparing', 'training', 'evaluating')`.execute(db);
    await sql`create index fine_tune_jobs_unsettled on fine_tune_jobs (id) where not settled`.execute(db);
    await sql`
      create table fine_tune_samples (
        job_id text not null references fine_tune_jobs (id) on delete cascade,
        org_id text not null references organizations (id),
        position integer not null check (position >= 0),
        sample_id text not null,
        label text not null,
        speaker text,
        state text not null check (state in ('waiting', 'ready', 'refused')),
        url text,
        refusal jsonb,
        seconds double precision,
        digest text,
        readings jsonb,
        primary key (job_id, position)
      )`.execute(db);
    await sql`
      create table tuned_models (
        id text primary key,
        org_id text not null references organizations (id),
        job_id text not null references fine_tune_jobs (id) on delete cascade,
        name text not null,
        version integer not null check (version > 0),
        vertical text,
        artifact jsonb not null,
        created_at timestamptz not null,
        unique (org_id, name, version)
      )`.execute(db);
    await sql`
      create table model_activations (
        id bigint generated always as identity primary key,
        org_id text not null references organizations (id),
        vertical text not null,
        model_id text references tuned_models (id) on delete cascade,
        at timestamptz not null,
        undone_at timestamptz
      )`.execute(db);
    await sql`create index model_activations_of on model_activations (org_id, vertical, id)`.execute(db);
    await sql`
      create table training_readings (
        org_id text not null,
        session_id text not null,
        utterance_id text not null,
        speaker text,
        seconds double precision not null,
        digest text not null,
        base_sha256 text not null,
        readings jsonb not null,
        label text,
        created_at timestamptz not null,
        primary key (org_id, session_id, utterance_id),
        foreign key (org_id, session_id, utterance_id)
          references conversation_utterances (org_id, session_id, utterance_id) on delete cascade
      )`.execute(db);
    for (const table of [
      'fine_tune_jobs',
      'fine_tune_samples',
      'tuned_models',
      'model_activations',
      'training_readings',
    ]) {
      await protectTable(db, table);
    }
  },
};
