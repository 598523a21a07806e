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
    expect(ended.lifecycle).toMatchObject({ kind: 'ended', code: 'client_ended' });
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
  });

  it('tells a crossed threshold once, each way, with an alert that can be acknowledged', async () => {
    const org = await organization();
    const id = await begin(org);
    let raised: string[] = [];
    for (let i = 0; i < 8; i++) {
      const { alerts } = await sessions.add(org, id, said(`hot${i}`, ANGRY));
      raised = [...raised, ...alerts.map(({ alertType }) => alertType)];
    }
    for (let i = 0; i < 16; i++) await sessions.add(org, id, said(`cool${i}`, CALM));
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
    expect(await book.lessons(org)).toEqual([]);
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
    const page = await sessions.list(org, undefined, 3);
    const last = page.at(-1);
    const rest = await sessions.list(org, last && { createdAtMs: last.createdAtMs, id: last.id }, 3);
    expect([...page, ...rest].map(({ id }) => id)).toEqual(ids);
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
