import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';

/** What is known of a line while it is heard: in the first pass of a batch, and in a live session until its end. Sums, no audio. */
export const heardLines: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table analysis_job_items add column lesson bytea, add column lesson_session text`.execute(
      db,
    );
    await sql`alter table sessions add column heard_line bytea`.execute(db);
  },
};
