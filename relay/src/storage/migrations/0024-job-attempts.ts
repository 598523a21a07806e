import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';

/** How often a batch was taken by a relay: one that stood still for longer than its hold knows by it that another has the job. */
export const jobAttempts: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table analysis_jobs add column attempts integer not null default 0`.execute(db);
  },
};
