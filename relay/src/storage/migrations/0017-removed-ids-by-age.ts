import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';

/** Old marks are looked for in all organizations at once. */
export const removedIdsByAge: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`drop index removed_ids_by_age`.execute(db);
    await sql`create index removed_ids_by_age on removed_ids (removed_at)`.execute(db);
  },
};
