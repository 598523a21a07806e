import { type Kysely, sql } from 'kysely';
import { protectTable } from '../tables/tenant.js';
import type { SchemaMigration } from './migration.js';

/**
 * A list of conversations is filtered, searched and sorted by indexes. Row-level security lets an index be used only by comparisons
 * that can leak nothing: those of B-trees, not those of GIN. Therefore words, agents and alerts are rows of their own.
 * The indexes of a call's end hold only calls that are over, so that a live call pays for none of them.
 */
export const conversationList: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table conversations
        add column duration_ms double precision,
        add column dominant_emotion text,
        add column peak_escalation double precision,
        add column sums jsonb`.execute(db);
    await sql`
      update conversations set
        duration_ms = round((final #>> '{summary,duration}')::numeric * 1000)::double precision,
        dominant_emotion = final #>> '{summary,dominant_emotion}',
        peak_escalation = (final #>> '{summary,peak_escalation_risk}')::double precision,
        sums = jsonb_build_object(
          'expected', jsonb_build_object(
            'escalated', final #> '{predictions,escalation_risk}',
            'resolved', final #> '{predictions,resolution_probability}',
            'churned', final #> '{predictions,churn_risk}',
            'csat', final #> '{predictions,predicted_csat}'),
          'outcome', coalesce(progress #> '{outcome,targets}', '{}'))
      where final is not null`.execute(db);
    const over = sql`where state in ('ended', 'expired')`;
    await sql`create index conversations_by_vertical on conversations (org_id, vertical, created_at desc, id desc)`.execute(
      db,
    );
    await sql`
      create index conversations_by_state on conversations (org_id, state, created_at desc, id desc) ${over}`.execute(
      db,
    );
    await sql`
      create index conversations_by_emotion on conversations (org_id, dominant_emotion, created_at desc, id desc)
      ${over}`.execute(db);
    await sql`
      create index conversations_by_duration on conversations (org_id, duration_ms desc, id desc) ${over}`.execute(
      db,
    );
    await sql`
      create index conversations_by_peak on conversations (org_id, peak_escalation desc, id desc) ${over}`.execute(
      db,
    );
    await sql`
      create table conversation_marks (
        org_id text not null,
        kind text not null check (kind in ('word', 'agent', 'alert')),
        value text collate "C" not null,
        created_at timestamptz not null,
        session_id text not null,
        primary key (org_id, kind, value, created_at, session_id),
        foreign key (org_id, session_id) references conversations (org_id, id) on delete cascade
      )`.execute(db);
    await sql`create index conversation_marks_by_session on conversation_marks (org_id, session_id)`.execute(
      db,
    );
    await protectTable(db, 'conversation_marks');
    await markWords(db);
    await markAgents(db);
    await markAlerts(db);
  },
};

const markWords = (db: Kysely<unknown>) =>
  sql`
    insert into conversation_marks (org_id, kind, value, created_at, session_id)
    select distinct c.org_id, 'word', left(lower(word), 64), c.created_at, c.id
    from conversations c
      cross join lateral (
        select c.id as text union all select c.external_id
        union all select value #>> '{}' from jsonb_each(c.metadata) where jsonb_typeof(value) = 'string') named
      cross join lateral (
        select regexp_split_to_table(named.text, '\\s+') as word
        union select regexp_split_to_table(named.text, '[^[:alnum:]]+')) words
    where jsonb_typeof(c.metadata) = 'object' and word <> ''`.execute(db);

const markAgents = (db: Kysely<unknown>) =>
  sql`
    insert into conversation_marks (org_id, kind, value, created_at, session_id)
    select org_id, 'agent', left(agent, 128), created_at, id
    from conversations, lateral (
      select coalesce(metadata -> 'agent_id', metadata -> 'agent') as name) named,
      lateral (select name #>> '{}' as agent where jsonb_typeof(name) = 'string') said
    where agent <> ''`.execute(db);

const markAlerts = (db: Kysely<unknown>) =>
  sql`
    insert into conversation_marks (org_id, kind, value, created_at, session_id)
    select distinct org_id, 'alert', alert ->> 'alertType', created_at, id
    from conversations, jsonb_array_elements(progress #> '{board,alerts}') alert`.execute(db);
