import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';
import { protectTable } from '../tables/tenant.js';

/** What calls taught about lines, and beside it what each call taught, so that deleting a call takes exactly that back. */
export const lines: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table lines (
        id text primary key,
        org_id text not null references organizations (id),
        line text not null,
        model text not null,
        sums bytea not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (org_id, id),
        unique (org_id, line, model)
      )`.execute(db);
    await sql`create index lines_by_age on lines (org_id, created_at, id)`.execute(db);
    await sql`
      create table line_calls (
        line_id text not null,
        org_id text not null,
        call_id text not null,
        session_id text,
        people jsonb not null default '[]',
        growth bytea not null,
        learned_at timestamptz not null,
        primary key (line_id, call_id),
        foreign key (org_id, line_id) references lines (org_id, id) on delete cascade
      )`.execute(db);
    await sql`create index line_calls_by_session on line_calls (org_id, session_id)
      where session_id is not null`.execute(db);
    await sql`create index line_calls_by_person on line_calls using gin (people)`.execute(db);
    for (const table of ['lines', 'line_calls']) await protectTable(db, table);
  },
};
