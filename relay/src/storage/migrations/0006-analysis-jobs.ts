import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';
import { protectTable } from '../tables/tenant.js';

/** Batches that are processed after their answer was sent. They contain no audio. */
export const analysisJobs: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table analysis_jobs (
        id text primary key,
        org_id text not null references organizations (id),
        key_id text not null,
        request_id text not null,
        created_at timestamptz not null,
        finished_at timestamptz,
        held_until timestamptz not null
      )`.execute(db);
    await sql`create index analysis_jobs_open on analysis_jobs (held_until) where finished_at is null`.execute(
      db,
    );
    await sql`create index analysis_jobs_done on analysis_jobs (finished_at)`.execute(db);
    await sql`
      create table analysis_job_items (
        job_id text not null references analysis_jobs (id) on delete cascade,
        org_id text not null references organizations (id),
        position integer not null check (position >= 0),
        item_id text not null,
        request jsonb,
        result jsonb,
        primary key (job_id, position)
      )`.execute(db);
    await protectTable(db, 'analysis_jobs');
    await protectTable(db, 'analysis_job_items');
  },
};
