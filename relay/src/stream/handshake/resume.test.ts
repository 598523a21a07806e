import { describe, expect, it } from 'vitest';
import { ManualClock, settled } from '../testing/manual-clock.js';
import { MemoryStore } from '../testing/memory-store.js';
import { anAuth, countingPcm, Rig } from '../testing/rig.js';

describe('resume in the same process', () => {
  it('[RT42] [RT43] continues after the last received sample, with the next generation', async () => {
    const rig = new Rig();
    const first = await rig.talking();
    first.cut();
    expect(rig.streams.counts()).toMatchObject({ detached: 1, connections: 0 });
    await rig.clock.advance(5_000);
    const second = await rig.resume(first, { nextSample: [16_640] });
    expect(second.sessionId).toBe(first.sessionId);
    expect(second.socket.last('session.ready')).toMatchObject({ generation: 2, nextSample: [16_640] });
    expect(second.socket.last('resumed')).toMatchObject({ generation: 2, replayed: 0, lost: [] });
    second.audio(640);
    rig.inference.last.answer();
    expect(second.socket.last('audio.ack').throughSample).toBe(17_280);
    expect(rig.inference.streams).toHaveLength(1);
    expect(rig.inference.last.bytesOf(0)).toEqual([...countingPcm(0, 17_280)]);
  });

  it('[RT43] sends again, in order, what the client has not seen', async () => {
    const rig = new Rig();
    const first = await rig.talking();
    const all = first.numbers;
    const seen = all[1] ?? 0;
    first.cut();
    rig.inference.last.answer();
    const second = await rig.resume(first, { lastServerSeq: seen });
    const again = second.numbers;
    expect(again[0]).toBe(seen + 1);
    expect(again).toEqual(again.map((_, index) => seen + 1 + index));
    expect(again.length).toBeGreaterThan(all.length - 2);
    expect(second.socket.last('resumed')).toMatchObject({ fromSeq: seen + 1, replayed: again.length });
    expect(second.socket.kinds().slice(0, 2)).toEqual(['session.ready', 'resumed']);
  });

  it('does not replay what the client has acknowledged', async () => {
    const rig = new Rig();
    const first = await rig.talking();
    first.ack = first.lastSeq;
    first.audio(640);
    first.cut();
    const second = await rig.resume(first, { lastServerSeq: 0 });
    expect(second.socket.last('resumed').replayed).toBe(0);
    expect(second.socket.all('snapshot')).toHaveLength(1);
  });

  it('[RT45] reports the audio that the client no longer holds as lost', async () => {
    const rig = new Rig();
    const first = await rig.talking();
    first.cut();
    await rig.clock.advance(40_000);
    const second = await rig.resume(first, { nextSample: [200_000] });
    expect(second.socket.last('resumed').lost).toEqual([{ channel: 0, firstSample: 16_640, count: 183_360 }]);
    expect(second.socket.last('session.ready').nextSample).toEqual([200_000]);
    rig.inference.last.answer();
    expect(second.socket.last('audio.ack').throughSample).toBe(200_000);
  });

  it('[RT46] lets a second connection supersede the first', async () => {
    const rig = new Rig();
    const first = await rig.talking();
    const second = await rig.resume(first);
    expect(first.socket.last('error')).toMatchObject({ code: 'session_superseded', fatal: true });
    expect(first.socket.closedWith?.code).toBe(4409);
    first.cut(4409);
    expect(rig.streams.counts()).toMatchObject({ connections: 1, sessions: 1, live: 1 });
    second.audio(640);
    rig.inference.last.answer();
    expect(second.socket.last('audio.ack').throughSample).toBe(17_280);
  });

  it('[RT47] keeps a handle for 120 s, then ends the session', async () => {
    const rig = new Rig();
    const first = await rig.talking();
    first.cut();
    await rig.clock.advance(119_000);
    expect(rig.streams.counts().detached).toBe(1);
    await rig.clock.advance(1_500);
    expect(rig.streams.counts().sessions).toBe(0);
    expect(rig.store.row(first.sessionId).ending?.code).toBe('resume_window_expired');
    const late = await rig.resume(first);
    expect(late.socket.closedWith).toEqual({ code: 4404, reason: 'session_not_found' });
    expect(rig.clock.pending).toBe(1);
  });

  it.each([
    ['a guessed handle', { handle: 'rsm_guess' }, anAuth()],
    ['an empty handle', { handle: '' }, anAuth()],
    ['an endless handle', { handle: 'x'.repeat(5_000) }, anAuth()],
    ['another organization', {}, anAuth({ orgId: 'org_b' })],
  ])('[RT47] answers %s as if there were no session', async (_, over, auth) => {
    const rig = new Rig();
    const first = await rig.talking();
    first.cut();
    const thief = await rig.resume(first, over, auth);
    expect(thief.socket.kinds()).toEqual(['error']);
    expect(thief.socket.last('error')).toMatchObject({
      code: 'session_not_found',
      message: 'there is no session to resume',
    });
    expect(thief.socket.closedWith?.code).toBe(4404);
    const owner = await rig.resume(first);
    expect(owner.socket.kinds()[0]).toBe('session.ready');
  });

  it('[RT42] needs a place of the plan again after its own was freed, and is refused until one is free', async () => {
    const clock = new ManualClock();
    const rig = new Rig({ clock, store: new MemoryStore(() => clock.monotonicMs()) });
    const one = anAuth({ plan: { ...anAuth().plan, concurrentStreams: 1 } });
    const first = await rig.open({}, one);
    first.audio(4_000);
    rig.inference.last.answer();
    await clock.advance(3_000);
    first.cut();
    await clock.advance(35_000);
    const other = await rig.open({}, one);
    for (const relay of [rig, new Rig({ clock, store: rig.store })]) {
      const early = await relay.resume(first, {}, one);
      expect(early.socket.last('error')).toMatchObject({ code: 'concurrency_exceeded', retryAfterMs: 5_000 });
      expect(early.socket.closedWith?.code).toBe(4429);
    }
    other.say({ kind: 'session.end', value: {} });
    await clock.advance(1_000);
    const back = await rig.resume(first, {}, one);
    expect(back.socket.kinds()[0]).toBe('session.ready');
    expect(back.sessionId).toBe(first.sessionId);
  });

  it('[RT42] [RT73] needs a free place at once when its client had closed the socket itself', async () => {
    const rig = new Rig();
    const one = anAuth({ plan: { ...anAuth().plan, concurrentStreams: 1 } });
    const first = await rig.open({}, one);
    first.cut(1001);
    await rig.clock.advance(1_000);
    const other = await rig.open({}, one);
    const early = await rig.resume(first, {}, one);
    expect(early.socket.closedWith?.code).toBe(4429);
    other.say({ kind: 'session.end', value: {} });
    await rig.clock.advance(1_000);
    const back = await rig.resume(first, {}, one);
    expect(back.socket.kinds()[0]).toBe('session.ready');
  });

  it('[RT42] [RT73] keeps its place when its client comes back while that is given back', async () => {
    const rig = new Rig();
    const one = anAuth({ plan: { ...anAuth().plan, concurrentStreams: 1 } });
    const first = await rig.open({}, one);
    let open = () => {};
    rig.store.writeGate = new Promise((resolve) => (open = resolve));
    first.cut(1001);
    await rig.clock.advance(400);
    const returning = rig.resume(first, {}, one);
    await settled();
    open();
    const back = await returning;
    await rig.clock.advance(200);
    expect(back.socket.kinds()[0]).toBe('session.ready');
    expect((await rig.open({}, one)).socket.closedWith?.code).toBe(4429);
  });

  it.each([
    ['in the same process', (rig: Rig) => rig],
    ['in the next one', (rig: Rig) => new Rig({ clock: rig.clock, store: rig.store })],
  ])('[RT6] [RT47] refuses a token that names another session, %s', async (_, relay) => {
    const rig = new Rig();
    const first = await rig.talking();
    await rig.clock.advance(6_000);
    first.cut();
    const { sessionId } = first;
    const next = relay(rig);
    const other = await next.resume(first, {}, anAuth({ sessionId: 'ses_other' }));
    expect(other.socket.closedWith?.code).toBe(4404);
    const torn = await next.resume(first, {}, anAuth({ sessionId: 'ses_other' }), { sessionId });
    expect(torn.socket.last('error')).toMatchObject({ code: 'forbidden', param: 'session_id' });
    // A server that names no session for its pages gets a new session id each time.
    const unnamed = anAuth({ sessionId: 'ses_fresh', isNewSession: true });
    const again = await next.resume(first, {}, unnamed);
    expect(again.socket.kinds()[0]).toBe('session.ready');
    expect(again.sessionId).toBe(sessionId);
    again.cut();
    const owner = await next.resume(first, {}, anAuth({ sessionId }), { sessionId });
    expect(owner.socket.kinds()[0]).toBe('session.ready');
  });

  it('[RT121] tells the end again to a client whose link broke before it came', async () => {
    const rig = new Rig();
    const first = await rig.talking();
    first.say({ kind: 'session.end', value: {} });
    first.cut();
    await settled();
    const second = await rig.resume(first);
    expect(second.socket.kinds()).toEqual(['session_end']);
    expect(second.socket.last('session_end')).toMatchObject({ usage: { receivedMs: 1_040 } });
    expect(second.socket.closedWith?.code).toBe(1000);
    expect(rig.streams.counts()).toMatchObject({ connections: 0, sessions: 0 });
  });

  it('[RT121] tells it to nobody else, and no longer than the window', async () => {
    const rig = new Rig();
    const first = await rig.talking();
    first.say({ kind: 'session.end', value: {} });
    await settled();
    const foreign = await rig.resume(first, {}, anAuth({ orgId: 'org_b' }));
    expect(foreign.socket.closedWith?.code).toBe(4404);
    await rig.clock.advance(121_000);
    const late = await rig.resume(first);
    expect(late.socket.closedWith?.code).toBe(4404);
  });

  it('refuses positions that do not fit the channels or lie in the future, and the session stays resumable', async () => {
    const rig = new Rig();
    const first = await rig.talking();
    first.cut();
    const two = await rig.resume(first, { nextSample: [0, 0] });
    expect(two.socket.last('error')).toMatchObject({ code: 'validation_error', param: 'resume.next_sample' });
    const future = await rig.resume(first, { nextSample: [1e12] });
    expect(future.socket.last('error')).toMatchObject({
      code: 'protocol_error',
      param: 'resume.next_sample',
    });
    const good = await rig.resume(first);
    expect(good.socket.kinds()[0]).toBe('session.ready');
  });

  it('[RT25] lets the client replay four times as fast as real time', async () => {
    const rig = new Rig();
    const first = await rig.open();
    first.audio(640);
    for (let i = 0; i < 25; i += 1) {
      await rig.clock.advance(40);
      first.audio(640);
    }
    first.cut();
    const second = rig.connect();
    second.seq = first.seq;
    const captured = 16_000 * 30;
    second.position = [captured, 0];
    const { resumeRequest } = first;
    second.say({
      kind: 'session.hello',
      value: { channels: [], features: [], metadata: {}, resume: { ...resumeRequest, nextSample: [16_640] } },
    });
    await settled();
    for (let from = 16_640; from < captured; from += 640) {
      second.audio(640, 0, from);
      await rig.clock.advance(10);
    }
    expect(second.socket.closedWith).toBeUndefined();
    expect(second.socket.warnings()).toEqual([]);
  });

  it('[RT25] lets nobody claim a replay beyond what can have been spoken', async () => {
    const rig = new Rig();
    const first = await rig.open();
    first.audio(640);
    first.cut();
    const second = rig.connect();
    second.seq = first.seq;
    second.position = [2 ** 50, 0];
    const { resumeRequest } = first;
    second.say({
      kind: 'session.hello',
      value: { channels: [], features: [], metadata: {}, resume: { ...resumeRequest, nextSample: [640] } },
    });
    await settled();
    for (let from = 640; from < 16_000 * 90 && second.socket.closedWith === undefined; from += 640) {
      second.audio(640, 0, from);
      await rig.clock.advance(10);
    }
    expect(second.socket.last('error')).toMatchObject({ code: 'rate_limited' });
    expect(second.socket.closedWith?.code).toBe(4429);
  });

  it('[RT9] takes a generation from the client only as far as sockets can explain it', async () => {
    const rig = new Rig();
    const first = await rig.open();
    first.cut();
    first.generation = 7;
    const second = await rig.resume(first);
    expect(second.socket.last('session.ready').generation).toBe(8);
    second.generation = 0xffff_ffff;
    expect((await rig.resume(second)).socket.last('session.ready').generation).toBe(9);
  });

  it('keeps a pause', async () => {
    const rig = new Rig();
    const first = await rig.talking();
    first.say({ kind: 'pause', value: { reason: 'hold' } });
    await settled();
    first.cut();
    const second = await rig.resume(first);
    expect(rig.streams.counts().paused).toBe(1);
    second.audio(640);
    expect(rig.inference.last.nextSample(0)).toBe(16_640);
    second.say({ kind: 'resume', value: {} });
    await settled();
    expect(second.socket.last('resumed_analysis')).toEqual({ atMs: 1_080, discardedMs: 40 });
  });
});

