import { describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { hashApiKey } from '../../domain/keys/api-key-secret.js';
import type { NewStream } from '../../domain/live/stream-store.js';
import { DATABASES } from '../testing/databases.js';
import { ENDED, newSession, NOW, WINDOW_MS, StreamRig } from '../testing/stream-rig.js';

/** Another stream of the same name. */
const again = (session: NewStream): NewStream => ({
  ...session,
  handleHash: hashApiKey(newId('handle')).toString('hex'),
});

describe.each(DATABASES)('streams on $name', ({ open }) => {
  const rig = new StreamRig(open);

  it('refuses a session id that was used before', async () => {
    const session = await rig.start(await rig.organization());
    rig.leaseNowMs = NOW + 60_000;
    expect(await rig.sessions.create(again(session))).toMatchObject({ kind: 'refused', code: 'conflict' });
  });

  it('[RT75] frees the name of a stream that is discarded before it was ready, and of none that was', async () => {
    const orgId = await rig.organization();
    const session = newSession(orgId);
    const { sessionId, handleHash } = session;
    await rig.sessions.create(session);
    await rig.sessions.discard({ orgId, sessionId, generation: 1, handleHash: again(session).handleHash });
    expect(await rig.sessions.create(again(session))).toMatchObject({
      kind: 'refused',
      code: 'overloaded',
      retryAfterMs: 2_000,
    });
    await rig.sessions.discard({ orgId, sessionId, generation: 1, handleHash });
    const second = again(session);
    expect(await rig.sessions.create(second)).toEqual({ kind: 'created', generation: 1, concurrentUsed: 1 });
    await rig.sessions.checkpoint([{ orgId, sessionId, generation: 1, atMs: NOW, state: {} }]);
    await rig.sessions.discard({ orgId, sessionId, generation: 1, handleHash: second.handleHash });
    expect(await rig.sessions.create(again(session))).toMatchObject({ kind: 'refused', code: 'conflict' });
  });

  it('[RT75] frees the name of a stream whose relay died before it was ready, and fences that relay off', async () => {
    const orgId = await rig.organization();
    const session = newSession(orgId);
    const { sessionId } = session;
    await rig.sessions.create(session);
    rig.leaseNowMs = NOW + 30_000;
    expect(await rig.sessions.create(again(session))).toEqual({
      kind: 'created',
      generation: 2,
      concurrentUsed: 1,
    });
    const late = { orgId, sessionId, generation: 1, atMs: NOW, state: {} };
    expect(await rig.sessions.checkpoint([late])).toEqual([late]);
    expect(
      await rig.sessions.claim({
        orgId,
        handleHash: session.handleHash,
        nowMs: NOW,
        windowMs: WINDOW_MS,
        concurrentMax: 3,
      }),
    ).toEqual({ kind: 'not_found' });
  });

  it('[RT42] hands a session over with its last checkpoint and the next generation', async () => {
    const orgId = await rig.organization();
    const { sessionId, handleHash } = await rig.start(orgId, { at: 7 });
    expect(
      await rig.sessions.claim({
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
    const orgId = await rig.organization();
    const { sessionId, handleHash, config } = newSession(orgId);
    await rig.sessions.create({ ...newSession(orgId), sessionId, handleHash });
    const claim = { orgId, handleHash, sessionId, windowMs: WINDOW_MS, concurrentMax: 3 };
    expect(await rig.sessions.claim({ ...claim, nowMs: NOW + WINDOW_MS + 1 })).toEqual({ kind: 'not_found' });
    expect(await rig.sessions.claim({ ...claim, nowMs: NOW + 1_000 })).toEqual({
      kind: 'claimed',
      sessionId,
      generation: 2,
      startedAtMs: NOW,
      checkpointAtMs: NOW,
      config,
      concurrentUsed: 1,
    });
    // Whoever opened it never knew that it was taken over: the name stays.
    await rig.sessions.discard({ orgId, sessionId, generation: 1, handleHash });
    expect(await rig.sessions.claim({ ...claim, nowMs: NOW + 2_000 })).toMatchObject({ generation: 3 });
  });

  it('[RT46] says whether another relay holds a session by now', async () => {
    const orgId = await rig.organization();
    const { sessionId, handleHash } = await rig.start(orgId);
    const held = { orgId, sessionId, generation: 1 };
    expect(await rig.sessions.hasMoved(held)).toBe(false);
    await rig.sessions.claim({ orgId, handleHash, nowMs: NOW, windowMs: WINDOW_MS, concurrentMax: 3 });
    expect(await rig.sessions.hasMoved(held)).toBe(true);
    expect(await rig.sessions.hasMoved({ ...held, generation: 2 })).toBe(false);
    expect(await rig.sessions.hasMoved({ ...held, orgId: await rig.organization() })).toBe(false);
    await rig.end({ orgId, sessionId }, { generation: 2 });
    expect(await rig.sessions.hasMoved(held)).toBe(false);
  });

  it('[RT113] hands over what was learned of its line, and keeps it no longer than the session', async () => {
    const orgId = await rig.organization();
    const { sessionId, handleHash } = await rig.start(orgId);
    const write = { orgId, sessionId, atMs: NOW, state: {} };
    const heardLine = Uint8Array.from({ length: 5_000 }, (_, n) => n % 251);
    await rig.sessions.checkpoint([{ ...write, generation: 1, heardLine }]);
    await rig.sessions.checkpoint([{ ...write, generation: 1 }]);
    const claim = { orgId, handleHash, sessionId, nowMs: NOW, windowMs: WINDOW_MS, concurrentMax: 3 };
    const claimed = await rig.sessions.claim(claim);
    expect(claimed.kind === 'claimed' && Uint8Array.from(claimed.heardLine ?? [])).toEqual(heardLine);
    await rig.end({ orgId, sessionId }, { generation: 2 });
    const row = await rig.queries
      .selectFrom('sessions')
      .select('heard_line')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow();
    expect(row.heard_line).toBeNull();
  });

  it('[RT47] [RT121] finds nothing for an unknown, foreign or expired handle, and the end of one that has ended', async () => {
    const orgId = await rig.organization();
    const { sessionId, handleHash } = await rig.start(orgId);
    const claim = { orgId, handleHash, nowMs: NOW, windowMs: WINDOW_MS, concurrentMax: 3 };
    const none = { kind: 'not_found' };
    expect(await rig.sessions.claim({ ...claim, handleHash: 'f'.repeat(64) })).toEqual(none);
    expect(await rig.sessions.claim({ ...claim, orgId: await rig.organization() })).toEqual(none);
    expect(await rig.sessions.claim({ ...claim, sessionId: newId('ses') })).toEqual(none);
    expect(await rig.sessions.claim({ ...claim, nowMs: NOW + WINDOW_MS + 1 })).toEqual(none);
    await rig.end({ orgId, sessionId });
    const over = await rig.sessions.claim(claim);
    expect(over).toMatchObject({
      kind: 'ended',
      ended: { reason: 'client_ended', emotionTrajectory: ['calm'] },
    });
    expect(JSON.stringify(over)).not.toContain('card number');
    expect(await rig.sessions.claim({ ...claim, nowMs: NOW + WINDOW_MS + 1 })).toEqual(none);
    expect(await rig.sessions.claim({ ...claim, orgId: await rig.organization() })).toEqual(none);
  });

  it('[RT46] fences off the superseded holder', async () => {
    const orgId = await rig.organization();
    const first = await rig.start(orgId);
    const other = await rig.start(orgId);
    await rig.sessions.claim({
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
    expect(await rig.sessions.checkpoint(batch)).toEqual([batch[0]]);
    expect(await rig.end(first, { generation: 1 })).toBe('fenced');
    expect(await rig.end(first, { generation: 2 })).toBe('ended');
    expect(await rig.end(first, { generation: 2 })).toBe('fenced');
  });

  it('gives two relays that claim a session at the same time different generations', async () => {
    const orgId = await rig.organization();
    const { handleHash } = await rig.start(orgId);
    const claim = { orgId, handleHash, nowMs: NOW, windowMs: WINDOW_MS, concurrentMax: 3 };
    const claimed = await Promise.all([rig.sessions.claim(claim), rig.sessions.claim(claim)]);
    const generations = claimed.map((outcome) => (outcome.kind === 'claimed' ? outcome.generation : 0));
    expect(generations.sort()).toEqual([2, 3]);
  });

  it('stores text that no text column can hold', async () => {
    const orgId = await rig.organization();
    const { sessionId } = await rig.start(orgId);
    const state = { 'k\0ey': 'half \ud800 and \0' };
    expect(await rig.sessions.checkpoint([{ orgId, sessionId, generation: 1, atMs: NOW, state }])).toEqual(
      [],
    );
  });

  it('keeps sessions with the same id of two organizations apart: neither sees, blocks, writes or ends the other’s', async () => {
    const [us, them] = [await rig.organization(), await rig.organization()];
    const ours = newSession(us, { sessionId: 'call 7' });
    const theirs = newSession(them, { sessionId: 'call 7' });
    expect(await rig.sessions.create(ours)).toMatchObject({ kind: 'created' });
    expect(await rig.sessions.create(theirs)).toMatchObject({ kind: 'created' });
    const write = { sessionId: 'call 7', generation: 1, atMs: NOW, state: { at: 1 } };
    const batch = [
      { ...write, orgId: us },
      { ...write, orgId: them, generation: 9 },
    ];
    expect(await rig.sessions.checkpoint(batch)).toEqual([batch[1]]);
    const claim = { orgId: them, nowMs: NOW, windowMs: WINDOW_MS, concurrentMax: 3 };
    expect(await rig.sessions.claim({ ...claim, handleHash: ours.handleHash })).toEqual({
      kind: 'not_found',
    });
    const ending = { ...write, code: 'client_ended', ended: ENDED, corrections: [] };
    expect(await rig.sessions.end({ ...ending, orgId: them })).toBe('ended');
    expect(await rig.sessions.checkpoint([{ ...write, orgId: us }])).toEqual([]);
    expect(await rig.sessions.end({ ...ending, orgId: us })).toBe('ended');
    const told = await rig.queries
      .selectFrom('events')
      .select('org_id')
      .where('once_key', '=', 'call 7')
      .execute();
    expect(told.map(({ org_id }) => org_id).sort()).toEqual([us, them].sort());
  });
});
