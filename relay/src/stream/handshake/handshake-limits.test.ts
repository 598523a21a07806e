import { describe, expect, it } from 'vitest';
import { settled } from '../testing/manual-clock.js';
import { FewSessions } from '../testing/few-sessions.js';
import { StoreAway } from '../testing/memory-store.js';
import { aHello, anAuth, Rig } from '../testing/rig.js';

describe('a handshake that finds no time or no room', () => {
  it('[RT7] closes a socket that sends nothing for 10 s', async () => {
    const rig = new Rig();
    const peer = rig.connect();
    await rig.clock.advance(9_600);
    expect(peer.socket.closedWith).toBeUndefined();
    await rig.clock.advance(600);
    expect(peer.socket.kinds()).toEqual(['error']);
    // As the close code says: not to be tried again as it is.
    expect(peer.socket.last('error')).toMatchObject({ code: 'protocol_error', retryable: false });
    expect(peer.socket.closedWith?.code).toBe(4400);
    expect(rig.streams.counts().connections).toBe(0);
  });

  it('[RT4] [RT13] reads one message of a client that it does not know, also of an unknown kind', () => {
    const rig = new Rig();
    const peer = rig.connect('plain', null);
    peer.text('{"type":"dance","tempo":120}');
    expect(peer.socket.last('error')).toMatchObject({ code: 'protocol_error', param: 'type' });
    expect(peer.socket.closedWith?.code).toBe(4400);
  });

  it('closes with 4503 when the store never answers', async () => {
    const rig = new Rig();
    rig.store.gate = new Promise(() => undefined);
    const peer = await rig.open();
    await rig.clock.advance(15_200);
    expect(peer.socket.closedWith).toEqual({ code: 4503, reason: 'overloaded' });
  });

  it('answers overloaded while the store is away, and logs no mistake of its own', async () => {
    const rig = new Rig();
    rig.store.broken = new StoreAway();
    const peer = await rig.open();
    expect(peer.socket.last('error')).toMatchObject({
      code: 'overloaded',
      retryable: true,
      retryAfterMs: 5_000,
    });
    expect(peer.socket.closedWith).toEqual({ code: 4503, reason: 'overloaded' });
    expect(rig.errors()).toEqual([]);
    rig.store.broken = undefined;
    expect((await rig.open()).socket.kinds()[0]).toBe('session.ready');
  });

  it('answers a retryable error when the store fails', async () => {
    const rig = new Rig();
    rig.store.broken = new Error('the database is gone');
    const peer = await rig.open();
    expect(peer.socket.last('error')).toMatchObject({ code: 'internal_error', retryable: true });
    expect(peer.socket.last('error').message).not.toContain('database');
  });

  it('enforces the limit of concurrent sessions, and says when to try again', async () => {
    const rig = new Rig();
    const plan = { requestsPerMinute: 60, concurrentRequests: 5, concurrentStreams: 1 };
    await rig.open({}, anAuth({ plan }));
    const second = await rig.open({}, anAuth({ plan }));
    expect(second.socket.last('error')).toMatchObject({ code: 'concurrency_exceeded', retryAfterMs: 5_000 });
    expect(second.socket.closedWith?.code).toBe(4429);
  });

  it('refuses new sessions when the relay is full, and open ones continue', async () => {
    const rig = new Rig({ maxSessions: 1 });
    const first = await rig.open();
    const second = await rig.open();
    expect(second.socket.closedWith).toEqual({ code: 4503, reason: 'overloaded' });
    first.audio(640);
    rig.inference.last.answer();
    expect(first.socket.last('audio.ack').throughSample).toBe(640);
  });

  it('without memory refuses new sessions, while open ones go on and those that wait here are resumed', async () => {
    let hasRoom = true;
    const rig = new Rig({ hasRoom: () => hasRoom });
    const first = await rig.open();
    const other = await rig.open();
    hasRoom = false;
    const refused = await rig.open();
    expect(refused.socket.last('error')).toMatchObject({ code: 'overloaded', retryAfterMs: 2_000 });
    expect(refused.socket.closedWith?.code).toBe(4503);
    first.audio(640);
    rig.inference.streams[0]?.answer();
    expect(first.socket.last('audio.ack').throughSample).toBe(640);
    other.cut();
    expect((await rig.resume(other)).sessionId).toBe(other.sessionId);
    hasRoom = true;
    expect((await rig.open()).socket.closedWith).toBeUndefined();
  });

  it('refuses a session when no worker is free, and gives its place back', async () => {
    const rig = new Rig();
    rig.inference.full = true;
    const peer = await rig.open();
    expect(peer.socket.last('error')).toMatchObject({
      code: 'overloaded',
      retryable: true,
      retryAfterMs: 2_000,
    });
    await settled();
    expect(rig.streams.counts().sessions).toBe(0);
    expect(rig.store.rows.size).toBe(0);
  });

  it('accepts audio that is sent right after the hello', async () => {
    const rig = new Rig();
    const peer = rig.connect();
    peer.say({ kind: 'session.hello', value: aHello() });
    peer.audio(640);
    peer.audio(640);
    await settled();
    expect(rig.inference.last.nextSample(0)).toBe(1_280);
    expect(peer.socket.closedWith).toBeUndefined();
  });

  it('closes with 4413 when too much is sent before the session is ready', () => {
    const rig = new Rig();
    rig.store.gate = new Promise(() => undefined);
    const peer = rig.connect();
    peer.say({ kind: 'session.hello', value: aHello() });
    for (let i = 0; i < 20 && peer.socket.closedWith === undefined; i += 1) peer.audio(16_000);
    expect(peer.socket.closedWith?.code).toBe(4413);
  });

  it('keeps nothing of the session of a client that leaves while the session is being opened', async () => {
    const rig = new Rig();
    let open = (): void => undefined;
    rig.store.gate = new Promise((resolve) => {
      open = resolve;
    });
    const peer = rig.connect();
    peer.say({ kind: 'session.hello', value: aHello() });
    await settled();
    peer.cut();
    open();
    await settled();
    await settled();
    expect(rig.streams.counts()).toMatchObject({ connections: 0, sessions: 0 });
    expect(rig.store.rows.size).toBe(0);
    expect(peer.socket.received).toEqual([]);
  });

  it('[RT76] opens no session that another route has ended meanwhile', async () => {
    let open = (): void => undefined;
    const opened = new Promise<number>((resolve) => {
      open = () => resolve(0);
    });
    const rig = new Rig({ sessions: Object.assign(new FewSessions(), { openStream: () => opened }) });
    const peer = await rig.open({ sessionId: 'call-1' });
    const ended = rig.streams.end({ orgId: 'org_a', sessionId: 'call-1' }, 'client_ended');
    await settled();
    open();
    await ended;
    await settled();
    expect(peer.socket.kinds()).toEqual(['error']);
    expect(peer.socket.closedWith).toEqual({ code: 4000, reason: 'ended_by_server' });
    expect(rig.inference.last.closed).toBe(true);
    expect(rig.streams.counts()).toMatchObject({ connections: 0, sessions: 0 });
  });
});
