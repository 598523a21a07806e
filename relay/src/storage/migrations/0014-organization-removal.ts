import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';
import { TENANT_ROLE } from '../tables/tenant.js';

/**
 * An organization can be removed whole: also from the ledger and the audit log, whose triggers still refuse every other change.
 * Remembered answers name the sessions that they are about, so that they go with them.
 */
export const organizationRemoval: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table organizations add column closing_at timestamptz`.execute(db);
    await sql`alter table idempotency_keys add column session_ids jsonb not null default '[]'`.execute(db);
    // Row by row, because only a row says whose it is.
    await sql`
      create function refuse_unless_removed() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and current_user <> ${sql.lit(TENANT_ROLE)}
          and old.org_id = current_setting('undertone.removed_org', true) then
          return old;
        end if;
        raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
      end $$`.execute(db);
    await sql`drop trigger append_only on ledger_entries`.execute(db);
    await sql`
      create trigger append_only before update or delete on ledger_entries
      for each row execute function refuse_unless_removed()`.execute(db);
    await sql`
      create trigger not_truncated before truncate on ledger_entries
      for each statement execute function undertone_append_only()`.execute(db);
    await sql`drop trigger audit_log_is_append_only on audit_log`.execute(db);
    await sql`
      create trigger audit_log_is_append_only before update or delete on audit_log
      for each row execute function refuse_unless_removed()`.execute(db);
  },
};
