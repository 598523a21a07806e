import { nothingCompared } from '@undertone/model';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnalysisJobRepository } from '../../storage/analysis/analysis-job-repository.js';
import { appendEvents } from '../../storage/webhooks/event-outbox.js';
import { toJsonb } from '../../storage/database/jsonb.js';
import { newId } from '../../domain/ids.js';
import { type GatewayRig, startGateway, type Tenant } from '../testing/gateway-rig.js';

/** Texts that occur nowhere else in any table. */
const ID = 'session of person-4711';
const MARKS = {
  reference: 'case-mark',
  note: 'note-mark',
  speaker: 'anna-mark',
  utterance: 'utterance-mark',
  heard: 'valence-mark',
  words: 'words-mark',
};
const HOT = { emotion: 'angry', valence: -0.9, arousal: 0.9, signals: { escalation: 1 }, duration: 4 };

let rig: GatewayRig;
let us: Tenant;
let them: Tenant;
beforeAll(async () => {
  rig = await startGateway();
  us = await rig.createTenant('enterprise', { transcriptDays: 7 });
  them = await rig.createTenant('enterprise', { transcriptDays: 7 });
}, 60_000);
afterAll(() => rig.stop());

const path = `/v1/sessions/${encodeURIComponent(ID)}`;
const call = async (method: string, route: string, body?: unknown, tenant = us): Promise<number> => {
  const response = await fetch(`${rig.url}${route}`, {
    method,
    headers: {
      'X-API-Key': tenant.key,
      ...(method === 'POST' && { 'Idempotency-Key': newId('once') }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
};

/** Creates a session with every kind of derived data, with a webhook and an outcome. */
const fill = async (tenant: Tenant): Promise<void> => {
  const { organization } = tenant;
  const hook = {
    url: 'https://example.com/hooks',
    events: ['session.end', 'session.prediction', 'alert.triggered'],
    secret: 'k7Hq2mXw9Zr4Tb6Yn8Pc3Vd5',
  };
  expect(await call('POST', '/v1/webhooks', hook, tenant)).toBe(201);
  const session = { session_id: ID, external_id: MARKS.reference, metadata: { note: MARKS.note } };
  expect(await call('POST', '/v1/sessions', session, tenant)).toBe(201);
  await rig.repositories.streams.create({
    sessionId: ID,
    orgId: organization.id,
    handleHash: Buffer.from(newId('handle')).toString('hex').slice(0, 64).padEnd(64, '0'),
    vertical: 'contact_center',
    config: { metadata: { note: MARKS.note } },
    startedAtMs: rig.nowMs(),
    concurrentMax: 5,
  });
  const state = { heard: MARKS.speaker };
  const checkpoint = { orgId: organization.id, sessionId: ID, generation: 1, atMs: rig.nowMs(), state };
  expect(await rig.repositories.streams.checkpoint([checkpoint])).toEqual([]);
  const expiresAt = new Date(rig.nowMs() + 60_000);
  await rig.repositories.tokens.redeem({
    id: newId('tok'),
    orgId: organization.id,
    sessionId: ID,
    expiresAt,
  });
  for (let i = 0; i < 8; i++) {
    const said = { transcript: `${MARKS.words} ${i}`, result: HOT };
    const body = { utterance_id: `${MARKS.utterance}-${i}`, speaker_id: MARKS.speaker, ...said };
    expect(await call('POST', `${path}/utterances`, body, tenant)).toBe(201);
  }
  const correction = { session_id: ID, utterance_id: `${MARKS.utterance}-0`, emotion: 'sad' };
  expect(await call('POST', '/v1/feedback/corrections', correction, tenant)).toBe(200);
  expect(await call('POST', `${path}/end`, { outcome: { escalated: true } }, tenant)).toBe(200);
  const speaker = newId('spk');
  const now = new Date(rig.nowMs());
  await sql`
    insert into speakers (id, org_id, label, consent, created_at, updated_at, template_version)
    values (${speaker}, ${organization.id}, 'Anna', '{}', ${now}::timestamptz, ${now}::timestamptz, 1)`.execute(
    rig.database.queries,
  );
  await sql`
    insert into speaker_links (org_id, session_id, speaker, speaker_id, evidence_seconds, resolved_at)
    values (${organization.id}, ${ID}, ${MARKS.speaker}, ${speaker}, 12, ${now}::timestamptz)`.execute(
    rig.database.queries,
  );
  const jobs = new AnalysisJobRepository(rig.database.queries);
  const jobId = newId('job');
  await jobs.create(
    {
      id: jobId,
      orgId: organization.id,
      keyId: tenant.keyId,
      requestId: newId('req'),
      createdAt: new Date(rig.nowMs()),
      attempts: 1,
      items: [
        { id: '1', request: undefined, result: undefined },
        { id: '2', request: undefined, result: undefined },
      ],
    },
    expiresAt,
  );
  const lesson = {
    live: { count: 1, gaps: [], heads: [], compared: nothingCompared(0), seconds: 3, voices: 1 },
  };
  await jobs.keepLesson({ orgId: organization.id, jobId, position: 1, sessionId: ID, lesson });
  expect((await jobs.find(organization.id, jobId))?.items.map((item) => item.lesson)).toEqual([
    undefined,
    lesson,
  ]);
  await appendBatchEvents(organization.id);
  const answer = toJsonb({ id: '1', session_id: ID, speaker_id: MARKS.speaker });
  await sql`update analysis_job_items set result = ${answer}::jsonb where org_id = ${organization.id} and position = 0`.execute(
    rig.database.queries,
  );
};

/** The events of a batch name the session only in their other payload; older relays stored the second kind. */
const appendBatchEvents = async (orgId: string): Promise<void> => {
  await rig.database.queries.transaction().execute(async (tx) => {
    const event = { orgId, type: 'analysis.complete', data: { item_id: '1', valence: MARKS.heard } } as const;
    const alternateData = { ...event.data, session_id: ID };
    await appendEvents(tx, [{ ...event, alternateData, once: 'new' }], rig.nowMs());
    await appendEvents(tx, [{ ...event, alternateData, once: 'old' }], rig.nowMs());
    await tx
      .updateTable('events')
      .set({ session_id: null })
      .where('org_id', '=', orgId)
      .where('once_key', '=', 'old')
      .execute();
  });
};

/** Every table with a row of the organization that contains the text, in any column. */
const tablesWith = async (text: string, { organization }: Tenant): Promise<string[]> => {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'org_id' order by 1`.execute(
    rig.database.queries,
  );
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ hits: number }>`
      select count(*)::integer as hits from ${sql.table(name)} as t
      where t.org_id = ${organization.id} and strpos(t::text, ${text}) > 0`.execute(rig.database.queries);
    if ((rows[0]?.hits ?? 0) > 0) found.push(name);
  }
  return [...found, ...(await sharedTablesWith(text))];
};

/** The same in tables that belong to no organization, of every schema: nothing of a session may be there at any time. */
const sharedTablesWith = async (text: string): Promise<string[]> => {
  const tables = await sql<{ schema: string; name: string }>`
    select t.table_schema as schema, t.table_name as name from information_schema.tables as t
    where t.table_type = 'BASE TABLE' and t.table_schema not in ('pg_catalog', 'information_schema')
      and not exists (select from information_schema.columns as c
        where c.table_schema = t.table_schema and c.table_name = t.table_name and c.column_name = 'org_id')`.execute(
    rig.database.queries,
  );
  const found: string[] = [];
  for (const { schema, name } of tables.rows) {
    const { rows } = await sql<{ hits: number }>`
      select count(*)::integer as hits from ${sql.table(`${schema}.${name}`)} as t
      where strpos(t::text, ${text}) > 0`.execute(rig.database.queries);
    if ((rows[0]?.hits ?? 0) > 0) found.push(name);
  }
  return found;
};

describe('DELETE /v1/sessions/{id}', () => {
  it('leaves nothing of a session in any table, except that a stream of its name existed', async () => {
    await fill(us);
    await fill(them);
    const before = await tablesWith(ID, us);
    // Without traces of the session before, the test would prove nothing.
    expect(before).toEqual(
      expect.arrayContaining([
        'analysis_job_items',
        'conversation_utterances',
        'conversations',
        'events',
        'redeemed_tokens',
        'sessions',
        'speaker_links',
        'taught_lessons',
        'taught_versions',
      ]),
    );
    for (const mark of Object.values(MARKS)) expect(await tablesWith(mark, us), mark).not.toEqual([]);
    // Words are nowhere else: in no event, no answer, no checkpoint.
    expect(await tablesWith(MARKS.words, us)).toEqual(['transcript_lines']);
    const theirs = await tablesWith(ID, them);
    expect(await call('DELETE', path)).toBe(204);
    expect(await tablesWith(ID, us)).toEqual(['sessions']);
    expect(await tablesWith(encodeURIComponent(ID), us)).toEqual([]);
    for (const mark of Object.values(MARKS)) expect(await tablesWith(mark, us), mark).toEqual([]);
    const stream = await rig.database.queries
      .selectFrom('sessions')
      .selectAll()
      .where('org_id', '=', us.organization.id)
      .executeTakeFirstOrThrow();
    expect(stream).toMatchObject({
      config: {},
      checkpoint: null,
      summary: null,
      outcome: null,
      corrections: null,
      key_id: null,
      token_id: null,
      end_code: 'deleted',
    });
    expect(await tablesWith(ID, them)).toEqual(theirs);
  });

  it('reverts what was learned from it', async () => {
    const { version, outcomes } = await rig.services.learning.head(us.organization.id);
    expect([version, outcomes]).toEqual([2, 0]);
    expect((await rig.services.learning.head(them.organization.id)).outcomes).toBe(1);
  });

  it('is told as deleted to its organization for 30 days, and to nobody else', async () => {
    const statusFor = async ({ key }: Tenant): Promise<number> =>
      (await fetch(`${rig.url}${path}`, { headers: { 'X-API-Key': key } })).status;
    expect([await statusFor(us), await statusFor(await rig.createTenant())]).toEqual([404, 403]);
    const { removedIds } = rig.repositories;
    const day = 24 * 3_600_000;
    expect(await removedIds.forgetExpired(new Date(rig.nowMs() + 29 * day))).toBe(0);
    expect(await statusFor(us)).toBe(404);
    expect(await removedIds.forgetExpired(new Date(rig.nowMs() + 31 * day))).toBeGreaterThan(0);
    expect(await statusFor(us)).toBe(403);
  });

  it('lets another session over REST use the name again', async () => {
    expect(await call('POST', '/v1/sessions', { session_id: ID })).toBe(201);
    expect(await call('POST', `${path}/utterances`, { result: HOT })).toBe(201);
  });

  it('keeps the answers of a session whose name begins with the deleted session’s name', async () => {
    const short = newId('ses');
    const long = `${short}-2`;
    const kept = async () =>
      (
        await rig.database.queries
          .selectFrom('idempotency_keys')
          .select('path')
          .where('org_id', '=', us.organization.id)
          .where('path', 'like', `%${short}%`)
          .execute()
      ).map((row) => row.path);
    for (const id of [short, long]) {
      expect(await call('POST', '/v1/sessions', { session_id: id })).toBe(201);
      expect(await call('POST', `/v1/sessions/${id}/utterances`, { result: HOT })).toBe(201);
    }
    expect(await kept()).toHaveLength(2);
    expect(await call('DELETE', `/v1/sessions/${short}`)).toBe(204);
    expect(await kept()).toEqual([`/v1/sessions/${long}/utterances`]);
  });
});
