import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../domain/ids.js';
import { DEFAULT_POLICY } from '../domain/policy/organization-policy.js';
import { Learning } from '../domain/sessions/learning.js';
import { Sessions } from '../domain/sessions/sessions.js';
import { SESSION_LIMITS } from '../domain/sessions/session-record.js';
import type { NewUtterance } from '../domain/sessions/session-utterance.js';
import { ConversationRepository } from './conversation-repository.js';
import { OrganizationRepository } from './organization-repository.js';
import { PredictionRepository } from './prediction-repository.js';
import { DATABASES, type TestDatabase } from './testing/databases.js';

const ANGRY = { valence: -0.7, arousal: 0.7, escalation: 0.9 };
const CALM = { valence: 0.3, arousal: -0.1, escalation: 0.1 };
const OUTCOME = { targets: { escalated: true, csat: 1 }, kpis: {}, observedAt: '2026-11-20T10:00:00.000Z' };

const said = (id: string, tone: NewUtterance['tone'], more: Partial<NewUtterance> = {}): NewUtterance => ({
  utteranceId: id,
  index: null,
  speakerId: 'caller',
  role: 'caller',
  source: 'result',
  startMs: null,
  durationMs: 3_000,
  emotion: tone === ANGRY ? 'angry' : 'calm',
  confidence: 0.8,
  tone,
  fingerprint: `of ${id}`,
  ...more,
});

