import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';
import { protectTable } from '../tables/tenant.js';

/** What an organization removed, as digests, so that its own question about it is answered with `not_found`. */
export const removedIds: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table removed_ids (
        org_id text not null references organizations (id),
        digest bytea not null,
        removed_at timestamptz not null,
        primary key (org_id, digest)
      )`.execute(db);
    await sql`create index removed_ids_by_age on removed_ids (org_id, removed_at)`.execute(db);
    await protectTable(db, 'removed_ids');
  },
};
