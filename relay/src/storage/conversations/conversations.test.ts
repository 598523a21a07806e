import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONVERSATION_LIMITS } from '../../domain/conversations/conversation-record.js';
import { ANGRY, CALM, ConversationRig, OUTCOME, said } from '../testing/conversation-rig.js';
import { DATABASES } from '../testing/databases.js';

describe.each(DATABASES)('conversations in $name', ({ open }) => {
  let rig: ConversationRig;
  beforeAll(async () => {
    rig = await ConversationRig.open(open);
  }, 60_000);
  afterAll(() => rig.close());

  it('can have the same session id in two organizations, and neither sees the other’s', async () => {
    const [us, them] = [await rig.organization(), await rig.organization()];
    await rig.begin(us, 'call 1');
    await rig.begin(them, 'call 1');
    await rig.sessions.add(us, 'call 1', said('a', ANGRY));
    expect((await rig.sessions.read(them, 'call 1')).record.progress.utterances).toBe(0);
    expect((await rig.sessions.read(us, 'call 1')).record.progress.utterances).toBe(1);
    await expect(rig.begin(us, 'call 1')).rejects.toMatchObject({ code: 'conflict' });
    await expect(rig.sessions.read(us, 'call 2')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('count an utterance once, and refuse a different one with the same id', async () => {
    const org = await rig.organization();
    const id = await rig.begin(org);
    expect((await rig.sessions.add(org, id, said('a', CALM))).duplicate).toBe(false);
    const again = await rig.sessions.add(org, id, said('a', CALM));
    expect(again.duplicate).toBe(true);
    expect(again.record.progress.utterances).toBe(1);
    await expect(
      rig.sessions.add(org, id, said('a', CALM, { fingerprint: 'of something else' })),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each(['progress', 'lifecycle', 'final'] as const)(
    'are listed all, also with one whose %s cannot be read, which says so when it is asked for',
    async (column) => {
      const org = await rig.organization();
      const [whole, damaged] = [await rig.begin(org), await rig.begin(org)];
      await rig.sessions.end(org, damaged, 'done');
      await rig.database.queries
        .updateTable('conversations')
        .set({ [column]: '{}' })
        .where('id', '=', damaged)
        .execute();
      const listed = await rig.sessions.list(org, { most: 10 });
      expect(listed.map(({ record }) => [record.id, record.lifecycle.kind]).sort()).toEqual(
        [
          [whole, 'open'],
          [damaged, 'ended'],
        ].sort(),
      );
      expect(rig.unreadable.join()).toContain(`conversation ${damaged} of ${org}: ${column}`);
      await expect(rig.sessions.read(org, damaged)).rejects.toMatchObject({ code: 'unreadable_row' });
    },
  );

  it.each(['progress', 'lifecycle'] as const)(
    'end after a day, also one whose %s cannot be read: it is told of once, is listed and can be deleted',
    async (column) => {
      const org = await rig.organization();
      const [damaged, whole] = [await rig.begin(org), await rig.begin(org)];
      await rig.database.queries
        .updateTable('conversations')
        .set({ [column]: '{}' })
        .where('id', '=', damaged)
        .execute();
      rig.nowMs += CONVERSATION_LIMITS.idleMs;
      await rig.sessions.sweep();
      expect(await rig.endsOf(org)).toEqual([whole]);
      expect(rig.unreadable.splice(0).join()).toContain(`conversation ${damaged} of ${org}: ${column}`);
      // It takes nobody's place in the next round.
      expect(await rig.sessions.sweep()).toBe(0);
      expect(rig.unreadable).toEqual([]);
      const listed = await rig.sessions.list(org, { most: 10 });
      expect(listed.map(({ record }) => record.lifecycle.kind)).toEqual(['expired', 'expired']);
      await rig.sessions.remove(org, damaged);
      expect(await rig.sessions.list(org, { most: 10 })).toHaveLength(1);
      await expect(rig.sessions.remove(org, damaged)).rejects.toMatchObject({ code: 'forbidden' });
    },
  );

  it('go on beside a newer relay that keeps more of them', async () => {
    const org = await rig.organization();
    const id = await rig.begin(org);
    const newer = sql`jsonb_set(progress, '{mood}', '1')`;
    await sql`update conversations set progress = ${newer} where id = ${id}`.execute(rig.database.queries);
    expect((await rig.sessions.add(org, id, said('a', CALM))).record.progress.utterances).toBe(1);
  });

  it('end without an utterance that cannot be read', async () => {
    const org = await rig.organization();
    const id = await rig.begin(org);
    await rig.sessions.add(org, id, said('a', CALM));
    await rig.sessions.add(org, id, said('b', ANGRY));
    await sql`update conversation_utterances set utterance = '{}' where utterance_id = 'b' and session_id = ${id}`.execute(
      rig.database.queries,
    );
    expect((await rig.sessions.end(org, id, 'done')).record.lifecycle.kind).toBe('ended');
    expect((await rig.sessions.read(org, id)).utterances.map(({ utteranceId }) => utteranceId)).toEqual([
      'a',
    ]);
    expect(rig.unreadable.join()).toContain(`utterance b of conversation ${id}`);
  });

  it('accept twenty simultaneous utterances without losing one', async () => {
    const org = await rig.organization();
    const id = await rig.begin(org);
    await Promise.all(Array.from({ length: 20 }, (_, i) => rig.sessions.add(org, id, said(`u${i}`, CALM))));
    const { record, utterances } = await rig.sessions.read(org, id);
    expect(record.progress.utterances).toBe(20);
    expect(new Set(utterances.map(({ arrival }) => arrival)).size).toBe(20);
  });

  it.each([
    ['by their times', (i: number) => ({ startMs: i * 4_000 })],
    ['by their index', (i: number) => ({ index: i })],
  ])('sort utterances that arrive out of order %s, with the same result as in order', async (_how, place) => {
    const org = await rig.organization();
    const tones = [CALM, ANGRY, ANGRY, CALM, ANGRY];
    const inOrder = await rig.begin(org);
    const shuffled = await rig.begin(org);
    for (const i of [0, 1, 2, 3, 4])
      await rig.sessions.add(org, inOrder, said(`u${i}`, tones[i] ?? CALM, place(i)));
    for (const i of [3, 0, 4, 1, 2])
      await rig.sessions.add(org, shuffled, said(`u${i}`, tones[i] ?? CALM, place(i)));
    const [a, b] = [await rig.sessions.read(org, inOrder), await rig.sessions.read(org, shuffled)];
    expect(b.record.progress.trajectory).toEqual(a.record.progress.trajectory);
    expect(b.foresight).toEqual(a.foresight);
    expect(b.utterances.map(({ utteranceId }) => utteranceId)).toEqual(['u0', 'u1', 'u2', 'u3', 'u4']);
  });

  it('read as if the agent was known from the start once a voice is recognized as the agent’s', async () => {
    const org = await rig.organization();
    const [known, late] = [await rig.begin(org), await rig.begin(org)];
    const caller = { source: 'stream', channel: 0, speakerId: 'room_s1' } as const;
    const agent = { ...caller, speakerId: 'room_s2' };
    const unread = { role: 'agent', emotion: null, confidence: null } as const;
    for (const [n, tone] of [CALM, ANGRY, CALM, ANGRY, ANGRY].entries()) {
      const more = { ...(n % 2 === 0 ? caller : agent), startMs: n * 4_000 };
      await rig.sessions.add(org, late, said(`u${n}`, tone, more));
      await rig.sessions.add(
        org,
        known,
        said(`u${n}`, n % 2 === 0 ? tone : null, { ...more, ...(n % 2 === 1 && unread) }),
      );
    }
    // The same speaker name over REST: its sender has said whose voice it is.
    const rest = { startMs: 24_000, speakerId: 'room_s2' };
    for (const id of [known, late]) await rig.sessions.add(org, id, said('rest', CALM, rest));
    const voice = { speakerId: 'room_s2', mayBeRead: false };
    expect((await rig.sessions.knowAgent(org, late, voice)).changed).toBe(true);
    const { revision } = (await rig.sessions.read(org, late)).record.progress;
    expect((await rig.sessions.knowAgent(org, late, voice)).changed).toBe(false);
    const [a, b] = [await rig.sessions.read(org, known), await rig.sessions.read(org, late)];
    expect(b.record.progress.revision).toBe(revision);
    expect(b.record.progress.trajectory).toEqual(a.record.progress.trajectory);
    expect(b.record.progress.peakEscalationRisk).toBeCloseTo(a.record.progress.peakEscalationRisk, 9);
    expect(b.foresight).toEqual(a.foresight);
    expect(b.summary).toEqual(a.summary);
    const readings = ({ utterances }: typeof a) =>
      utterances.map(({ utteranceId, role, emotion, tone }) => [utteranceId, role, emotion, tone]);
    expect(readings(b)).toEqual(readings(a));
  });

  it('update the summary of an ended session when its agent becomes known', async () => {
    const org = await rig.organization();
    const id = await rig.begin(org);
    const stream = { source: 'stream', channel: 0, startMs: 0 } as const;
    await rig.sessions.add(org, id, said('a', CALM, { ...stream, speakerId: 'caller' }));
    await rig.sessions.add(org, id, said('b', ANGRY, { ...stream, channel: 1, startMs: 4_000 }));
    expect((await rig.sessions.end(org, id, 'client_ended')).record.final?.summary.final_emotion).toBe(
      'angry',
    );
    await rig.sessions.knowAgent(org, id, { speakerId: 'caller', channel: 1, mayBeRead: false });
    const { summary, utterances } = await rig.sessions.read(org, id);
    expect(summary).toMatchObject({ final_emotion: 'calm', emotion_trajectory: ['calm'] });
    expect(utterances).toMatchObject([{ speakerId: 'caller' }, { speakerId: 'agent', role: 'agent' }]);
    expect(await rig.endsOf(org)).toEqual([id]);
  });

  it('refuse utterances of an ended session, and end it once with one session.end', async () => {
    const org = await rig.organization();
    const id = await rig.begin(org);
    await rig.sessions.add(org, id, said('a', ANGRY));
    const ended = await rig.sessions.end(org, id, 'client_ended');
    expect(ended.record.lifecycle).toMatchObject({ kind: 'ended', code: 'client_ended' });
    expect(await rig.sessions.end(org, id, 'again')).toEqual(ended);
    await expect(rig.sessions.add(org, id, said('b', CALM))).rejects.toMatchObject({ code: 'conflict' });
    const ends = (await rig.eventsOf(org)).filter(({ type }) => type === 'session.end');
    expect(ends).toHaveLength(1);
    expect(ends[0]?.data).toMatchObject({ session_id: id, utterance_count: 1, final_emotion: 'angry' });
  });

  it('let a session expire when nothing is added for a day', async () => {
    const org = await rig.organization();
    const id = await rig.begin(org);
    rig.nowMs += CONVERSATION_LIMITS.idleMs;
    expect((await rig.sessions.read(org, id)).record.lifecycle.kind).toBe('expired');
    await expect(rig.sessions.add(org, id, said('a', CALM))).rejects.toMatchObject({ code: 'conflict' });
    expect((await rig.sessions.end(org, id, 'client_ended')).record.lifecycle).toMatchObject({
      code: 'idle',
    });
    expect(await rig.endsOf(org)).toEqual([id]);
  });

  it('report the end of a session that nobody reads again, once and with its predictions', async () => {
    const org = await rig.organization();
    const [quiet, busy] = [await rig.begin(org), await rig.begin(org)];
    await rig.sessions.add(org, quiet, said('a', ANGRY));
    rig.nowMs += CONVERSATION_LIMITS.idleMs - 1;
    await rig.sessions.add(org, busy, said('a', CALM));
    rig.nowMs += 1;
    await Promise.all([rig.sessions.sweep(), rig.sessions.sweep(), rig.sessions.read(org, quiet)]);
    await rig.sessions.sweep();
    expect(await rig.endsOf(org)).toEqual([quiet]);
    const [end] = (await rig.eventsOf(org)).filter(({ type }) => type === 'session.end');
    expect(end?.data).toMatchObject({
      session_id: quiet,
      utterance_count: 1,
      predictions: { escalation_risk: expect.any(Number) as number },
    });
    expect((await rig.sessions.read(org, busy)).record.lifecycle.kind).toBe('open');
  });

  it('report a crossed threshold once in each direction, with an alert that can be acknowledged', async () => {
    const org = await rig.organization();
    const id = await rig.begin(org);
    let raised: string[] = [];
    for (let i = 0; i < 8; i++) {
      rig.nowMs += 1_000;
      const { alerts } = await rig.sessions.add(org, id, said(`hot${i}`, ANGRY));
      raised = [...raised, ...alerts.map(({ alertType }) => alertType)];
    }
    for (let i = 0; i < 16; i++) {
      rig.nowMs += 1_000;
      await rig.sessions.add(org, id, said(`cool${i}`, CALM));
    }
    expect(raised.filter((type) => type === 'escalation_risk_high')).toHaveLength(1);
    const told = (await rig.eventsOf(org)).filter(({ data }) => data['prediction'] === 'escalation_risk');
    expect(told.map(({ data }) => data['direction'])).toEqual(['above', 'below']);
    const triggered = (await rig.eventsOf(org)).filter(({ type }) => type === 'alert.triggered');
    expect(triggered.filter(({ data }) => data['alert_type'] === 'escalation_risk_high')).toHaveLength(1);
    const { record } = await rig.sessions.read(org, id);
    const alertId = record.progress.board.alerts[0]?.alertId ?? '';
    const seen = await rig.sessions.acknowledge(org, id, alertId, 'key_1');
    expect(seen.progress.board.alerts[0]?.acknowledged?.by).toBe('key_1');
    await expect(rig.sessions.acknowledge(org, id, 'alr_none', 'key_1')).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('delete a session with all its utterances and what was learned from it', async () => {
    const org = await rig.organization();
    const id = await rig.begin(org);
    await rig.sessions.add(org, id, said('a', ANGRY));
    await rig.sessions.end(org, id, 'client_ended');
    await rig.sessions.submitOutcome(org, id, OUTCOME);
    await rig.sessions.remove(org, id);
    await expect(rig.sessions.read(org, id)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await rig.book.lessons(org, undefined, 10)).toEqual({ lessons: [] });
    expect(await rig.learning.head(org)).toMatchObject({ version: 2, outcomes: 0 });
    const rows = await rig.database.queries
      .selectFrom('conversation_utterances')
      .select('utterance_id')
      .where('org_id', '=', org)
      .execute();
    expect(rows).toEqual([]);
  });

  it('are listed newest first, page by page', async () => {
    const org = await rig.organization();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      rig.nowMs += 1_000;
      ids.unshift(await rig.begin(org));
    }
    const page = await rig.sessions.list(org, { most: 3 });
    const last = page.at(-1);
    const after = last && { value: last.record.createdAtMs, id: last.record.id };
    const rest = await rig.sessions.list(org, { after, most: 3 });
    expect([...page, ...rest].map(({ record }) => record.id)).toEqual(ids);
  });

  it('are listed by state, by time and by the organization’s own reference', async () => {
    const org = await rig.organization();
    const order = { orgId: org, vertical: 'general', language: 'en', metadata: {} };
    await rig.sessions.create({ ...order, id: 'first', externalId: 'case 7' });
    const atMs = (rig.nowMs += 60_000);
    await rig.sessions.create({ ...order, id: 'second', externalId: 'case 7' });
    await rig.sessions.create({ ...order, id: 'third', externalId: 'case 8' });
    await rig.sessions.end(org, 'second', 'client_ended');
    const idsOf = async (page: object): Promise<string[]> =>
      (await rig.sessions.list(org, { most: 10, ...page })).map(({ record }) => record.id).sort();
    expect(await idsOf({ externalId: 'case 7' })).toEqual(['first', 'second']);
    expect(await idsOf({ states: ['ended'] })).toEqual(['second']);
    expect(await idsOf({ states: ['open'], externalId: 'case 7' })).toEqual(['first']);
    expect(await idsOf({ sinceMs: atMs })).toEqual(['second', 'third']);
    expect(await idsOf({ untilMs: atMs })).toEqual(['first']);
    rig.nowMs += CONVERSATION_LIMITS.idleMs;
    expect(await idsOf({ states: ['expired'] })).toEqual(['first', 'third']);
    expect(await idsOf({ states: ['open'] })).toEqual([]);
  });
});
