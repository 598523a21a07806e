import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';
import { protectTable } from '../tables/tenant.js';

/** Members, remembered answers, shared limits, and the audit log. */
export const accounts: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index api_keys_by_revocation on api_keys (revoked_at) where revoked_at is not null`.execute(
      db,
    );
    await createMembers(db);
    await createIdempotencyKeys(db);
    await createRateWindows(db);
    await createRequestPlaces(db);
    await createAuditLog(db);
  },
};

const createMembers = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table members (
      id text primary key,
      org_id text not null references organizations (id),
      email text not null,
      role text not null check (role in ('owner', 'admin', 'member')),
      created_at timestamptz not null
    )`.execute(db);
  await sql`create unique index members_by_email on members (org_id, lower(email))`.execute(db);
  await protectTable(db, 'members');
};

const createIdempotencyKeys = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table idempotency_keys (
      org_id text not null references organizations (id),
      key text not null,
      method text not null,
      path text not null,
      request_id text not null,
      fingerprint bytea not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      locked_until timestamptz,
      status integer,
      answer bytea,
      primary key (org_id, key, method, path),
      check ((locked_until is null) = (answer is not null)),
      check ((status is null) = (answer is null))
    )`.execute(db);
  await sql`create index idempotency_keys_by_expiry on idempotency_keys (expires_at)`.execute(db);
  await protectTable(db, 'idempotency_keys');
};

/** The table is unlogged, so a crash of the server may lose a minute's counts. */
const createRateWindows = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create unlogged table rate_windows (
      subject text primary key,
      ends_at timestamptz not null,
      used integer not null
    )`.execute(db);
  await sql`
    create function current_rate_window(of_subject text, out used integer, out ends_at timestamptz)
    language sql as $$
      insert into rate_windows as w (subject, ends_at, used)
      values (of_subject, clock_timestamp() + interval '1 minute', 0)
      on conflict (subject) do update set
        used = case when w.ends_at <= clock_timestamp() then 0 else w.used end,
        ends_at = case when w.ends_at <= clock_timestamp() then excluded.ends_at else w.ends_at end
      returning w.used, w.ends_at
    $$`.execute(db);
  // A request needs room in both windows and is counted in both or in neither. The organization's row is locked first,
  // and organizations in order, so that two relays cannot wait for each other.
  await sql`
    create function take_requests(asked jsonb)
    returns table (org text, key text, granted integer, org_used integer, org_ends timestamptz, key_used integer, key_ends timestamptz)
    language plpgsql as $$
    declare
      want record;
    begin
      for want in
        select * from jsonb_to_recordset(asked)
          as a (org text, org_limit integer, key text, key_limit integer, wanted integer) order by a.org, a.key
      loop
        org := want.org;
        key := want.key;
        select w.used, w.ends_at into org_used, org_ends from current_rate_window(want.org) w;
        select w.used, w.ends_at into key_used, key_ends from current_rate_window(want.key) w;
        granted := greatest(0, least(want.wanted, want.org_limit - org_used, want.key_limit - key_used));
        if granted > 0 then
          update rate_windows w set used = w.used + granted where w.subject in (want.org, want.key);
        end if;
        return next;
      end loop;
    end $$`.execute(db);
};

const createRequestPlaces = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create unlogged table request_places (
      relay_id text not null,
      org_id text not null references organizations (id),
      held integer not null check (held > 0),
      expires_at timestamptz not null,
      primary key (org_id, relay_id)
    )`.execute(db);
  await protectTable(db, 'request_places');
  // A relay writes the number of places it holds, never a difference, so a later call corrects a repeated or lost one.
  await sql`
    create function take_places(relay text, lease interval, asked jsonb)
    returns table (org text, granted integer)
    language plpgsql as $$
    declare
      want record;
      taken integer;
    begin
      for want in
        select * from jsonb_to_recordset(asked)
          as a (org text, held integer, wanted integer, most integer) order by a.org
      loop
        perform pg_advisory_xact_lock(hashtextextended('places:' || want.org, 0));
        select coalesce(sum(p.held), 0) into taken from request_places p
          where p.org_id = want.org and p.relay_id <> relay and p.expires_at > clock_timestamp();
        org := want.org;
        granted := greatest(0, least(want.wanted, want.most - taken - want.held));
        if want.held + granted > 0 then
          insert into request_places as p (relay_id, org_id, held, expires_at)
          values (relay, want.org, want.held + granted, clock_timestamp() + lease)
          on conflict (org_id, relay_id) do update set held = excluded.held, expires_at = excluded.expires_at;
        else
          delete from request_places p where p.org_id = want.org and p.relay_id = relay;
        end if;
        return next;
      end loop;
    end $$`.execute(db);
};

const createAuditLog = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table audit_heads (
      org_id text primary key references organizations (id),
      seq bigint not null,
      hash bytea not null check (octet_length(hash) = 32)
    )`.execute(db);
  await sql`
    create table audit_log (
      org_id text not null references organizations (id),
      seq bigint not null check (seq > 0),
      at timestamptz not null,
      actor text not null,
      action text not null,
      detail text not null,
      previous_hash bytea not null check (octet_length(previous_hash) = 32),
      hash bytea not null check (octet_length(hash) = 32),
      primary key (org_id, seq)
    )`.execute(db);
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit log is append-only' using errcode = 'restrict_violation';
    end $$`.execute(db);
  await sql`
    create trigger audit_log_is_append_only before update or delete on audit_log
    for each row execute function refuse_audit_change()`.execute(db);
  await sql`
    create trigger audit_log_is_not_truncated before truncate on audit_log
    for each statement execute function refuse_audit_change()`.execute(db);
  await protectTable(db, 'audit_heads');
  await protectTable(db, 'audit_log');
};
