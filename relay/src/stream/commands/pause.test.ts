import { describe, expect, it } from 'vitest';
import { settled } from '../testing/manual-clock.js';
import { countingPcm, Rig } from '../testing/rig.js';

describe('a pause', () => {
  it('[RT36] starts with the next frame, lets earlier audio be analyzed, is confirmed, and ends on request', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.audio(1_600);
    peer.say({ kind: 'pause', value: { reason: 'payment_data' } });
    peer.audio(1_600);
    await settled();
    expect(peer.socket.last('audio.ack').throughSample).toBeGreaterThanOrEqual(1_600);
    expect(peer.socket.last('paused')).toEqual({ reason: 'payment_data', atMs: 100 });
    expect(rig.inference.last.bytesOf(0)).toEqual([...countingPcm(0, 1_600)]);
    await rig.clock.advance(600);
    expect(peer.socket.last('audio.ack').throughSample).toBe(3_200);
    peer.say({ kind: 'resume', value: {} });
    await settled();
    expect(peer.socket.last('resumed_analysis')).toEqual({ atMs: 200, discardedMs: 100 });
    peer.audio(1_600);
    rig.inference.last.answer();
    expect(rig.inference.last.bytesOf(0)).toEqual([...countingPcm(0, 1_600), ...countingPcm(3_200, 1_600)]);
    expect(peer.socket.last('audio.ack').throughSample).toBe(4_800);
  });

  it('[RT36] says how much of the first channel was not analyzed, whatever came on the second', async () => {
    const rig = new Rig();
    const channel = { subject: 'customer', encoding: 'pcm_s16le', sampleRate: 16_000, frameMs: 40 } as const;
    const peer = await rig.open({ channels: ['a', 'b'].map((id) => ({ ...channel, id })) });
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    peer.audio(1_600, 0);
    peer.audio(1_600, 1);
    peer.audio(1_600, 1);
    peer.say({ kind: 'resume', value: {} });
    await settled();
    expect(peer.socket.last('resumed_analysis').discardedMs).toBe(100);
  });

  it('[RT36] that is over has its audio acknowledged, though none of it was analyzed', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.audio(1_600);
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    peer.audio(1_600);
    peer.say({ kind: 'resume', value: {} });
    peer.say({ kind: 'flush', value: {} });
    await settled();
    expect(peer.socket.last('flushed').throughSample).toEqual([3_200]);
  });

  it('[RT36] tells of what was not analyzed in it, not in the one before', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    for (const samples of [1_600, 800]) {
      peer.say({ kind: 'pause', value: { reason: 'hold' } });
      peer.audio(samples);
      peer.say({ kind: 'resume', value: {} });
      await settled();
    }
    expect(peer.socket.all('resumed_analysis')).toEqual([
      { atMs: 100, discardedMs: 100 },
      { atMs: 150, discardedMs: 50 },
    ]);
  });

  it('[RT36] starts within a frame when a consent is withdrawn, and buffered audio gets no result', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.audio(1_600);
    const stream = rig.inference.last;
    peer.say({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    expect(stream.closed).toBe(true);
    expect(peer.socket.last('paused')).toEqual({ reason: 'consent_withdrawn', atMs: 100 });
    stream.answer();
    expect(peer.socket.all('directive')).toEqual([]);
    peer.audio(1_600);
    await rig.clock.advance(600);
    expect(peer.socket.last('audio.ack').throughSample).toBe(3_200);
    expect(rig.inference.streams).toHaveLength(1);
  });

  it('ends after a withdrawal only with a new consent', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.audio(1_600);
    peer.say({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    peer.audio(1_600);
    peer.say({ kind: 'resume', value: {} });
    expect(peer.socket.last('error')).toMatchObject({
      code: 'policy_blocked',
      fatal: false,
      param: 'consent',
    });
    peer.say({
      kind: 'session.update',
      value: { features: [], metadata: {}, consent: { basis: 'asked again', scope: [] } },
    });
    peer.say({ kind: 'resume', value: {} });
    await settled();
    expect(peer.socket.last('resumed_analysis')).toEqual({ atMs: 200, discardedMs: 100 });
    peer.audio(1_600);
    expect(rig.inference.last.bytesOf(0)).toEqual([...countingPcm(3_200, 1_600)]);
  });

  it('[RT36] becomes stricter when a payment begins in a hold, and takes no words from then on', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    peer.say({ kind: 'pause', value: { reason: 'payment_data' } });
    await settled();
    expect(peer.socket.all('error')).toEqual([]);
    expect(peer.socket.all('paused').map(({ reason }) => reason)).toEqual(['hold', 'payment_data']);
    peer.say({
      kind: 'transcript',
      value: { itemId: 'i', text: '4111 1111', startMs: 0, endMs: 10, isFinal: true },
    });
    expect(peer.socket.warnings()).toEqual([]);
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    expect(peer.socket.last('error')).toMatchObject({ code: 'conflict', fatal: false });
    peer.say({ kind: 'resume', value: {} });
    await settled();
    expect(peer.socket.all('resumed_analysis')).toHaveLength(1);
  });

  it('can be replaced by a withdrawal of the consent, but not by another pause', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    await settled();
    peer.say({ kind: 'pause', value: { reason: 'break' } });
    expect(peer.socket.last('error')).toMatchObject({ code: 'conflict', fatal: false });
    peer.say({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    expect(peer.socket.last('paused').reason).toBe('consent_withdrawn');
    expect(rig.inference.last.closed).toBe(true);
  });

  it('is confirmed in the order of the requests, however late the results are', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.audio(1_600);
    rig.inference.last.stalled = true;
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    peer.say({ kind: 'resume', value: {} });
    peer.say({ kind: 'flush', value: {} });
    await settled();
    expect(peer.socket.all('paused')).toEqual([]);
    rig.inference.last.release();
    await settled();
    const confirmations = ['paused', 'resumed_analysis', 'flushed'];
    const kinds = peer.socket.kinds().filter((kind) => confirmations.includes(kind));
    expect(kinds).toEqual(confirmations);
  });
});
