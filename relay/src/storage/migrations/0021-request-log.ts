import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';
import { protectTable } from '../tables/tenant.js';

/** Which requests there were: never what they said. Pages by time, as a whole and of one key. */
export const requestLog: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table request_log (
        org_id text not null references organizations (id) on delete cascade,
        at timestamptz not null,
        id text not null,
        method text not null,
        route text not null,
        status integer not null,
        duration_ms double precision not null,
        key_id text not null,
        primary key (org_id, at, id)
      )`.execute(db);
    await sql`create index request_log_by_key on request_log (org_id, key_id, at desc, id desc)`.execute(db);
    await sql`create index request_log_by_age on request_log (at)`.execute(db);
    await protectTable(db, 'request_log');
  },
};
