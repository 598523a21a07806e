import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';

/** What a key may do. Null, as in every key so far: everything. */
export const keyScopes: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table api_keys add column scopes jsonb`.execute(db);
    await sql`alter table api_keys add constraint api_keys_scopes_check
      check (scopes is null or (jsonb_typeof(scopes) = 'array' and jsonb_array_length(scopes) > 0))`.execute(
      db,
    );
  },
};
