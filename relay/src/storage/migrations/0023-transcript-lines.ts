import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';
import { protectTable } from '../tables/tenant.js';

/** What was said, of organizations that want it kept: one row for each utterance with words, which goes with its utterance. */
export const transcriptLines: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table transcript_lines (
        org_id text not null,
        session_id text not null,
        utterance_id text not null,
        words text not null,
        kept_at timestamptz not null,
        primary key (org_id, session_id, utterance_id),
        foreign key (org_id, session_id, utterance_id)
          references conversation_utterances (org_id, session_id, utterance_id) on delete cascade
      )`.execute(db);
    await sql`create index transcript_lines_by_age on transcript_lines (org_id, kept_at)`.execute(db);
    await protectTable(db, 'transcript_lines');
  },
};