describe.each(DATABASES)('conversations in $name', ({ open }) => {
  let held: TestDatabase;
  let nowMs = Date.parse('2026-11-21T10:00:00Z');
  let sessions: Sessions;
  let learning: Learning;
  let book: PredictionRepository;
  beforeAll(async () => {
    held = await open();
    book = new PredictionRepository(held.database.queries);
    learning = new Learning({ book, nowMs: () => nowMs });
    sessions = new Sessions({
      learning,
      book: new ConversationRepository(held.database.queries),
      nowMs: () => nowMs,
    });
  }, 60_000);
  afterAll(() => held.close());

  const organization = async (): Promise<string> => {
    const id = newId('org');
    const organizations = new OrganizationRepository(held.database.queries);
    await organizations.create({ id, name: 'Test', plan: 'pro', policy: DEFAULT_POLICY }, new Date(nowMs));
    return id;
  };
  const begin = async (orgId: string, id?: string): Promise<string> => {
    const order = { orgId, id, vertical: 'general', language: 'en', metadata: {} };
    return (await sessions.create(order)).id;
  };
  const endsOf = async (orgId: string): Promise<unknown[]> =>
    (await eventsOf(orgId))
      .filter(({ type }) => type === 'session.end')
      .map(({ data }) => data['session_id']);
  const eventsOf = async (orgId: string): Promise<{ type: string; data: Record<string, unknown> }[]> => {
    const rows = await held.database.queries
      .selectFrom('events')
      .select('body')
      .where('org_id', '=', orgId)
      .orderBy('created_at')
      .execute();
    return rows.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
  };

  it('gives two organizations the same session id without either seeing the other', async () => {
    const [us, them] = [await organization(), await organization()];
    await begin(us, 'call 1');
    await begin(them, 'call 1');
    await sessions.add(us, 'call 1', said('a', ANGRY));
    expect((await sessions.read(them, 'call 1')).record.progress.utterances).toBe(0);
    expect((await sessions.read(us, 'call 1')).record.progress.utterances).toBe(1);
    await expect(begin(us, 'call 1')).rejects.toMatchObject({ code: 'conflict' });
    await expect(sessions.read(us, 'call 2')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('counts an utterance once, and refuses another one of its id', async () => {
    const org = await organization();
    const id = await begin(org);
    expect((await sessions.add(org, id, said('a', CALM))).duplicate).toBe(false);
    const again = await sessions.add(org, id, said('a', CALM));
    expect(again.duplicate).toBe(true);
    expect(again.record.progress.utterances).toBe(1);
    await expect(
      sessions.add(org, id, said('a', CALM, { fingerprint: 'of something else' })),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  it('takes twenty utterances at once without losing one', async () => {
    const org = await organization();
    const id = await begin(org);
    await Promise.all(Array.from({ length: 20 }, (_, i) => sessions.add(org, id, said(`u${i}`, CALM))));
    const { record, utterances } = await sessions.read(org, id);
    expect(record.progress.utterances).toBe(20);
    expect(new Set(utterances.map(({ arrival }) => arrival)).size).toBe(20);
  });

  it.each([
    ['by their times', (i: number) => ({ startMs: i * 4_000 })],
    ['by their index', (i: number) => ({ index: i })],
  ])('sorts utterances that arrive out of order %s: the same session as in order', async (_how, place) => {
    const org = await organization();
    const tones = [CALM, ANGRY, ANGRY, CALM, ANGRY];
    const inOrder = await begin(org);
    const shuffled = await begin(org);
    for (const i of [0, 1, 2, 3, 4])
      await sessions.add(org, inOrder, said(`u${i}`, tones[i] ?? CALM, place(i)));
    for (const i of [3, 0, 4, 1, 2])
      await sessions.add(org, shuffled, said(`u${i}`, tones[i] ?? CALM, place(i)));
    const [a, b] = [await sessions.read(org, inOrder), await sessions.read(org, shuffled)];
    expect(b.record.progress.trajectory).toEqual(a.record.progress.trajectory);
    expect(b.foresight).toEqual(a.foresight);
    expect(b.utterances.map(({ utteranceId }) => utteranceId)).toEqual(['u0', 'u1', 'u2', 'u3', 'u4']);
  });

  it('refuses utterances of a session that ended, and ends it once with one session.end', async () => {
    const org = await organization();
    const id = await begin(org);
    await sessions.add(org, id, said('a', ANGRY));
    const ended = await sessions.end(org, id, 'client_ended');
    expect(ended.record.lifecycle).toMatchObject({ kind: 'ended', code: 'client_ended' });
    expect(await sessions.end(org, id, 'again')).toEqual(ended);
    await expect(sessions.add(org, id, said('b', CALM))).rejects.toMatchObject({ code: 'conflict' });
    const ends = (await eventsOf(org)).filter(({ type }) => type === 'session.end');
    expect(ends).toHaveLength(1);
    expect(ends[0]?.data).toMatchObject({ session_id: id, utterance_count: 1, final_emotion: 'angry' });
  });

  it('lets a session expire that nobody added to for a day', async () => {
    const org = await organization();
    const id = await begin(org);
    nowMs += SESSION_LIMITS.idleMs;
    expect((await sessions.read(org, id)).record.lifecycle.kind).toBe('expired');
    await expect(sessions.add(org, id, said('a', CALM))).rejects.toMatchObject({ code: 'conflict' });
    expect((await sessions.end(org, id, 'client_ended')).record.lifecycle).toMatchObject({ code: 'idle' });
    expect(await endsOf(org)).toEqual([id]);
  });

  it('tells the end of what nobody looks at again, once, with its predictions', async () => {
    const org = await organization();
    const [quiet, busy] = [await begin(org), await begin(org)];
    await sessions.add(org, quiet, said('a', ANGRY));
    nowMs += SESSION_LIMITS.idleMs - 1;
    await sessions.add(org, busy, said('a', CALM));
    nowMs += 1;
    await Promise.all([sessions.sweep(), sessions.sweep(), sessions.read(org, quiet)]);
    await sessions.sweep();
    expect(await endsOf(org)).toEqual([quiet]);
    const [end] = (await eventsOf(org)).filter(({ type }) => type === 'session.end');
    expect(end?.data).toMatchObject({
      session_id: quiet,
      utterance_count: 1,
      predictions: { escalation_risk: expect.any(Number) as number },
    });
    expect((await sessions.read(org, busy)).record.lifecycle.kind).toBe('open');
  });

  it('an outcome that comes a day later is learned from, and the end was told before', async () => {
    const org = await organization();
    const id = await begin(org);
    await sessions.add(org, id, said('a', ANGRY));
    nowMs += SESSION_LIMITS.idleMs;
    await sessions.submitOutcome(org, id, OUTCOME);
    expect(await endsOf(org)).toEqual([id]);
    expect((await sessions.read(org, id)).record).toMatchObject({
      lifecycle: { kind: 'expired', code: 'idle' },
    });
  });

  const turn = (id: string, startMs: number, endMs: number, tone = ANGRY): NewUtterance =>
    said(id, tone, { source: 'stream', channel: 0, startMs, durationMs: endMs - startMs });
  const stream = async (org: string, id: string): Promise<void> =>
    sessions.openStream({ orgId: org, id, vertical: 'general', language: 'en', metadata: {} });

  it('counts a live turn once that another relay tells again under another name, and keeps the longer telling', async () => {
    const org = await organization();
    await stream(org, 's');
    await sessions.add(org, 's', turn('a1', 1_000, 4_000));
    await sessions.add(org, 's', turn('a2', 6_000, 8_000, CALM));
    // Taken up from an older checkpoint: the first turn again a little shorter, the second one as it went on.
    expect(await sessions.add(org, 's', turn('b1', 1_100, 3_900))).toMatchObject({
      duplicate: true,
      utterance: { utteranceId: 'a1', endMs: 4_000 },
    });
    expect(await sessions.add(org, 's', turn('b2', 5_900, 9_000, CALM))).toMatchObject({
      duplicate: false,
      utterance: { utteranceId: 'a2', endMs: 9_000 },
    });
    await sessions.add(org, 's', turn('b3', 10_000, 12_000));
    const twice = await sessions.read(org, 's');
    expect(twice.utterances.map(({ utteranceId }) => utteranceId)).toEqual(['a1', 'a2', 'b3']);
    await stream(org, 'once');
    await sessions.add(org, 'once', turn('a1', 1_000, 4_000));
    await sessions.add(org, 'once', turn('a2', 5_900, 9_000, CALM));
    await sessions.add(org, 'once', turn('a3', 10_000, 12_000));
    expect(twice.foresight).toEqual((await sessions.read(org, 'once')).foresight);
  });

  it('keeps what a person said of a live turn that is told again', async () => {
    const org = await organization();
    await stream(org, 's');
    await sessions.add(org, 's', turn('a', 1_000, 4_000));
    await sessions.correct(org, 's', 'a', (reading) => ({ ...reading, emotion: 'content' }));
    await sessions.add(org, 's', turn('b', 1_000, 5_000));
    const [utterance] = (await sessions.read(org, 's')).utterances;
    expect(utterance).toMatchObject({ utteranceId: 'a', emotion: 'content', endMs: 5_000 });
  });

  it('takes two people who speak at once for two turns', async () => {
    const org = await organization();
    await stream(org, 's');
    await sessions.add(org, 's', turn('a', 1_000, 4_000));
    await sessions.add(org, 's', { ...turn('b', 1_000, 4_000), channel: 1 });
    expect((await sessions.read(org, 's')).utterances).toHaveLength(2);
  });

  it('lets a stream begin where the conversation stands, and what comes after it behind it', async () => {
    const org = await organization();
    const id = await begin(org);
    const silence = { beforeMs: 500, afterMs: 1_500 };
    await sessions.add(org, id, said('a', CALM, { silence }));
    await stream(org, id);
    await stream(org, id);
    await sessions.add(org, id, turn('b', 1_000, 3_000));
    await sessions.add(org, id, said('c', CALM));
    const { utterances } = await sessions.read(org, id);
    expect(utterances.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [500, 3_500],
      [6_000, 8_000],
      [8_000, 11_000],
    ]);
    const { record } = await sessions.endStream(org, id, 'client_ended', 4_000);
    expect(record).toMatchObject({ lifecycle: { kind: 'ended' }, final: { summary: { duration: 11 } } });
  });

  it('ends a conversation whose stream’s relay died, as expired and once', async () => {
    const org = await organization();
    await stream(org, 's');
    await sessions.add(org, 's', turn('a', 1_000, 4_000));
    await sessions.sweep();
    expect((await sessions.read(org, 's')).record.lifecycle.kind).toBe('live');
    nowMs += 61_000;
    await sessions.sweep();
    await sessions.sweep();
    expect((await sessions.read(org, 's')).record.lifecycle).toMatchObject({
      kind: 'expired',
      code: 'resume_window_expired',
    });
    expect(await endsOf(org)).toEqual(['s']);
  });

  it.each([
    ['ended', async (org: string) => sessions.end(org, 's', 'client_ended')],
    ['expired', async (org: string) => sessions.endStream(org, 's', 'resume_window_expired', 0)],
  ])('refuses a stream into a conversation that has %s', async (how, finish) => {
    const org = await organization();
    await stream(org, 's');
    await finish(org);
    for (const open of [() => stream(org, 's'), () => sessions.assertOpen(org, 's')]) {
      await expect(open()).rejects.toMatchObject({ code: 'conflict', message: `the session has ${how}` });
    }
    await sessions.assertOpen(org, 'never heard of');
  });

  it('analyzes nobody over another route who took the consent back in the stream', async () => {
    const org = await organization();
    await stream(org, 's');
    await sessions.move(org, 's', { kind: 'stream_paused', reason: 'hold' });
    await sessions.add(org, 's', said('a', CALM));
    await sessions.move(org, 's', { kind: 'stream_paused', reason: 'consent_withdrawn' });
    await expect(sessions.add(org, 's', said('b', CALM))).rejects.toMatchObject({ code: 'policy_blocked' });
    await sessions.add(org, 's', said('c', null));
    await sessions.add(org, 's', turn('d', 20_000, 21_000));
  });

  it('tells a crossed threshold once, each way, with an alert that can be acknowledged', async () => {
    const org = await organization();
    const id = await begin(org);
    let raised: string[] = [];
    for (let i = 0; i < 8; i++) {
      nowMs += 1_000;
      const { alerts } = await sessions.add(org, id, said(`hot${i}`, ANGRY));
      raised = [...raised, ...alerts.map(({ alertType }) => alertType)];
    }
    for (let i = 0; i < 16; i++) {
      nowMs += 1_000;
      await sessions.add(org, id, said(`cool${i}`, CALM));
    }
    expect(raised.filter((type) => type === 'escalation_risk_high')).toHaveLength(1);
    const told = (await eventsOf(org)).filter(({ data }) => data['prediction'] === 'escalation_risk');
    expect(told.map(({ data }) => data['direction'])).toEqual(['above', 'below']);
    const triggered = (await eventsOf(org)).filter(({ type }) => type === 'alert.triggered');
    expect(triggered.filter(({ data }) => data['alert_type'] === 'escalation_risk_high')).toHaveLength(1);
    const { record } = await sessions.read(org, id);
    const alertId = record.progress.board.alerts[0]?.alertId ?? '';
    const seen = await sessions.acknowledge(org, id, alertId, 'key_1');
    expect(seen.progress.board.alerts[0]?.acknowledged?.by).toBe('key_1');
    await expect(sessions.acknowledge(org, id, 'alr_none', 'key_1')).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('learns from an outcome, relearns without it when it is withdrawn, and never for another organization', async () => {
    const [us, them] = [await organization(), await organization()];
    const id = await begin(us);
    for (let i = 0; i < 4; i++) await sessions.add(us, id, said(`u${i}`, ANGRY));
    await expect(sessions.submitOutcome(us, id, OUTCOME)).rejects.toMatchObject({ code: 'conflict' });
    await sessions.end(us, id, 'client_ended');
    const prior = await learning.head(us);
    expect((await sessions.submitOutcome(us, id, OUTCOME)).learnedVersion).toBe(1);
    const taught = await learning.head(us);
    expect(taught.model).not.toEqual(prior.model);
    expect((await learning.head(them)).version).toBe(0);
    expect((await learning.quality(us)).quality.escalation_risk.outcomes).toBe(1);
    await sessions.withdrawOutcome(us, id);
    const without = await learning.head(us);
    expect(without).toMatchObject({ version: 2, outcomes: 0, model: prior.model });
    expect((await learning.quality(us)).quality.escalation_risk.outcomes).toBe(0);
  });

  it('goes back to a version, and what came in between stays out when an outcome is corrected', async () => {
    const org = await organization();
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      const id = await begin(org);
      for (let k = 0; k < 3; k++) await sessions.add(org, id, said(`u${k}`, i === 1 ? CALM : ANGRY));
      await sessions.end(org, id, 'client_ended');
      await sessions.submitOutcome(org, id, OUTCOME);
      ids.push(id);
    }
    const first = await book.version(org, 1);
    await learning.rollBack(org, 1);
    const back = await learning.head(org);
    expect(back).toMatchObject({ version: 4, outcomes: 1, change: { kind: 'rollback', to: 1 } });
    expect(back.model).toEqual(first?.model);
    await sessions.submitOutcome(org, ids[0] ?? '', { ...OUTCOME, targets: { escalated: false } });
    expect(await learning.head(org)).toMatchObject({ version: 5, outcomes: 1 });
    await expect(learning.rollBack(org, 99)).rejects.toMatchObject({ code: 'not_found' });
    const notes = await learning.notes(org);
    expect(notes.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
  });

  it('learns from outcomes that arrive at once, one after the other', async () => {
    const org = await organization();
    const ids = await Promise.all(Array.from({ length: 5 }, () => begin(org)));
    for (const id of ids) {
      await sessions.add(org, id, said('a', ANGRY));
      await sessions.end(org, id, 'client_ended');
    }
    await Promise.all(ids.map((id) => sessions.submitOutcome(org, id, OUTCOME)));
    expect(await learning.head(org)).toMatchObject({ version: 5, outcomes: 5 });
  });

  it('reads a corrected utterance anew, and what was learned from it', async () => {
    const org = await organization();
    const id = await begin(org);
    for (let i = 0; i < 3; i++) await sessions.add(org, id, said(`u${i}`, ANGRY));
    const before = (await sessions.read(org, id)).foresight.prediction.targets.escalation_risk.value;
    const { foresight, record } = await sessions.correct(org, id, 'u2', (reading) => ({
      ...reading,
      emotion: 'calm',
      tone: CALM,
    }));
    expect(foresight.prediction.targets.escalation_risk.value).toBeLessThan(before);
    expect(record.progress.lastEmotion).toBe('calm');
    await expect(sessions.correct(org, id, 'none', (reading) => reading)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('deletes a session with all its utterances and what was learned from it', async () => {
    const org = await organization();
    const id = await begin(org);
    await sessions.add(org, id, said('a', ANGRY));
    await sessions.end(org, id, 'client_ended');
    await sessions.submitOutcome(org, id, OUTCOME);
    await sessions.remove(org, id);
    await expect(sessions.read(org, id)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await book.lessons(org, undefined, 10)).toEqual({ lessons: [] });
    expect(await learning.head(org)).toMatchObject({ version: 2, outcomes: 0 });
    const rows = await held.database.queries
      .selectFrom('conversation_utterances')
      .select('utterance_id')
      .where('org_id', '=', org)
      .execute();
    expect(rows).toEqual([]);
  });

  it('lists newest first, page by page', async () => {
    const org = await organization();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      nowMs += 1_000;
      ids.unshift(await begin(org));
    }
    const page = await sessions.list(org, { most: 3 });
    const last = page.at(-1);
    const after = last && { createdAtMs: last.createdAtMs, id: last.id };
    const rest = await sessions.list(org, { after, most: 3 });
    expect([...page, ...rest].map(({ id }) => id)).toEqual(ids);
  });

  it('lists by state, by time and by the organization’s own reference', async () => {
    const org = await organization();
    const order = { orgId: org, vertical: 'general', language: 'en', metadata: {} };
    await sessions.create({ ...order, id: 'first', externalId: 'case 7' });
    const atMs = (nowMs += 60_000);
    await sessions.create({ ...order, id: 'second', externalId: 'case 7' });
    await sessions.create({ ...order, id: 'third', externalId: 'case 8' });
    await sessions.end(org, 'second', 'client_ended');
    const idsOf = async (page: object): Promise<string[]> =>
      (await sessions.list(org, { most: 10, ...page })).map(({ id }) => id).sort();
    expect(await idsOf({ externalId: 'case 7' })).toEqual(['first', 'second']);
    expect(await idsOf({ states: ['ended'] })).toEqual(['second']);
    expect(await idsOf({ states: ['open'], externalId: 'case 7' })).toEqual(['first']);
    expect(await idsOf({ sinceMs: atMs })).toEqual(['second', 'third']);
    expect(await idsOf({ untilMs: atMs })).toEqual(['first']);
    nowMs += SESSION_LIMITS.idleMs;
    expect(await idsOf({ states: ['expired'] })).toEqual(['first', 'third']);
    expect(await idsOf({ states: ['open'] })).toEqual([]);
  });

  it('keeps a KPI’s definition, refuses a second of its name and forgets it', async () => {
    const org = await organization();
    const kpi = { kind: 'binary', name: 'sold', direction: 'higher_is_better' } as const;
    await learning.defineKpi(org, kpi, 'new');
    await expect(learning.defineKpi(org, kpi, 'new')).rejects.toMatchObject({ code: 'conflict' });
    const id = await begin(org);
    const { foresight } = await sessions.add(org, id, said('a', CALM));
    expect(foresight.kpis['sold']).toMatchObject({ confidence: expect.any(Number) as number });
    await learning.removeKpi(org, 'sold');
    expect(await learning.kpis(org)).toEqual([]);
    await expect(learning.removeKpi(org, 'sold')).rejects.toMatchObject({ code: 'forbidden' });
  });
});
