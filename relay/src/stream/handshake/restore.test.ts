import { describe, expect, it } from 'vitest';
import type { SavedStream } from '../lifetime/saved-stream.js';
import { FewSessions } from '../testing/few-sessions.js';
import { settled } from '../testing/manual-clock.js';
import { MemoryStore } from '../testing/memory-store.js';
import { aHello, anAuth, countingPcm, Rig, type Peer } from '../testing/rig.js';

describe('resume after a restart', () => {
  /** A new process with the store and the clock of the old one. */
  async function restarted(before: Rig, awayMs = 5_000): Promise<Rig> {
    await before.clock.advance(awayMs);
    const after = new Rig({ store: before.store, clock: before.clock });
    return after;
  }

  async function checkpointed(store = new MemoryStore()): Promise<{ rig: Rig; peer: Peer }> {
    const rig = new Rig({ store });
    const peer = await rig.talking();
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
    const first = second.numbers[0] ?? 0;
    expect(first).toBeGreaterThan(peer.lastSeq);
    second.say({ kind: 'session.end', value: {} });
    await settled();
    expect(second.socket.last('session_end').usage).toEqual({ receivedMs: 1_080, processedMs: 1_080 });
  });

  it('[RT42] [RT44] continues a session whose relay died before it could write a checkpoint', async () => {
    const rig = new Rig();
    const first = await rig.open({ metadata: { call_id: 'call-7' }, outputs: { intervalMs: 500 } });
    first.audio(4_000);
    expect(rig.store.row(first.sessionId).checkpoint).toBeUndefined();
    const after = await restarted(rig, 0);
    const second = await after.resume(first);
    expect(second.socket.kinds().slice(0, 3)).toEqual(['session.ready', 'resumed', 'snapshot']);
    expect(second.socket.last('session.ready')).toMatchObject({
      sessionId: first.sessionId,
      nextSample: [0],
      generation: 2,
    });
    second.audio(4_000, 0, 0);
    expect(after.inference.last.spec.intervalMs).toBe(500);
    after.inference.last.answer();
    expect(second.numbers[0]).toBeGreaterThan(first.lastSeq);
    second.say({ kind: 'session.end', value: {} });
    await settled();
    expect(second.socket.last('session_end').usage).toEqual({ receivedMs: 250, processedMs: 250 });
    // The relay was not dead after all: it has lost the session.
    await rig.clock.advance(400);
    expect(first.socket.closedWith?.code).toBe(4409);
  });

  it('[RT47] does not find a session without a checkpoint that began before the resume window', async () => {
    const rig = new Rig();
    const first = await rig.open();
    rig.clock.freeze(130_000);
    const second = await new Rig({ store: rig.store, clock: rig.clock }).resume(first);
    expect(second.socket.closedWith?.code).toBe(4404);
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
    expect(second.numbers[0]).toBeGreaterThan(seen);
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

  it('[RT35] does not say again that the model fails, or that the session is about to end', async () => {
    const failed = { kind: 'degraded' as const, reason: 'model_failed' as const, message: 'no reading' };
    const auth = anAuth({ claims: { maxSessionS: 50 } });
    const rig = new Rig();
    const peer = await rig.open({}, auth);
    rig.inference.last.fault(failed);
    await rig.clock.advance(2_400);
    expect(peer.socket.warnings()).toEqual(['model_degraded', 'session_expiring']);
    const after = new Rig({ store: rig.store, clock: rig.clock });
    const second = await after.resume(peer, {}, auth);
    after.inference.last.fault(failed);
    await rig.clock.advance(400);
    expect(second.socket.warnings()).toEqual([]);
    // A reading ends the condition.
    second.audio(4_000, 0, 0);
    after.inference.last.answer();
    after.inference.last.fault(failed);
    expect(second.socket.warnings()).toEqual(['model_degraded']);
  });

  it('[RT44] goes on with the mood of each voice, which the turns are stored with', async () => {
    const rig = new Rig({ sessions: new FewSessions() });
    const peer = await rig.talking();
    const moodsOf = (): unknown =>
      (JSON.parse(rig.store.row(peer.sessionId).checkpoint?.text ?? '{}') as SavedStream).moods;
    await rig.clock.advance(8_400);
    const moods = moodsOf();
    expect(moods).toMatchObject([{ key: '0 caller' }]);
    const after = new Rig({ store: rig.store, clock: rig.clock, sessions: new FewSessions() });
    const second = await after.resume(peer);
    expect(second.socket.kinds()[0]).toBe('session.ready');
    rig.store.row(peer.sessionId).checkpoint = undefined;
    await rig.clock.advance(8_400);
    expect(moodsOf()).toEqual(moods);
  });

  it('[RT44] accepts the client’s position only within the audio that a client can hold', async () => {
    const { rig, peer } = await checkpointed();
    const after = await restarted(rig);
    const second = await after.resume(peer, { nextSample: [1e12] });
    const [position = 0] = second.socket.last('session.ready').nextSample;
    expect(position).toBeGreaterThan(16_000);
    expect(position).toBeLessThan(16_000 * 45);
  });

  it('[RT44] goes on after the number that the client has seen, unless it cannot have seen it', async () => {
    for (const [lastServerSeq, first] of [
      [5_000, 5_001],
      [2 ** 53 - 1, undefined],
    ] as const) {
      const { rig, peer } = await checkpointed();
      const saved = JSON.parse(rig.store.row(peer.sessionId).checkpoint?.text ?? '{}') as { seq: number };
      const after = await restarted(rig);
      const second = await after.resume(peer, { lastServerSeq });
      second.audio(640, 0, 16_000);
      after.inference.last.answer();
      expect(second.numbers[0]).toBe(first ?? saved.seq + 1);
    }
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

  it('[RT36] confirms a pause that its last relay could not, and ends the turn before it', async () => {
    const rig = new Rig();
    const peer = await rig.talking();
    rig.inference.last.stalled = true;
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    await rig.clock.advance(400);
    expect(peer.socket.all('paused')).toEqual([]);
    const after = await restarted(rig);
    const second = await after.resume(peer);
    expect(second.socket.kinds().slice(2, 5)).toEqual(['snapshot', 'turn.end', 'paused']);
    expect(second.socket.last('snapshot').openTurns).toEqual([]);
    expect(second.socket.last('paused').reason).toBe('hold');
    expect(second.socket.last('turn.end').endMs).toBe(1_000);
    second.say({ kind: 'resume', value: {} });
    second.audio(4_000);
    after.inference.last.answer();
    second.say({ kind: 'session.end', value: {} });
    await settled();
    expect(second.socket.last('session_end').transcript.turns[0]).toMatchObject({ startMs: 0, endMs: 1_000 });
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
