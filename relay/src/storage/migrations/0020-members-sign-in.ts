import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';
import { protectTable } from '../tables/tenant.js';

/**
 * Members sign in. Their rights have a column of their own, because older relays know other words in `role`: null says what `role`
 * says. A sign-in makes a key that no list of keys shows. It is marked in `api_keys` itself, so that it can never be taken for a
 * key of the organization, not even after an older relay deleted the member.
 */
export const membersSignIn: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table members
        add column name text,
        add column rights text check (rights in ('owner', 'developer', 'supervisor', 'viewer')),
        add column joined_at timestamptz,
        add column oidc_issuer text,
        add column oidc_subject text`.execute(db);
    await sql`
      create unique index members_by_oidc on members (org_id, oidc_issuer, oidc_subject)
      where oidc_subject is not null`.execute(db);
    await sql`alter table api_keys add column of_member boolean not null default false`.execute(db);
    await createInvitations(db);
    await createPasskeys(db);
    await createSessions(db);
  },
};

const createInvitations = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table invitations (
      id text primary key,
      org_id text not null references organizations (id),
      member_id text not null references members (id) on delete cascade,
      token_hash bytea not null unique check (octet_length(token_hash) = 32),
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create unique index invitations_by_member on invitations (member_id)`.execute(db);
  await sql`create index invitations_by_expiry on invitations (expires_at)`.execute(db);
  await protectTable(db, 'invitations');
};

const createPasskeys = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table passkeys (
      id text primary key,
      org_id text not null references organizations (id),
      member_id text not null references members (id) on delete cascade,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null check (counter >= 0),
      transports jsonb not null,
      site text not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkeys_by_member on passkeys (member_id)`.execute(db);
  await protectTable(db, 'passkeys');
};

const createSessions = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table member_sessions (
      id text primary key references api_keys (id),
      org_id text not null references organizations (id),
      member_id text not null references members (id) on delete cascade,
      method text not null check (method in ('invitation', 'passkey', 'oidc')),
      user_agent text not null
    )`.execute(db);
  await sql`create index member_sessions_by_member on member_sessions (member_id)`.execute(db);
  await protectTable(db, 'member_sessions');
};
