import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';

/** A list finds conversations by the mood that lasted longest, which older relays do not know and leave empty. */
export const conversationMoods: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table conversations add column dominant_mood text`.execute(db);
    await sql`
      create index conversations_by_mood on conversations (org_id, dominant_mood, created_at desc, id desc)
      where state in ('ended', 'expired')`.execute(db);
  },
};
