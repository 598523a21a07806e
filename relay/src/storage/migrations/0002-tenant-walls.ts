import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';
import { protectTable, TENANT_ROLE } from '../tables/tenant.js';

/** Row-level security, the second protection between organizations. */
export const tenantWalls: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    // Roles belong to the whole server, so another database of the server may have created it or be creating it now.
    await sql`
      do $$ begin
        if not exists (select from pg_roles where rolname = ${sql.lit(TENANT_ROLE)}) then
          create role ${sql.id(TENANT_ROLE)} nologin;
        end if;
      exception when duplicate_object or unique_violation then null;
      end $$`.execute(db);
    // The creator of a role may grant it to others, but needs this grant to use it.
    await sql`grant ${sql.id(TENANT_ROLE)} to current_user`.execute(db);
    await sql`
      do $$ begin
        execute format('grant usage on schema %I to ${sql.raw(TENANT_ROLE)}', current_schema());
      end $$`.execute(db);
    await protectTable(db, 'organizations', 'id');
    await protectTable(db, 'api_keys');
    await protectTable(db, 'redeemed_tokens');
    await protectTable(db, 'sessions');
  },
};
