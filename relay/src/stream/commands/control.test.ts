import { describe, expect, it } from 'vitest';
import { settled } from '../testing/manual-clock.js';
import { anAuth, anObserver, countingPcm, Rig } from '../testing/rig.js';

describe('a session', () => {
  it('[RT37] analyzes the buffered audio on flush and reports how far it went', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.audio(640);
    peer.say({ kind: 'flush', value: {} });
    await settled();
    expect(peer.socket.last('flushed').throughSample).toEqual([640]);
    const kinds = peer.socket.kinds();
    expect(kinds.lastIndexOf('directive')).toBeLessThan(kinds.indexOf('flushed'));
  });

  it('[RT38] analyzes the last audio on session.end, sends a summary, closes with 1000 and is written once', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.audio(4_000);
    peer.audio(100);
    peer.say({ kind: 'session.end', value: { reason: 'caller hung up', outcome: { csat: 4 } } });
    peer.audio(640);
    await settled();
    const ended = peer.socket.last('session_end');
    expect(ended).toMatchObject({ reason: 'caller hung up', utteranceCount: 1 });
    expect(ended.usage).toEqual({ receivedMs: 256, processedMs: 256 });
    expect(ended.durationS).toBeCloseTo(0.256, 3);
    expect(peer.socket.last('audio.ack').throughSample).toBe(4_100);
    expect(peer.socket.kinds().at(-1)).toBe('session_end');
    expect(peer.socket.closedWith).toEqual({ code: 1000, reason: 'normal' });
    const row = rig.store.row(peer.sessionId);
    expect(row.ending).toMatchObject({ code: 'client_ended', outcome: { csat: 4 }, generation: 1 });
    expect(rig.streams.counts()).toMatchObject({ connections: 0, sessions: 0 });
    expect(rig.inference.last.closed).toBe(true);
  });

  it.each([0, 5.5, 1e9, NaN, -Infinity])(
    '[RT38] keeps no satisfaction that nobody gives: %d',
    async (csat) => {
      const rig = new Rig();
      const peer = await rig.open();
      peer.say({ kind: 'session.end', value: { outcome: { csat } } });
      await settled();
      expect(peer.socket.last('error')).toMatchObject({
        code: 'validation_error',
        param: 'outcome.csat',
        fatal: false,
      });
      expect(rig.streams.counts().live).toBe(1);
      peer.say({ kind: 'session.end', value: { outcome: { csat: 5 } } });
      await settled();
      expect(rig.store.row(peer.sessionId).ending?.outcome).toEqual({ csat: 5 });
    },
  );

  it('[RT51] accepts `end` and `config` on the plain endpoint', async () => {
    const rig = new Rig();
    const peer = rig.connect('plain');
    peer.text('{"type":"config","sample_rate":16000}');
    await settled();
    peer.binary(countingPcm(0, 1_600));
    peer.text('{"type":"end"}');
    await settled();
    expect(peer.socket.last('session_end').usage.receivedMs).toBe(100);
    expect(peer.socket.closedWith?.code).toBe(1000);
  });

  it('ends without the last results when they never arrive', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.audio(640);
    rig.inference.last.stalled = true;
    peer.say({ kind: 'session.end', value: {} });
    await rig.clock.advance(11_200);
    expect(peer.socket.warnings()).toEqual(['model_degraded']);
    expect(peer.socket.all('session_end')).toHaveLength(1);
    expect(peer.socket.closedWith?.code).toBe(1000);
  });

  it('waits for last results that are nearly ten seconds late', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.audio(16_000);
    rig.inference.last.stalled = true;
    peer.say({ kind: 'session.end', value: {} });
    await rig.clock.advance(9_500);
    expect(peer.socket.all('session_end')).toEqual([]);
    rig.inference.last.release();
    await settled();
    expect(peer.socket.warnings()).toEqual([]);
    expect(peer.socket.last('session_end').usage.processedMs).toBe(1_000);
  });

  it('writes its end again when the store fails, and is forgotten only after that', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    rig.store.broken = new Error('disk full');
    peer.say({ kind: 'session.end', value: {} });
    await rig.clock.advance(2_000);
    expect(peer.socket.closedWith?.code).toBe(1000);
    expect(rig.streams.counts().ending).toBe(1);
    rig.store.broken = undefined;
    await rig.clock.advance(2_000);
    expect(rig.store.row(peer.sessionId).ending?.code).toBe('client_ended');
    expect(rig.streams.counts().sessions).toBe(0);
  });

  it('answers a ping with both clocks', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.say({ kind: 'ping', value: { tUs: 42 } });
    expect(peer.socket.last('pong')).toEqual({ tUs: 42, serverTUs: rig.clock.wallMs() * 1_000 });
    expect(peer.socket.received.at(-1)?.seq).toBe(0);
  });

  it('[RT30] ends a turn on request and attaches a transcript to it', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.audio(16_000);
    rig.inference.last.answer();
    expect(peer.socket.all('turn.start')).toHaveLength(1);
    const words = { itemId: 'i1', text: 'hello', startMs: 0, endMs: 900, isFinal: true };
    peer.say({ kind: 'transcript', value: words });
    expect(peer.socket.last('turn.update').text).toBe('hello');
    peer.say({ kind: 'transcript', value: { ...words, itemId: 'i2', startMs: 500_000, endMs: 501_000 } });
    expect(peer.socket.warnings()).toContain('transcript_out_of_range');
    peer.say({ kind: 'turn.force_end', value: { channel: 0 } });
    expect(peer.socket.last('turn.end').turnId).toBe(peer.socket.all('turn.start')[0]?.turnId);
  });

  it('takes no words while a payment is taken, or after the consent was withdrawn', async () => {
    for (const reason of ['payment_data', 'consent_withdrawn'] as const) {
      const peer = await new Rig().open();
      peer.audio(16_000);
      peer.say({ kind: 'pause', value: { reason } });
      const words = { itemId: 'i1', text: '4111 1111', startMs: 0, endMs: 900, isFinal: true };
      peer.say({ kind: 'transcript', value: words });
      expect(peer.socket.all('turn.update')).toEqual([]);
      expect(peer.socket.warnings()).toEqual([]);
    }
  });

  it('[RT30] opens turns from the page’s voice activity in vad mode client, but not in mode server', async () => {
    const rig = new Rig();
    const vad = { kind: 'vad' as const, value: { channel: 0, event: 'start' as const, sample: 8_000 } };
    const server = await rig.open({ vad: { mode: 'server' } });
    server.say(vad);
    expect(server.socket.all('turn.start')).toEqual([]);
    const client = await rig.open({ vad: { mode: 'client' } });
    client.audio(8_000);
    client.say(vad);
    client.audio(8_000);
    rig.inference.last.answer();
    expect(client.socket.last('turn.start')).toMatchObject({ channel: 0, startMs: 500 });
    client.say({ ...vad, value: { ...vad.value, event: 'end', sample: 2 ** 52 } });
    expect(client.socket.last('error')).toMatchObject({ code: 'validation_error', param: 'sample' });
  });

  it('checks the page’s prosody, which changes no result', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const frames = {
      channel: 0,
      firstSample: 0,
      hopMs: 10,
      f0: [110, 0],
      voiced: [true, false],
      energyDb: [-20, -60],
      vadP: [],
    };
    const before = peer.socket.received.length;
    peer.say({ kind: 'prosody.frames', value: frames });
    expect(peer.socket.received).toHaveLength(before);
    expect(rig.counters.get('edge_prosody_frames')).toBe(2);
    peer.say({ kind: 'prosody.frames', value: { ...frames, voiced: [true] } });
    expect(peer.socket.last('error')).toMatchObject({ param: 'voiced', fatal: false });
    peer.say({ kind: 'prosody.frames', value: { ...frames, f0: [NaN, 1] } });
    expect(peer.socket.last('error')).toMatchObject({ param: 'f0', fatal: false });
    peer.say({ kind: 'prosody.frames', value: { ...frames, hopMs: 0 } });
    expect(peer.socket.last('error')).toMatchObject({ param: 'hop_ms', fatal: false });
  });

  it('warns when a device records below the wire rate', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.say({ kind: 'audio.source', value: { channel: 0, sampleRate: 8_000, narrowband: true } });
    expect(peer.socket.warnings()).toEqual(['sample_rate_mismatch', 'narrowband_input']);
  });

  it('[RT6] accepts a new credential only for the same organization and session, and only if it may stream', async () => {
    const rig = new Rig({
      tokens: {
        fresh: { kind: 'accepted', auth: anAuth({ tokenId: 'tok_2', sessionId: 'ses_named' }) },
        foreign: { kind: 'accepted', auth: anAuth({ orgId: 'org_b' }) },
        otherSession: { kind: 'accepted', auth: anAuth({ sessionId: 'ses_other' }) },
        observer: { kind: 'accepted', auth: anObserver({ sessionId: 'ses_named' }) },
      },
    });
    const bounds = { maxAudioS: 3 };
    const peer = await rig.open({}, anAuth({ tokenId: 'tok_1', sessionId: 'ses_named', claims: bounds }));
    for (const [n, token] of ['foreign', 'otherSession', 'observer'].entries()) {
      peer.say({ kind: 'auth.refresh', value: { token } });
      await settled();
      expect(peer.socket.all('error')).toHaveLength(n + 1);
      expect(peer.socket.last('error')).toMatchObject({ code: 'forbidden', fatal: false, param: 'token' });
    }
    peer.say({ kind: 'auth.refresh', value: { token: 'fresh' } });
    await settled();
    // What it was opened with holds nothing any more.
    expect(rig.streams.revoke({ tokenId: 'tok_1' })).toBe(0);
    expect(peer.socket.closedWith).toBeUndefined();
    expect(rig.streams.revoke({ tokenId: 'tok_2' })).toBe(1);
    expect(peer.socket.closedWith?.code).toBe(4401);
  });

  it('closes when a client guesses tokens', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    for (let i = 0; i < 5; i += 1) {
      peer.say({ kind: 'auth.refresh', value: { token: `guess ${i}` } });
      await settled();
    }
    expect(peer.socket.all('error').filter(({ fatal }) => fatal)).toHaveLength(1);
    expect(peer.socket.closedWith?.code).toBe(4401);
  });

  it('refuses what this stream does not offer, and continues', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.say({ kind: 'observe.subscribe', value: { sessionIds: ['ses_x'], kinds: [] } });
    expect(peer.socket.last('error')).toMatchObject({ code: 'forbidden', fatal: false, refSeq: 2 });
    peer.say({ kind: 'enroll_agent', value: { profileId: 'p' } });
    expect(peer.socket.last('error')).toMatchObject({ code: 'policy_blocked', fatal: false, refSeq: 3 });
    expect(peer.socket.closedWith).toBeUndefined();
  });
});