describe('a failure of inference', () => {
  it('closes with 4500, and the client resends the audio without results', async () => {
    const rig = new Rig();
    const first = await rig.talking();
    rig.inference.last.fault({ kind: 'fatal', code: 'inference_failed', message: 'the worker died twice' });
    expect(first.socket.last('error')).toMatchObject({ code: 'inference_failed', retryable: true });
    expect(first.socket.closedWith?.code).toBe(4500);
    const second = await rig.resume(first);
    expect(second.socket.last('session.ready').nextSample).toEqual([16_000]);
    expect(rig.inference.streams).toHaveLength(2);
    second.audio(640, 0, 16_000);
    rig.inference.last.answer();
    expect(second.socket.last('audio.ack').throughSample).toBe(16_640);
  });

  it('ends the session when the audio itself cannot be decoded', async () => {
    const rig = new Rig();
    const first = await rig.talking();
    rig.inference.last.fault({ kind: 'fatal', code: 'undecodable_audio', message: 'not a number' });
    expect(first.socket.closedWith?.code).toBe(4422);
    await settled();
    expect(rig.streams.counts().sessions).toBe(0);
  });

  it('[RT35] warns once about degraded results and once about late ones, and does not end the session', async () => {
    const rig = new Rig();
    const first = await rig.talking();
    const failed = { kind: 'degraded' as const, reason: 'model_failed' as const, message: 'no reading' };
    rig.inference.last.fault(failed);
    rig.inference.last.fault(failed);
    rig.inference.last.fault({ kind: 'behind', backlogMs: 900 });
    rig.inference.last.fault({ kind: 'caught_up' });
    expect(first.socket.warnings()).toEqual(['model_degraded', 'behind_realtime']);
    rig.inference.last.answer();
    rig.inference.last.fault(failed);
    expect(first.socket.warnings().filter((code) => code === 'model_degraded')).toHaveLength(2);
    expect(first.socket.closedWith).toBeUndefined();
  });
});
