import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';

/** Which secret the relays of this database sign with, by its id. The secret itself is never here. */
export const relaySecrets: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table relay_secrets (
        purpose text primary key,
        key_id text not null,
        since timestamptz not null
      )`.execute(db);
  },
};
