import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';
import { protectTable } from '../tables/tenant.js';

/**
 * People who are recognized by voice. Everything derived from a voice references its person's row and is deleted with it.
 * Templates and baselines are sealed before they are stored.
 */
export const speakers: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table speakers (
        id text primary key,
        org_id text not null references organizations (id),
        label text not null,
        external_id text,
        consent jsonb not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        expires_at timestamptz,
        template_version integer not null check (template_version > 0),
        unique (org_id, id)
      )`.execute(db);
    await sql`create unique index speakers_by_external_id on speakers (org_id, external_id)`.execute(db);
    await sql`create index speakers_by_age on speakers (org_id, created_at, id)`.execute(db);
    await sql`create index speakers_by_expiry on speakers (expires_at) where expires_at is not null`.execute(
      db,
    );
    await sql`
      create table speaker_templates (
        speaker_id text primary key,
        org_id text not null,
        version integer not null check (version > 0),
        space text not null,
        sealed bytea not null,
        quality jsonb not null,
        created_at timestamptz not null,
        foreign key (org_id, speaker_id) references speakers (org_id, id) on delete cascade
      )`.execute(db);
    await sql`
      create table speaker_baselines (
        speaker_id text primary key,
        org_id text not null,
        sealed bytea not null,
        calls integer not null default 1,
        updated_at timestamptz not null,
        foreign key (org_id, speaker_id) references speakers (org_id, id) on delete cascade
      )`.execute(db);
    await sql`
      create table speaker_links (
        org_id text not null,
        session_id text not null,
        speaker text not null,
        speaker_id text not null,
        evidence_seconds real not null,
        resolved_at timestamptz not null,
        primary key (org_id, session_id, speaker),
        foreign key (org_id, speaker_id) references speakers (org_id, id) on delete cascade
      )`.execute(db);
    await sql`create index speaker_links_by_person on speaker_links (org_id, speaker_id)`.execute(db);
    await sql`
      create table speaker_consents (
        org_id text not null references organizations (id),
        reference_hash bytea not null check (octet_length(reference_hash) = 32),
        speaker_id text,
        withdrawn_at timestamptz,
        primary key (org_id, reference_hash),
        check ((speaker_id is null) = (withdrawn_at is not null))
      )`.execute(db);
    await sql`create index speaker_consents_by_person on speaker_consents (speaker_id)`.execute(db);
    await sql`
      create table speaker_removals (
        speaker_id text primary key,
        org_id text not null references organizations (id),
        cause text not null check (cause in ('deleted', 'withdrawn', 'expired')),
        removed_at timestamptz not null
      )`.execute(db);
    await sql`create index speaker_removals_by_age on speaker_removals (removed_at)`.execute(db);
    for (const table of [
      'speakers',
      'speaker_templates',
      'speaker_baselines',
      'speaker_links',
      'speaker_consents',
      'speaker_removals',
    ]) {
      await protectTable(db, table);
    }
  },
};
