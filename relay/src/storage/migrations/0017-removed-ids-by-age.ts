import { type Kysely, type Migration, sql } from 'kysely';

/** Old marks are looked for in all organizations at once. */
export const removedIdsByAge: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`drop index removed_ids_by_age`.execute(db);
    await sql`create index removed_ids_by_age on removed_ids (removed_at)`.execute(db);
  },
};
