import type { ServerBody } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { settled } from '../testing/manual-clock.js';
import { MemoryStore } from '../testing/memory-store.js';
import { anAuth, anObserver, Peer, Rig } from '../testing/rig.js';
import { ScriptedSocket } from '../testing/scripted-socket.js';

/** Speaks long enough for this many 250 ms results. */
const speak = async (rig: Rig, peer: Peer, results = 1): Promise<void> => {
  for (let i = 0; i < results; i += 1) {
    peer.audio(4_000);
    rig.inference.last.answer();
  }
  await settled();
};

const watched = (peer: Peer, kind: ServerBody['kind']): number[] =>
  peer.socket.received.flatMap(({ body, position }) => (body?.kind === kind ? [position ?? -1] : []));

describe('an observing stream', () => {
  it('[RT62] opens with observe.subscribe and gives its place of the plan back', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    let places = 1;
    const socket = new ScriptedSocket();
    const auth = anAuth({ scopes: ['stream.write', 'stream.observe'] });
    const handler = rig.streams.accept(socket, auth, { take: () => true, release: () => (places -= 1) });
    expect(places).toBe(1);
    const observer = new Peer(socket, handler);
    observer.say({ kind: 'observe.subscribe', value: { sessionIds: [peer.sessionId], kinds: [] } });
    await settled();
    expect(places).toBe(0);
    expect(socket.last('snapshot').sessionId).toBe(peer.sessionId);
  });

  it('[RT62] may send its token in a hello, and is refused with 4403 when the hello requests more', async () => {
    const accepted = { kind: 'accepted' as const, auth: anObserver() };
    const rig = new Rig({ tokens: { tok: accepted, tok2: accepted } });
    const peer = await rig.open();
    const hello = { channels: [], features: [], metadata: {}, token: 'tok' };
    const observer = rig.connect('proto', null);
    observer.say({ kind: 'session.hello', value: hello });
    observer.say({ kind: 'observe.subscribe', value: { sessionIds: [peer.sessionId], kinds: [] } });
    await settled();
    expect(observer.socket.last('snapshot').sessionId).toBe(peer.sessionId);
    const greedy = rig.connect('proto', null);
    greedy.say({ kind: 'session.hello', value: { ...hello, token: 'tok2', sampleRate: 16_000 } });
    await settled();
    expect(greedy.socket.last('error').code).toBe('forbidden');
    expect(greedy.socket.closedWith?.code).toBe(4403);
  });

  it('[RT62] is refused without the scope', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const observer = await rig.observe({ sessionIds: [peer.sessionId] }, anAuth());
    expect(observer.socket.closedWith?.code).toBe(4403);
    expect(peer.socket.all('observer.joined')).toEqual([]);
  });

  it('[RT62] refuses control messages and corrections with an error, and closes on audio', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const observer = await rig.observe({ sessionIds: [peer.sessionId] });
    observer.say({ kind: 'pause', value: { reason: 'hold' } });
    await settled();
    expect(observer.socket.last('error')).toMatchObject({ code: 'forbidden', fatal: false });
    observer.say({ kind: 'correction', value: { turnId: 'turn_1', emotion: 'sad' } });
    await settled();
    const quiet = { clipping: 0, voicedMs: 0, narrowband: false, doubts: [] };
    const prosody = { pitch: {}, energy: {}, rhythm: {}, voiceQuality: {} };
    const heard = { channel: 0, firstSample: 0, sampleCount: 4_000, speechMs: 0, voiceChanges: [] };
    observer.say({ kind: 'features', value: { ...heard, prosody, quality: quiet, rmsDb: -60, peakDb: -50 } });
    await settled();
    expect(observer.socket.all('error')).toHaveLength(3);
    expect(observer.socket.closedWith).toBeUndefined();
    observer.audio(640);
    await settled();
    expect(observer.socket.closedWith?.code).toBe(4403);
    expect(rig.inference.streams).toHaveLength(1);
    expect(peer.socket.kinds()).not.toContain('paused');
  });

  it('[RT63] gets a snapshot of the session first, then each new message', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    await speak(rig, peer, 3);
    peer.say({ kind: 'turn.force_end', value: {} });
    await speak(rig, peer);
    const observer = await rig.observe({ sessionIds: [peer.sessionId] });
    const snapshot = observer.socket.last('snapshot');
    expect(snapshot).toMatchObject({
      sessionId: peer.sessionId,
      state: 'live',
      paused: false,
      observers: 1,
      audioMs: 1_000,
      channels: [{ id: 'caller', subject: 'customer' }],
      model: { id: 'scripted' },
      modes: ['normal'],
    });
    expect(snapshot.directives.at(-1)).toEqual(peer.socket.last('directive'));
    expect(snapshot.turns).toHaveLength(1);
    expect(snapshot.openTurns).toHaveLength(1);
    const { position = 0, observed } = observer.socket.received.at(-1) ?? {};
    expect(observed).toBe(peer.sessionId);
    await speak(rig, peer);
    expect(watched(observer, 'directive')).toEqual([position + 1]);
    expect(observer.socket.last('directive')).toEqual(peer.socket.last('directive'));
  });

  it('[RT63] gets the kinds and the rate that it requests, and always the end of the session', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const slow = await rig.observe({ sessionIds: [peer.sessionId], kinds: ['directive'], maxRateHz: 1 });
    const turns = await rig.observe({ sessionIds: [peer.sessionId], kinds: ['turn.start', 'turn.end'] });
    await speak(rig, peer, 12);
    expect(slow.socket.all('directive').map(({ audioEndMs }) => audioEndMs)).toEqual([250, 1_250, 2_250]);
    expect(turns.socket.all('directive')).toEqual([]);
    expect(turns.socket.all('turn.start')).toHaveLength(1);
    peer.say({ kind: 'session.end', value: {} });
    await settled();
    expect(slow.socket.all('turn.end')).toEqual([]);
    expect(turns.socket.all('turn.end')).toHaveLength(1);
    for (const observer of [slow, turns]) expect(observer.socket.all('session_end')).toHaveLength(1);
  });

  it('[RT90] learns which channels several people share, as the streaming client does', async () => {
    const rig = new Rig();
    const consent = { basis: 'consent', scope: ['diarization'] };
    const peer = await rig.open({ consent, channels: [{ id: 'room', mixed: true }, { id: 'desk' }] });
    const observer = await rig.observe({ sessionIds: [peer.sessionId] });
    expect(observer.socket.last('snapshot').channels).toEqual(peer.socket.last('session.ready').channels);
    expect(observer.socket.last('snapshot').channels).toMatchObject([{ mixed: true }, { id: 'desk' }]);
  });

  it('[RT64] gets the messages it missed when it returns, or a snapshot when they are gone', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const first = await rig.observe({ sessionIds: [peer.sessionId] });
    await speak(rig, peer, 2);
    const seen = Math.max(...watched(first, 'directive'));
    first.cut();
    await speak(rig, peer, 3);
    const back = await rig.observe({ sessionIds: [peer.sessionId], fromSeq: seen + 1 });
    expect(back.socket.all('snapshot')).toEqual([]);
    expect(back.socket.last('resumed')).toMatchObject({ fromSeq: seen + 1, replayed: 3 });
    expect(watched(back, 'directive')).toEqual([seen + 1, seen + 2, seen + 3]);
    back.cut();
    await rig.clock.advance(30_000);
    await speak(rig, peer);
    const late = await rig.observe({ sessionIds: [peer.sessionId], fromSeq: seen + 4 });
    expect(late.socket.kinds()).toEqual(['snapshot']);
    const future = await rig.observe({ sessionIds: [peer.sessionId], fromSeq: 10 ** 9 });
    expect(future.socket.kinds()).toEqual(['snapshot']);
  });

  it('[RT65] is announced to the observed client before it receives anything, and again when it leaves', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const auth = anObserver({ claims: { metadata: { role: 'supervisor' } } });
    const observer = await rig.observe({ sessionIds: [peer.sessionId] }, auth);
    expect(peer.socket.last('observer.joined')).toEqual({ role: 'supervisor', count: 1 });
    const second = await rig.observe({ sessionIds: [peer.sessionId] });
    expect(peer.socket.last('observer.joined')).toEqual({ role: 'observer', count: 2 });
    expect(rig.observations).toEqual([
      { orgId: 'org_a', sessionId: peer.sessionId, role: 'supervisor', keyId: 'key_a' },
      { orgId: 'org_a', sessionId: peer.sessionId, role: 'observer', keyId: 'key_a' },
    ]);
    // A second subscription to the same session is not a second join.
    observer.say({ kind: 'observe.subscribe', value: { sessionIds: [peer.sessionId], kinds: [] } });
    observer.say({ kind: 'observe.unsubscribe', value: { sessionIds: [peer.sessionId] } });
    await settled();
    expect(peer.socket.last('observer.left')).toEqual({ role: 'supervisor', count: 1 });
    second.cut();
    expect(peer.socket.last('observer.left')).toEqual({ role: 'observer', count: 0 });
    expect(peer.socket.all('observer.joined')).toHaveLength(2);
    expect(rig.observations).toHaveLength(2);
  });

  it('[RT65] is announced to a client that returns, and counted in session.ready', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    expect(peer.socket.last('session.ready').observers).toBe(0);
    peer.cut();
    await rig.observe({ sessionIds: [peer.sessionId] });
    const back = await rig.resume(peer);
    expect(back.socket.last('session.ready').observers).toBe(1);
    expect(back.socket.last('observer.joined')).toEqual({ role: 'observer', count: 1 });
  });

  it('[RT66] receives nothing about the wallet', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const observer = await rig.observe({ sessionIds: [peer.sessionId] });
    await speak(rig, peer, 2);
    await rig.clock.advance(12_000);
    expect(peer.socket.kinds()).toContain('usage');
    peer.say({ kind: 'session.end', value: {} });
    await settled();
    expect(observer.socket.kinds()).not.toContain('usage');
    expect(observer.socket.last('session_end').usage).toEqual({ receivedMs: 500, processedMs: 500 });
  });

  it('[RT67] gets merged messages when it does not read, then is disconnected, and the session is not affected', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const observer = await rig.observe({ sessionIds: [peer.sessionId] });
    const brisk = await rig.observe({ sessionIds: [peer.sessionId] });
    observer.socket.outcome = 'buffered';
    observer.socket.buffered = 300_000;
    await speak(rig, peer, 20);
    const arrived = observer.socket.all('directive').length;
    expect(arrived).toBeLessThan(5);
    expect(peer.socket.all('directive')).toHaveLength(20);
    expect(brisk.socket.all('directive')).toHaveLength(20);
    observer.socket.outcome = 'sent';
    observer.socket.buffered = 0;
    observer.handler.drain();
    expect(observer.socket.last('directive')).toEqual(peer.socket.last('directive'));
    expect(observer.socket.all('directive')).toHaveLength(arrived + 1);
    observer.socket.outcome = 'buffered';
    observer.socket.buffered = 300_000;
    await speak(rig, peer);
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    await rig.clock.advance(20_400);
    expect(observer.socket.closedWith?.code).toBe(4504);
    expect(peer.socket.closedWith).toBeUndefined();
    expect(peer.socket.last('observer.left').count).toBe(1);
  });

  it.each([
    [{ sessionIds: [] }, 'session_ids'],
    [{ sessionIds: [''] }, 'session_ids[0]'],
    [{ sessionIds: ['x'.repeat(200)] }, 'session_ids[0]'],
    [{ sessionIds: ['a', 'b'], fromSeq: 3 }, 'from_seq'],
    [{ sessionIds: ['a'], kinds: ['directive', 'usage'] }, 'kinds[1]'],
    [{ sessionIds: ['a'], maxRateHz: 0 }, 'max_rate_hz'],
    [{ sessionIds: ['a'], maxRateHz: Number.NaN }, 'max_rate_hz'],
  ])('[RT68] %j is refused by name', async (subscribe, param) => {
    const rig = new Rig();
    const observer = await rig.observe(subscribe);
    expect(observer.socket.last('error')).toMatchObject({ code: 'validation_error', param, fatal: false });
    expect(observer.socket.closedWith).toBeUndefined();
  });

  it('[RT69] gets the same error for a session that is unknown, has ended, or belongs to another organization', async () => {
    const rig = new Rig();
    const over = await rig.open();
    over.say({ kind: 'session.end', value: {} });
    const foreign = await rig.open({}, anAuth({ orgId: 'org_b' }));
    await settled();
    const ids = ['ses_nobody', over.sessionId, foreign.sessionId];
    const observer = await rig.observe({ sessionIds: ids });
    const errors = observer.socket.all('error');
    expect(errors.map(({ param }) => param)).toEqual(['session_ids[0]', 'session_ids[1]', 'session_ids[2]']);
    const [first] = errors.map((error) => ({ ...error, param: '' }));
    for (const error of errors) expect({ ...error, param: '' }).toEqual(first);
    expect(first).toMatchObject({ code: 'session_not_found', fatal: false });
    expect(foreign.socket.all('observer.joined')).toEqual([]);
  });

  it('[RT69] observes no other session when its token names one', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const other = await rig.open();
    const bound = await rig.observe({ sessionIds: [] }, anObserver({ sessionId: peer.sessionId }));
    expect(bound.socket.last('snapshot').sessionId).toBe(peer.sessionId);
    bound.say({ kind: 'observe.subscribe', value: { sessionIds: [other.sessionId], kinds: [] } });
    await settled();
    expect(bound.socket.last('error')).toMatchObject({ code: 'forbidden', param: 'session_ids[0]' });
    expect(other.socket.all('observer.joined')).toEqual([]);
  });

  it('[RT69] learns which relay holds a session that this relay does not hold', async () => {
    const store = new MemoryStore();
    const there = new Rig({ store, name: 'a', relayUrl: 'wss://a.example' });
    const here = new Rig({ store, name: 'b', clock: there.clock });
    const peer = await there.open();
    await there.clock.advance(1_000);
    const observer = await here.observe({ sessionIds: [peer.sessionId] });
    expect(observer.socket.last('error')).toMatchObject({
      code: 'session_elsewhere',
      relay: 'wss://a.example',
      retryable: true,
      fatal: false,
      param: 'session_ids[0]',
    });
    const stranger = await here.observe({ sessionIds: [peer.sessionId] }, anObserver({ orgId: 'org_b' }));
    expect(stranger.socket.last('error').code).toBe('session_not_found');
  });

  it('[RT69] learns that an observed session moved to another relay, and finds it there', async () => {
    const store = new MemoryStore();
    const here = new Rig({ store, name: 'a', relayUrl: 'wss://a.example' });
    const there = new Rig({ store, name: 'b', clock: here.clock, relayUrl: 'wss://b.example' });
    const peer = await here.open();
    await speak(here, peer, 3);
    await here.clock.advance(2_500);
    const observer = await here.observe({ sessionIds: [peer.sessionId] });
    const back = await there.resume(peer);
    await here.clock.advance(12_000);
    expect(observer.socket.last('error')).toMatchObject({ code: 'session_elsewhere' });
    expect(observer.socket.closedWith).toBeUndefined();
    const next = await there.observe({ sessionIds: [peer.sessionId], fromSeq: 5 });
    // The positions of two relays never overlap, so a position from the other relay means nothing here.
    expect(next.socket.kinds()).toEqual(['snapshot']);
    expect(next.socket.received[0]?.position).toBeGreaterThanOrEqual(2 ** 32);
    expect(back.socket.last('observer.joined').count).toBe(1);
  });

  it('[RT70] stays while the client is away, and is told when the client leaves and returns', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const observer = await rig.observe({ sessionIds: [peer.sessionId] });
    peer.cut();
    await settled();
    expect(observer.socket.last('snapshot').state).toBe('detached');
    const back = await rig.resume(peer);
    expect(observer.socket.last('snapshot').state).toBe('live');
    await speak(rig, back);
    expect(observer.socket.all('directive')).toHaveLength(1);
  });

  it('[RT70] is told about the end of the session, and is closed when its token names only that session', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const bound = await rig.observe({ sessionIds: [] }, anObserver({ sessionId: peer.sessionId }));
    const wall = await rig.observe({ sessionIds: [peer.sessionId] });
    await speak(rig, peer);
    peer.say({ kind: 'session.end', value: {} });
    await settled();
    expect(bound.socket.kinds().at(-1)).toBe('session_end');
    expect(bound.socket.closedWith?.code).toBe(1000);
    expect(wall.socket.kinds().at(-1)).toBe('session_end');
    expect(wall.socket.closedWith).toBeUndefined();
    const again = await rig.observe({ sessionIds: [peer.sessionId] });
    expect(again.socket.last('error').code).toBe('session_not_found');
  });

  it('[RT70] is closed when its key is revoked, and when the relay shuts down', async () => {
    const rig = new Rig();
    const peer = await rig.open({}, anAuth({ keyId: 'key_b' }));
    const revoked = await rig.observe({ sessionIds: [peer.sessionId] });
    rig.streams.revoke({ keyId: 'key_a' });
    expect(revoked.socket.closedWith?.code).toBe(4401);
    expect(peer.socket.last('observer.left').count).toBe(0);
    const observer = await rig.observe({ sessionIds: [peer.sessionId] });
    const drained = rig.streams.drain(1_000);
    await rig.clock.advance(4_000);
    await drained;
    expect(observer.socket.kinds()).toContain('go_away');
    expect(observer.socket.last('error').code).toBe('session_elsewhere');
    expect(observer.socket.closedWith?.code).toBe(1012);
  });

  it('answers a ping', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const observer = await rig.observe({ sessionIds: [peer.sessionId] });
    observer.say({ kind: 'ping', value: { tUs: 7 } });
    await settled();
    expect(observer.socket.last('pong').tUs).toBe(7);
  });
});
