import { describe, expect, it } from 'vitest';
import { ManualClock, settled } from '../testing/manual-clock.js';
import { MemoryStore } from '../testing/memory-store.js';
import { aHello, anAuth, countingPcm, Rig, type Peer } from '../testing/rig.js';

/** A peer with one second of audio that has results, and a further frame that has none. */
const talking = async (rig: Rig): Promise<Peer> => {
  const peer = await rig.open();
  for (let i = 0; i < 4; i += 1) peer.audio(4_000);
  rig.inference.last.answer();
  peer.audio(640);
  return peer;
};

const numbered = (peer: Peer): number[] =>
  peer.socket.received.map(({ seq }) => seq).filter((seq) => seq > 0);

describe('resume in the same process', () => {
  it('[RT42] [RT43] continues after the last received sample, with the next generation', async () => {
    const rig = new Rig();
    const first = await talking(rig);
    first.cut();
    expect(rig.streams.counts()).toMatchObject({ detached: 1, connections: 0 });
    await rig.clock.advance(5_000);
    const second = await rig.resume(first);
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
    const first = await talking(rig);
    const all = numbered(first);
    const seen = all[1] ?? 0;
    first.cut();
    rig.inference.last.answer();
    const second = await rig.resume(first, { lastServerSeq: seen });
    const again = numbered(second);
    expect(again[0]).toBe(seen + 1);
    expect(again).toEqual(again.map((_, index) => seen + 1 + index));
    expect(again.length).toBeGreaterThan(all.length - 2);
    expect(second.socket.last('resumed')).toMatchObject({ fromSeq: seen + 1, replayed: again.length });
    expect(second.socket.kinds().slice(0, 2)).toEqual(['session.ready', 'resumed']);
  });

  it('does not replay what the client has acknowledged', async () => {
    const rig = new Rig();
    const first = await talking(rig);
    first.ack = first.lastSeq;
    first.audio(640);
    first.cut();
    const second = await rig.resume(first, { lastServerSeq: 0 });
    expect(second.socket.last('resumed').replayed).toBe(0);
    expect(second.socket.all('snapshot')).toHaveLength(1);
  });

  it('[RT45] reports the audio that the client no longer holds as lost', async () => {
    const rig = new Rig();
    const first = await talking(rig);
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
    const first = await talking(rig);
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
    const first = await talking(rig);
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
    const first = await talking(rig);
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

  it.each([
    ['in the same process', (rig: Rig) => rig],
    ['in the next one', (rig: Rig) => new Rig({ clock: rig.clock, store: rig.store })],
  ])('[RT6] [RT47] refuses a token that names another session, %s', async (_, relay) => {
    const rig = new Rig();
    const first = await talking(rig);
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
    const first = await talking(rig);
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
    const first = await talking(rig);
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
    const first = await talking(rig);
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

  it('keeps a pause', async () => {
    const rig = new Rig();
    const first = await talking(rig);
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
    const first = await talking(rig);
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
    const first = await talking(rig);
    rig.inference.last.fault({ kind: 'fatal', code: 'undecodable_audio', message: 'not a number' });
    expect(first.socket.closedWith?.code).toBe(4422);
    await settled();
    expect(rig.streams.counts().sessions).toBe(0);
  });

  it('[RT35] warns once about degraded results and once about late ones, and does not end the session', async () => {
    const rig = new Rig();
    const first = await talking(rig);
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

describe('resume after a restart', () => {
  /** A new process with the store and the clock of the old one. */
  async function restarted(before: Rig, awayMs = 5_000): Promise<Rig> {
    await before.clock.advance(awayMs);
    const after = new Rig({ store: before.store, clock: before.clock });
    return after;
  }

  async function checkpointed(store = new MemoryStore()): Promise<{ rig: Rig; peer: Peer }> {
    const rig = new Rig({ store });
    const peer = await talking(rig);
    await rig.clock.advance(2_400);
    return { rig, peer };
  }

  it('[RT44] continues from the checkpoint, with audio from the first sample without a result', async () => {
    const { rig, peer } = await checkpointed();
    const after = await restarted(rig);
    const second = await after.resume(peer);
    const ready = second.socket.last('session.ready');
    expect(ready).toMatchObject({ sessionId: peer.sessionId, nextSample: [16_000] });
    expect(ready.generation).toBeGreaterThan(1);
    expect(second.socket.kinds().slice(0, 3)).toEqual(['session.ready', 'resumed', 'snapshot']);
    second.audio(1_280, 0, 16_000);
    after.inference.last.answer();
    expect(after.inference.last.bytesOf(0)).toEqual([...countingPcm(16_000, 1_280)]);
    expect(second.socket.last('audio.ack').throughSample).toBe(17_280);
    const first = numbered(second)[0] ?? 0;
    expect(first).toBeGreaterThan(peer.lastSeq);
    second.say({ kind: 'session.end', value: {} });
    await settled();
    expect(second.socket.last('session_end').usage).toEqual({ receivedMs: 1_080, processedMs: 1_080 });
  });

  it('[RT44] continues a session whose client went while it was restored, and came back', async () => {
    const { rig, peer } = await checkpointed();
    // The client has seen more than the checkpoint knows of.
    peer.audio(4_000);
    rig.inference.last.answer();
    const seen = peer.lastSeq;
    const after = await restarted(rig);
    const impatient = after.connect('proto', anAuth());
    impatient.seq = peer.seq;
    impatient.generation = peer.generation;
    const claim = rig.store.claim.bind(rig.store);
    rig.store.claim = async (asked) => {
      const claimed = await claim(asked);
      impatient.cut();
      return claimed;
    };
    impatient.say({ kind: 'session.hello', value: aHello({ resume: peer.resumeRequest }) });
    await settled();
    expect(after.streams.counts()).toMatchObject({ detached: 1 });
    const second = await after.resume(peer);
    expect(second.socket.kinds().slice(0, 2)).toEqual(['session.ready', 'resumed']);
    second.audio(640);
    after.inference.last.answer();
    expect(second.socket.closedWith).toBeUndefined();
    expect(numbered(second)[0]).toBeGreaterThan(seen);
  });

  it('[RT44] tells its workers the background of the audio before, so that they hear a word that was cut', async () => {
    const rig = new Rig({ store: new MemoryStore() });
    const peer = await rig.open();
    expect(rig.inference.last.spec.channels[0]).not.toHaveProperty('noiseDb');
    rig.inference.last.says = {
      quality: { clipping: 0, voicedMs: 250, narrowband: false, noiseDb: -61.5 },
    };
    for (let i = 0; i < 4; i += 1) peer.audio(4_000);
    rig.inference.last.answer();
    await rig.clock.advance(2_400);
    const after = await restarted(rig);
    await after.resume(peer);
    expect(after.inference.last.spec.channels[0]).toMatchObject({ firstSample: 16_000, noiseDb: -61.5 });
  });

  it('[RT44] tells its workers whether a word was cut, unless its last relay went on after the checkpoint', async () => {
    const rig = new Rig({ store: new MemoryStore() });
    const peer = await rig.open();
    expect(rig.inference.last.spec.channels[0]).not.toHaveProperty('speaking');
    rig.inference.last.says = { vadEvents: [{ kind: 'start', atMs: 100 }] };
    for (let i = 0; i < 4; i += 1) peer.audio(4_000);
    rig.inference.last.answer();
    await rig.clock.advance(2_400);
    const after = await restarted(rig);
    const second = await after.resume(peer);
    expect(after.inference.last.spec.channels[0]).toMatchObject({ firstSample: 16_000, speaking: true });
    // Nothing changes, so speech goes on. The checkpoint of the second relay does not know of this answer.
    second.audio(4_000, 0, 16_000);
    after.inference.last.answer();
    const third = new Rig({ store: rig.store, clock: rig.clock });
    await rig.clock.advance(120);
    await third.resume(second);
    expect(third.inference.last.spec.channels[0]).toMatchObject({ firstSample: 20_000 });
    expect(third.inference.last.spec.channels[0]).not.toHaveProperty('speaking');
  });

  it('[RT44] accepts the client’s position only within the audio that a client can hold', async () => {
    const { rig, peer } = await checkpointed();
    const after = await restarted(rig);
    const second = await after.resume(peer, { nextSample: [1e12] });
    const [position = 0] = second.socket.last('session.ready').nextSample;
    expect(position).toBeGreaterThan(16_000);
    expect(position).toBeLessThan(16_000 * 45);
  });

  it('counts audio once, even when it was analyzed after the last checkpoint', async () => {
    const { rig, peer } = await checkpointed();
    peer.audio(3_360);
    rig.inference.last.answer();
    const after = await restarted(rig, 0);
    const second = await after.resume(peer);
    expect(second.socket.last('session.ready').nextSample).toEqual([20_000]);
    second.audio(4_000);
    second.say({ kind: 'session.end', value: {} });
    await settled();
    expect(second.socket.last('session_end').usage).toEqual({ receivedMs: 1_500, processedMs: 1_500 });
  });

  it('fences off the process that still believes it holds the session', async () => {
    const { rig, peer } = await checkpointed();
    const other = new Rig({ store: rig.store, clock: rig.clock });
    const second = await other.resume(peer);
    expect(second.socket.kinds()[0]).toBe('session.ready');
    peer.audio(640);
    await rig.clock.advance(8_400);
    expect(peer.socket.last('error')).toMatchObject({ code: 'session_superseded' });
    expect(peer.socket.closedWith?.code).toBe(4409);
    expect(rig.streams.counts().sessions).toBe(0);
    expect(rig.store.row(peer.sessionId).ending).toBeUndefined();
  });

  it('[RT47] does not find a session whose checkpoint is older than the resume window', async () => {
    const { rig, peer } = await checkpointed();
    peer.cut();
    await rig.clock.advance(400);
    rig.clock.freeze(130_000);
    const after = new Rig({ store: rig.store, clock: rig.clock });
    const second = await after.resume(peer);
    expect(second.socket.closedWith?.code).toBe(4404);
  });

  it('keeps a withdrawn consent withdrawn', async () => {
    const { rig, peer } = await checkpointed();
    peer.say({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    await rig.clock.advance(2_400);
    const after = await restarted(rig, 1_000);
    const second = await after.resume(peer);
    expect(after.streams.counts().paused).toBe(1);
    expect(after.inference.streams).toEqual([]);
    second.audio(640);
    second.say({ kind: 'resume', value: {} });
    expect(second.socket.last('error')).toMatchObject({ code: 'policy_blocked', fatal: false });
  });

  it('treats a checkpoint of another version as gone', async () => {
    const { rig, peer } = await checkpointed();
    const row = rig.store.row(peer.sessionId);
    row.checkpoint = { atMs: rig.clock.wallMs(), text: '{"version":99}' };
    const after = new Rig({ store: rig.store, clock: rig.clock });
    const second = await after.resume(peer);
    expect(second.socket.closedWith?.code).toBe(4404);
  });

  it('treats an unreadable checkpoint as gone, and logs an error', async () => {
    const { rig, peer } = await checkpointed();
    const row = rig.store.row(peer.sessionId);
    const state = JSON.parse(row.checkpoint?.text ?? '{}') as Record<string, unknown>;
    row.checkpoint = {
      atMs: rig.clock.wallMs(),
      text: JSON.stringify({ ...state, conversation: { nonsense: 1 } }),
    };
    const after = new Rig({ store: rig.store, clock: rig.clock });
    const second = await after.resume(peer);
    expect(second.socket.closedWith?.code).toBe(4404);
    expect(after.errors()).toEqual(['a checkpoint could not be read']);
  });
});
