import type { SessionEnded } from '@undertone/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { freshConversation } from '../../domain/conversations/conversation-rules.js';
import { hashApiKey } from '../../domain/keys/api-key-secret.js';
import type { NewStream } from '../../domain/live/stream-store.js';
import { ConversationRepository } from '../conversations/conversation-repository.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { addOrganization } from '../testing/organizations.js';
import { StreamRepository } from './stream-repository.js';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const WINDOW_MS = 120_000;

const ENDED: SessionEnded = {
  reason: 'client_ended',
  durationS: 2,
  utteranceCount: 1,
  transcript: {
    turns: [
      { turnId: 'turn_1', speakerId: 'spk_1', channel: 0, startMs: 0, endMs: 900, text: 'my card number is' },
    ],
  },
  emotionTrajectory: ['calm'],
  summary: {},
  usage: { receivedMs: 2_000, processedMs: 2_000 },
};

describe.each(DATABASES)('streams on $name', ({ open }) => {
  let opened: TestDatabase;
  let sessions: StreamRepository;
  let leaseNowMs = NOW;

  beforeAll(async () => {
    opened = await open();
    sessions = new StreamRepository(opened.database.queries, () => leaseNowMs);
  }, 120_000);
  afterAll(() => opened.close());
  beforeEach(() => {
    leaseNowMs = NOW;
  });

  const createOrganization = (): Promise<string> => addOrganization(opened.database.queries);

  const newSession = (orgId: string, change: Partial<NewStream> = {}): NewStream => ({
    sessionId: newId('ses'),
    orgId,
    handleHash: hashApiKey(newId('handle')).toString('hex'),
    vertical: 'contact_center',
    config: { vertical: 'contact_center' },
    startedAtMs: NOW,
    concurrentMax: 3,
    ...change,
  });

  /** Another stream of the same name. */
  const again = (session: NewStream): NewStream => ({
    ...session,
    handleHash: hashApiKey(newId('handle')).toString('hex'),
  });

  const startSession = async (
    orgId: string,
    state: Record<string, number> = { at: 1 },
  ): Promise<NewStream> => {
    const session = newSession(orgId);
    await sessions.create(session);
    await sessions.checkpoint([{ orgId, sessionId: session.sessionId, generation: 1, atMs: NOW, state }]);
    return session;
  };

  it('creates a session in generation 1 and counts it', async () => {
    const orgId = await createOrganization();
    expect(await sessions.create(newSession(orgId))).toEqual({
      kind: 'created',
      generation: 1,
      concurrentUsed: 1,
    });
    expect(await sessions.create(newSession(orgId))).toEqual({
      kind: 'created',
      generation: 1,
      concurrentUsed: 2,
    });
  });

  it('refuses a session id that was used before', async () => {
    const session = await startSession(await createOrganization());
    leaseNowMs = NOW + 60_000;
    expect(await sessions.create(again(session))).toMatchObject({ kind: 'refused', code: 'conflict' });
  });

  it('[RT75] frees the name of a stream that is discarded before it was ready, and of none that was', async () => {
    const orgId = await createOrganization();
    const session = newSession(orgId);
    const { sessionId, handleHash } = session;
    await sessions.create(session);
    await sessions.discard({ orgId, sessionId, generation: 1, handleHash: again(session).handleHash });
    expect(await sessions.create(again(session))).toMatchObject({
      kind: 'refused',
      code: 'overloaded',
      retryAfterMs: 2_000,
    });
    await sessions.discard({ orgId, sessionId, generation: 1, handleHash });
    const second = again(session);
    expect(await sessions.create(second)).toEqual({ kind: 'created', generation: 1, concurrentUsed: 1 });
    await sessions.checkpoint([{ orgId, sessionId, generation: 1, atMs: NOW, state: {} }]);
    await sessions.discard({ orgId, sessionId, generation: 1, handleHash: second.handleHash });
    expect(await sessions.create(again(session))).toMatchObject({ kind: 'refused', code: 'conflict' });
  });

  it('[RT75] frees the name of a stream whose relay died before it was ready, and fences that relay off', async () => {
    const orgId = await createOrganization();
    const session = newSession(orgId);
    const { sessionId } = session;
    await sessions.create(session);
    leaseNowMs = NOW + 30_000;
    expect(await sessions.create(again(session))).toEqual({
      kind: 'created',
      generation: 2,
      concurrentUsed: 1,
    });
    const late = { orgId, sessionId, generation: 1, atMs: NOW, state: {} };
    expect(await sessions.checkpoint([late])).toEqual([late]);
    expect(
      await sessions.claim({
        orgId,
        handleHash: session.handleHash,
        nowMs: NOW,
        windowMs: WINDOW_MS,
        concurrentMax: 3,
      }),
    ).toEqual({ kind: 'not_found' });
  });

  it('never lets more sessions start than the plan allows, however many start at once', async () => {
    const orgId = await createOrganization();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => sessions.create(newSession(orgId))));
    expect(outcomes.filter(({ kind }) => kind === 'created')).toHaveLength(3);
    expect(outcomes.find(({ kind }) => kind === 'refused')).toMatchObject({ code: 'concurrency_exceeded' });
  });

  it('frees the places of a dead relay within 30 s', async () => {
    const orgId = await createOrganization();
    for (let count = 0; count < 3; count++) await sessions.create(newSession(orgId));
    leaseNowMs = NOW + 30_000;
    expect(await sessions.create(newSession(orgId))).toMatchObject({ kind: 'created', concurrentUsed: 1 });
  });

  it('frees the place of a session whose client has left, and keeps the session', async () => {
    const orgId = await createOrganization();
    const session = await startSession(orgId);
    const { sessionId } = session;
    const left = { orgId, sessionId, generation: 1, atMs: NOW, state: { at: 2 }, hasLeft: true };
    expect(await sessions.checkpoint([left])).toEqual([]);
    expect(await sessions.create(newSession(orgId))).toMatchObject({ kind: 'created', concurrentUsed: 1 });
    const back = { orgId, sessionId, generation: 1, concurrentMax: 3 };
    expect(await sessions.regain(back)).toMatchObject({ kind: 'held', concurrentUsed: 2 });
  });

  it("counts places by the database's clock, so that relays whose clocks are an hour off neither lose nor keep one", async () => {
    const relays = new StreamRepository(opened.database.queries);
    const orgId = await createOrganization();
    for (const offByMs of [-3_600_000, 0, 3_600_000]) {
      await relays.create(newSession(orgId, { startedAtMs: NOW + offByMs }));
    }
    expect(await relays.create(newSession(orgId))).toMatchObject({ code: 'concurrency_exceeded' });
  });

  it('[RT42] hands a session over with its last checkpoint and the next generation', async () => {
    const orgId = await createOrganization();
    const { sessionId, handleHash } = await startSession(orgId, { at: 7 });
    expect(
      await sessions.claim({
        orgId,
        handleHash,
        sessionId,
        nowMs: NOW + 1_000,
        windowMs: WINDOW_MS,
        concurrentMax: 3,
      }),
    ).toEqual({
      kind: 'claimed',
      sessionId,
      generation: 2,
      startedAtMs: NOW,
      checkpointAtMs: NOW,
      state: { at: 7 },
      config: { vertical: 'contact_center' },
      concurrentUsed: 1,
    });
  });

  it('[RT42] hands over a session that has no checkpoint yet as it was agreed, within the window of its beginning', async () => {
    const orgId = await createOrganization();
    const { sessionId, handleHash, config } = newSession(orgId);
    await sessions.create({ ...newSession(orgId), sessionId, handleHash });
    const claim = { orgId, handleHash, sessionId, windowMs: WINDOW_MS, concurrentMax: 3 };
    expect(await sessions.claim({ ...claim, nowMs: NOW + WINDOW_MS + 1 })).toEqual({ kind: 'not_found' });
    expect(await sessions.claim({ ...claim, nowMs: NOW + 1_000 })).toEqual({
      kind: 'claimed',
      sessionId,
      generation: 2,
      startedAtMs: NOW,
      checkpointAtMs: NOW,
      config,
      concurrentUsed: 1,
    });
    // Whoever opened it never knew that it was taken over: the name stays.
    await sessions.discard({ orgId, sessionId, generation: 1, handleHash });
    expect(await sessions.claim({ ...claim, nowMs: NOW + 2_000 })).toMatchObject({ generation: 3 });
  });

  it('[RT46] says whether another relay holds a session by now', async () => {
    const orgId = await createOrganization();
    const { sessionId, handleHash } = await startSession(orgId);
    const held = { orgId, sessionId, generation: 1 };
    expect(await sessions.hasMoved(held)).toBe(false);
    await sessions.claim({ orgId, handleHash, nowMs: NOW, windowMs: WINDOW_MS, concurrentMax: 3 });
    expect(await sessions.hasMoved(held)).toBe(true);
    expect(await sessions.hasMoved({ ...held, generation: 2 })).toBe(false);
    expect(await sessions.hasMoved({ ...held, orgId: await createOrganization() })).toBe(false);
    const ending = { orgId, sessionId, generation: 2, atMs: NOW, code: 'client_ended', ended: ENDED };
    await sessions.end({ ...ending, corrections: [] });
    expect(await sessions.hasMoved(held)).toBe(false);
  });

  it('[RT113] hands over what was learned of its line, and keeps it no longer than the session', async () => {
    const orgId = await createOrganization();
    const { sessionId, handleHash } = await startSession(orgId);
    const write = { orgId, sessionId, atMs: NOW, state: {} };
    const heardLine = Uint8Array.from({ length: 5_000 }, (_, n) => n % 251);
    await sessions.checkpoint([{ ...write, generation: 1, heardLine }]);
    await sessions.checkpoint([{ ...write, generation: 1 }]);
    const claim = { orgId, handleHash, sessionId, nowMs: NOW, windowMs: WINDOW_MS, concurrentMax: 3 };
    const claimed = await sessions.claim(claim);
    expect(claimed.kind === 'claimed' && Uint8Array.from(claimed.heardLine ?? [])).toEqual(heardLine);
    const end = { orgId, sessionId, atMs: NOW, code: 'client_ended', ended: ENDED, corrections: [] };
    await sessions.end({ ...end, generation: 2 });
    const row = await opened.database.queries
      .selectFrom('sessions')
      .select('heard_line')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow();
    expect(row.heard_line).toBeNull();
  });

  it('[RT47] [RT121] finds nothing for an unknown, foreign or expired handle, and the end of one that has ended', async () => {
    const orgId = await createOrganization();
    const { sessionId, handleHash } = await startSession(orgId);
    const claim = { orgId, handleHash, nowMs: NOW, windowMs: WINDOW_MS, concurrentMax: 3 };
    const none = { kind: 'not_found' };
    expect(await sessions.claim({ ...claim, handleHash: 'f'.repeat(64) })).toEqual(none);
    expect(await sessions.claim({ ...claim, orgId: await createOrganization() })).toEqual(none);
    expect(await sessions.claim({ ...claim, sessionId: newId('ses') })).toEqual(none);
    expect(await sessions.claim({ ...claim, nowMs: NOW + WINDOW_MS + 1 })).toEqual(none);
    await sessions.end({
      orgId,
      sessionId,
      generation: 1,
      atMs: NOW,
      code: 'client_ended',
      ended: ENDED,
      corrections: [],
    });
    const over = await sessions.claim(claim);
    expect(over).toMatchObject({
      kind: 'ended',
      ended: { reason: 'client_ended', emotionTrajectory: ['calm'] },
    });
    expect(JSON.stringify(over)).not.toContain('card number');
    expect(await sessions.claim({ ...claim, nowMs: NOW + WINDOW_MS + 1 })).toEqual(none);
    expect(await sessions.claim({ ...claim, orgId: await createOrganization() })).toEqual(none);
  });

  it('[RT46] fences off the superseded holder', async () => {
    const orgId = await createOrganization();
    const first = await startSession(orgId);
    const other = await startSession(orgId);
    await sessions.claim({
      orgId,
      handleHash: first.handleHash,
      nowMs: NOW,
      windowMs: WINDOW_MS,
      concurrentMax: 3,
    });
    const batch = [first, other].map(({ sessionId }) => ({
      orgId,
      sessionId,
      generation: 1,
      atMs: NOW + 5,
      state: { at: 9 },
    }));
    expect(await sessions.checkpoint(batch)).toEqual([batch[0]]);
    const ending = {
      orgId,
      sessionId: first.sessionId,
      atMs: NOW,
      code: 'client_ended',
      ended: ENDED,
      corrections: [],
    };
    expect(await sessions.end({ ...ending, generation: 1 })).toBe('fenced');
    expect(await sessions.end({ ...ending, generation: 2 })).toBe('ended');
    expect(await sessions.end({ ...ending, generation: 2 })).toBe('fenced');
  });

  it('gives two relays that claim a session at the same time different generations', async () => {
    const orgId = await createOrganization();
    const { handleHash } = await startSession(orgId);
    const claim = { orgId, handleHash, nowMs: NOW, windowMs: WINDOW_MS, concurrentMax: 3 };
    const claimed = await Promise.all([sessions.claim(claim), sessions.claim(claim)]);
    const generations = claimed.map((outcome) => (outcome.kind === 'claimed' ? outcome.generation : 0));
    expect(generations.sort()).toEqual([2, 3]);
  });

  it('lets no more sessions resume than the plan allows when their places were freed meanwhile', async () => {
    const orgId = await createOrganization();
    const away = [];
    for (let count = 0; count < 3; count++) away.push(await startSession(orgId));
    leaseNowMs = NOW + 30_000;
    for (let count = 0; count < 2; count++) await sessions.create(newSession(orgId));
    const claim = { orgId, nowMs: NOW, windowMs: WINDOW_MS, concurrentMax: 3 };
    const claimed = await Promise.all(away.map(({ handleHash }) => sessions.claim({ ...claim, handleHash })));
    const taken = claimed.findIndex(({ kind }) => kind === 'claimed');
    expect(claimed[taken]).toMatchObject({ generation: 2, concurrentUsed: 3 });
    const others = away.filter((_, place) => place !== taken);
    expect(claimed.filter(({ kind }) => kind !== 'claimed')).toMatchObject(
      others.map(() => ({ kind: 'refused', code: 'concurrency_exceeded' })),
    );
    // A session that has a place keeps it.
    const handleHash = away[taken]?.handleHash ?? '';
    expect(await sessions.claim({ ...claim, handleHash })).toMatchObject({ kind: 'claimed', generation: 3 });
    const back = { orgId, generation: 1, concurrentMax: 3 };
    for (const { sessionId } of others) {
      expect(await sessions.regain({ ...back, sessionId })).toMatchObject({ code: 'concurrency_exceeded' });
    }
    const sessionId = away[taken]?.sessionId ?? '';
    expect(await sessions.regain({ ...back, sessionId })).toEqual({ kind: 'fenced' });
    expect(await sessions.regain({ ...back, sessionId, generation: 3 })).toEqual({
      kind: 'held',
      concurrentUsed: 3,
    });
    leaseNowMs = NOW + 60_000;
    expect(await sessions.regain({ ...back, sessionId: others[0]?.sessionId ?? '' })).toEqual({
      kind: 'held',
      concurrentUsed: 1,
    });
  });

  it('stores text that no text column can hold', async () => {
    const orgId = await createOrganization();
    const { sessionId } = await startSession(orgId);
    const state = { 'k\0ey': 'half \ud800 and \0' };
    expect(await sessions.checkpoint([{ orgId, sessionId, generation: 1, atMs: NOW, state }])).toEqual([]);
  });

  it('keeps the summary of a session but no spoken words', async () => {
    const orgId = await createOrganization();
    const { sessionId } = await startSession(orgId);
    await sessions.end({
      orgId,
      sessionId,
      generation: 1,
      atMs: NOW,
      code: 'client_ended',
      ended: ENDED,
      corrections: [],
    });
    const row = await opened.database.queries
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow();
    expect(row.summary).toMatchObject({ reason: 'client_ended', emotionTrajectory: ['calm'] });
    expect(JSON.stringify(row)).not.toContain('card number');
    expect(row.checkpoint).toBeNull();
  });

  it('keeps sessions with the same id of two organizations apart: neither sees, blocks, writes or ends the other’s', async () => {
    const [us, them] = [await createOrganization(), await createOrganization()];
    const ours = newSession(us, { sessionId: 'call 7' });
    const theirs = newSession(them, { sessionId: 'call 7' });
    expect(await sessions.create(ours)).toMatchObject({ kind: 'created' });
    expect(await sessions.create(theirs)).toMatchObject({ kind: 'created' });
    const write = { sessionId: 'call 7', generation: 1, atMs: NOW, state: { at: 1 } };
    const batch = [
      { ...write, orgId: us },
      { ...write, orgId: them, generation: 9 },
    ];
    expect(await sessions.checkpoint(batch)).toEqual([batch[1]]);
    const claim = { orgId: them, nowMs: NOW, windowMs: WINDOW_MS, concurrentMax: 3 };
    expect(await sessions.claim({ ...claim, handleHash: ours.handleHash })).toEqual({ kind: 'not_found' });
    const ending = { ...write, code: 'client_ended', ended: ENDED, corrections: [] };
    expect(await sessions.end({ ...ending, orgId: them })).toBe('ended');
    expect(await sessions.checkpoint([{ ...write, orgId: us }])).toEqual([]);
    expect(await sessions.end({ ...ending, orgId: us })).toBe('ended');
    const told = await opened.database.queries
      .selectFrom('events')
      .select('org_id')
      .where('once_key', '=', 'call 7')
      .execute();
    expect(told.map(({ org_id }) => org_id).sort()).toEqual([us, them].sort());
  });

  it('[RT76] can be asked to end by any relay while they are live, and say whether a relay holds them', async () => {
    const orgId = await createOrganization();
    const other = await createOrganization();
    const { sessionId } = await startSession(orgId);
    const conversations = new ConversationRepository(opened.database.queries);
    const news = () => conversations.movedOn([{ orgId, sessionId, revision: 0 }]);
    expect(await sessions.askToEnd({ orgId: other, sessionId }, 'client_ended')).toBe(false);
    expect((await news())[0]?.endCode).toBeUndefined();
    expect(await sessions.askToEnd({ orgId, sessionId }, 'client_ended')).toBe(true);
    expect((await news())[0]?.endCode).toBe('client_ended');
    leaseNowMs += 30_000;
    expect(await sessions.askToEnd({ orgId, sessionId }, 'client_ended')).toBe(false);
    const ending = { orgId, sessionId, generation: 1, atMs: NOW, code: 'idle_timeout', ended: ENDED };
    expect(await sessions.end({ ...ending, corrections: [] })).toBe('ended');
    expect(await sessions.askToEnd({ orgId, sessionId }, 'client_ended')).toBe(false);
    expect((await news())[0]?.endCode).toBeUndefined();
  });

  it('[RT69] [RT112] are not found as live when their relay died and no client can come back', async () => {
    const orgId = await createOrganization();
    const { sessionId } = await startSession(orgId);
    const name = { orgId, sessionId };
    const found = async () => [await sessions.locate(name), await sessions.findLive(orgId, sessionId)];
    leaseNowMs += WINDOW_MS + 30_000;
    expect(await found()).toEqual([{}, sessionId]);
    leaseNowMs += 60_000;
    expect(await found()).toEqual([undefined, undefined]);
  });

  it('closes sessions that no client resumed', async () => {
    const orgId = await createOrganization();
    const { handleHash } = await startSession(orgId);
    expect(await sessions.expireAbandoned(new Date(NOW + 1), new Date(NOW + 2))).toBeGreaterThan(0);
    expect(
      await sessions.claim({ orgId, handleHash, nowMs: NOW, windowMs: WINDOW_MS, concurrentMax: 3 }),
    ).toEqual({
      kind: 'not_found',
    });
  });

  it('[RT77] tells how far the audio of a stream came whose relay died, for the length of its conversation', async () => {
    const orgId = await createOrganization();
    const session = newSession(orgId);
    const { sessionId } = session;
    await sessions.create(session);
    const conversations = new ConversationRepository(opened.database.queries);
    const order = { id: sessionId, orgId, vertical: 'general', language: 'en', metadata: {} };
    const record = freshConversation(order, sessionId, NOW);
    await conversations.create({ ...record, lifecycle: { kind: 'live' } });
    const state = {
      analysed: [24_000, 64_000],
      config: { channels: [{ sampleRate: 8_000 }, { sampleRate: 16_000 }] },
    };
    await sessions.checkpoint([{ orgId, sessionId, generation: 1, atMs: NOW, state }]);
    await sessions.expireAbandoned(new Date(NOW + 1), new Date(NOW + 2));
    const lost = await conversations.withoutStream(NOW + 1, 1_000);
    expect(lost.filter((stream) => stream.orgId === orgId)).toEqual([
      { orgId, sessionId, code: 'resume_window_expired', audioMs: 4_000, turns: [] },
    ]);
  });
});
