import { describe, expect, it } from 'vitest';
import { DATABASES } from '../testing/databases.js';
import { newSession, NOW, WINDOW_MS, StreamRig } from '../testing/stream-rig.js';
import { StreamRepository } from './stream-repository.js';

describe.each(DATABASES)('places of streams on $name', ({ open }) => {
  const rig = new StreamRig(open);

  it('creates a session in generation 1 and counts it', async () => {
    const orgId = await rig.organization();
    expect(await rig.sessions.create(newSession(orgId))).toEqual({
      kind: 'created',
      generation: 1,
      concurrentUsed: 1,
    });
    expect(await rig.sessions.create(newSession(orgId))).toEqual({
      kind: 'created',
      generation: 1,
      concurrentUsed: 2,
    });
  });

  it('never lets more sessions start than the plan allows, however many start at once', async () => {
    const orgId = await rig.organization();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => rig.sessions.create(newSession(orgId))),
    );
    expect(outcomes.filter(({ kind }) => kind === 'created')).toHaveLength(3);
    expect(outcomes.find(({ kind }) => kind === 'refused')).toMatchObject({ code: 'concurrency_exceeded' });
  });

  it('frees the places of a dead relay within 30 s', async () => {
    const orgId = await rig.organization();
    for (let count = 0; count < 3; count++) await rig.sessions.create(newSession(orgId));
    rig.leaseNowMs = NOW + 30_000;
    expect(await rig.sessions.create(newSession(orgId))).toMatchObject({
      kind: 'created',
      concurrentUsed: 1,
    });
  });

  it('frees the place of a session whose client has left, and keeps the session', async () => {
    const orgId = await rig.organization();
    const session = await rig.start(orgId);
    const { sessionId } = session;
    const left = { orgId, sessionId, generation: 1, atMs: NOW, state: { at: 2 }, hasLeft: true };
    expect(await rig.sessions.checkpoint([left])).toEqual([]);
    expect(await rig.sessions.create(newSession(orgId))).toMatchObject({
      kind: 'created',
      concurrentUsed: 1,
    });
    const back = { orgId, sessionId, generation: 1, concurrentMax: 3 };
    expect(await rig.sessions.regain(back)).toMatchObject({ kind: 'held', concurrentUsed: 2 });
  });

  it("counts places by the database's clock, so that relays whose clocks are an hour off neither lose nor keep one", async () => {
    const relays = new StreamRepository(rig.queries);
    const orgId = await rig.organization();
    for (const offByMs of [-3_600_000, 0, 3_600_000]) {
      await relays.create(newSession(orgId, { startedAtMs: NOW + offByMs }));
    }
    expect(await relays.create(newSession(orgId))).toMatchObject({ code: 'concurrency_exceeded' });
  });

  it('lets no more sessions resume than the plan allows when their places were freed meanwhile', async () => {
    const orgId = await rig.organization();
    const away = [];
    for (let count = 0; count < 3; count++) away.push(await rig.start(orgId));
    rig.leaseNowMs = NOW + 30_000;
    for (let count = 0; count < 2; count++) await rig.sessions.create(newSession(orgId));
    const claim = { orgId, nowMs: NOW, windowMs: WINDOW_MS, concurrentMax: 3 };
    const claimed = await Promise.all(
      away.map(({ handleHash }) => rig.sessions.claim({ ...claim, handleHash })),
    );
    const taken = claimed.findIndex(({ kind }) => kind === 'claimed');
    expect(claimed[taken]).toMatchObject({ generation: 2, concurrentUsed: 3 });
    const others = away.filter((_, place) => place !== taken);
    expect(claimed.filter(({ kind }) => kind !== 'claimed')).toMatchObject(
      others.map(() => ({ kind: 'refused', code: 'concurrency_exceeded' })),
    );
    // A session that has a place keeps it.
    const handleHash = away[taken]?.handleHash ?? '';
    expect(await rig.sessions.claim({ ...claim, handleHash })).toMatchObject({
      kind: 'claimed',
      generation: 3,
    });
    const back = { orgId, generation: 1, concurrentMax: 3 };
    for (const { sessionId } of others) {
      expect(await rig.sessions.regain({ ...back, sessionId })).toMatchObject({
        code: 'concurrency_exceeded',
      });
    }
    const sessionId = away[taken]?.sessionId ?? '';
    expect(await rig.sessions.regain({ ...back, sessionId })).toEqual({ kind: 'fenced' });
    expect(await rig.sessions.regain({ ...back, sessionId, generation: 3 })).toEqual({
      kind: 'held',
      concurrentUsed: 3,
    });
    rig.leaseNowMs = NOW + 60_000;
    expect(await rig.sessions.regain({ ...back, sessionId: others[0]?.sessionId ?? '' })).toEqual({
      kind: 'held',
      concurrentUsed: 1,
    });
  });
});
