import { describe, expect, it } from 'vitest';
import { settled } from '../testing/manual-clock.js';
import { type Peer, Rig } from '../testing/rig.js';

const consent = (peer: Peer): void =>
  peer.say({
    kind: 'session.update',
    value: { features: [], metadata: {}, consent: { basis: 'asked again', scope: [] } },
  });

describe('[RT36] a pause or resume that is sent again', () => {
  it('is confirmed again, where the link broke before the answer came', async () => {
    const rig = new Rig();
    const first = await rig.open();
    first.audio(1_600);
    first.say({ kind: 'pause', value: { reason: 'hold' } });
    first.cut();
    await settled();
    const second = await rig.resume(first, { lastServerSeq: first.lastSeq });
    second.say({ kind: 'pause', value: { reason: 'hold' } });
    await settled();
    expect(second.socket.all('paused').at(-1)).toEqual({ reason: 'hold', atMs: 100 });
    second.say({ kind: 'resume', value: {} });
    second.cut();
    await settled();
    const third = await rig.resume(second);
    third.say({ kind: 'resume', value: {} });
    await settled();
    expect(third.socket.last('resumed_analysis')).toEqual({ atMs: 100, discardedMs: 0 });
    expect([...second.socket.all('error'), ...third.socket.all('error')]).toEqual([]);
    expect(rig.streams.counts().live).toBe(1);
  });

  it('is confirmed after the first one, however late the results are', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.audio(1_600);
    rig.inference.last.stalled = true;
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    peer.say({ kind: 'pause', value: { reason: 'break' } });
    await settled();
    expect(peer.socket.all('paused')).toEqual([]);
    rig.inference.last.release();
    await settled();
    expect(peer.socket.all('paused')).toHaveLength(2);
    expect(peer.socket.last('error')).toMatchObject({ code: 'conflict', fatal: false });
  });

  it('is a withdrawal of its own where the consent was given again meanwhile', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.say({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    consent(peer);
    peer.say({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    await settled();
    expect(peer.socket.all('paused')).toHaveLength(2);
    peer.say({ kind: 'resume', value: {} });
    expect(peer.socket.last('error')).toMatchObject({ code: 'policy_blocked', param: 'consent' });
    consent(peer);
    peer.say({ kind: 'resume', value: {} });
    await settled();
    expect(peer.socket.all('resumed_analysis')).toHaveLength(1);
  });
});

describe('[RT44] a pause, and the end of one,', () => {
  it.each(['pause', 'resume'] as const)('outlasts a relay that dies right after it: %s', async (kind) => {
    const rig = new Rig();
    const peer = await rig.open();
    if (kind === 'resume') peer.say({ kind: 'pause', value: { reason: 'payment_data' } });
    await rig.clock.advance(400);
    peer.say(kind === 'pause' ? { kind, value: { reason: 'payment_data' } } : { kind, value: {} });
    await rig.clock.advance(200);
    const after = new Rig({ store: rig.store, clock: rig.clock });
    await after.resume(peer);
    expect(after.streams.counts()).toMatchObject(kind === 'pause' ? { paused: 1 } : { live: 1, paused: 0 });
  });

  it('goes on with the consent that was given in it before', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.say({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    consent(peer);
    await rig.clock.advance(400);
    const after = new Rig({ store: rig.store, clock: rig.clock });
    const second = await after.resume(peer);
    second.say({ kind: 'resume', value: {} });
    await settled();
    expect(second.socket.all('error')).toEqual([]);
    expect(second.socket.all('resumed_analysis')).toHaveLength(1);
  });
});
