import { describe, expect, it } from 'vitest';
import { settled } from '../testing/manual-clock.js';
import { type Peer, Rig } from '../testing/rig.js';

const say = (peer: Peer, itemId: string, startMs: number, endMs: number, text = itemId): void =>
  peer.say({ kind: 'transcript', value: { itemId, text, startMs, endMs, isFinal: true } });
/** Which turn has which words, as the client was told. */
const told = (peer: Peer) => peer.socket.all('turn.update').map(({ turnId, text }) => [turnId, text]);
const turns = (peer: Peer) => peer.socket.all('turn.start').map(({ turnId }) => turnId);
const hear = (rig: Rig, peer: Peer, samples: number): void => {
  peer.audio(samples);
  rig.inference.last.answer();
};

describe('words that come before the results of their audio', () => {
  it('wait for a turn that is still on its way over a slow link', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    say(peer, 'good morning', 200, 900);
    hear(rig, peer, 12_000);
    expect([told(peer), peer.socket.warnings()]).toEqual([[], []]);
    hear(rig, peer, 12_000);
    expect(told(peer)).toEqual([[turns(peer)[0], 'good morning']]);
    expect(peer.socket.warnings()).toEqual([]);
  });

  it('do not join the turn before', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    hear(rig, peer, 16_000);
    peer.say({ kind: 'turn.force_end', value: {} });
    peer.audio(16_000);
    say(peer, 'and then', 1_200, 1_900);
    expect(told(peer)).toEqual([]);
    rig.inference.last.answer();
    expect(told(peer)).toEqual([[turns(peer)[1], 'and then']]);
  });

  it('are told once, as they were said last', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    for (const text of ['good', 'good mourning', 'good morning']) say(peer, 'i1', 200, 900, text);
    hear(rig, peer, 16_000);
    expect(told(peer)).toEqual([[turns(peer)[0], 'good morning']]);
  });

  it('belong to the last turn when the audio ends before them', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    hear(rig, peer, 16_000);
    say(peer, 'bye', 700, 1_300);
    peer.say({ kind: 'session.end', value: {} });
    await settled();
    expect(peer.socket.last('session_end').transcript.turns).toMatchObject([{ text: 'bye' }]);
  });

  it('do not wait for audio that cannot come', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    hear(rig, peer, 16_000);
    say(peer, 'tomorrow', 31_500, 32_000);
    expect(peer.socket.warnings()).toEqual(['transcript_out_of_range']);
  });

  it('are dropped when the consent is withdrawn before', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    say(peer, 'secret', 200, 900);
    peer.say({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    peer.say({ kind: 'session.end', value: {} });
    await settled();
    expect(JSON.stringify(peer.socket.received)).not.toContain('secret');
  });

  it('[RT44] wait on at another relay, unless the relay before has placed them', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    say(peer, 'good morning', 200, 900);
    say(peer, 'my name', 1_200, 1_900);
    await rig.clock.advance(2_400);
    // No checkpoint knows of this result.
    hear(rig, peer, 16_000);
    expect(told(peer)).toEqual([[turns(peer)[0], 'good morning']]);
    const after = new Rig({ store: rig.store, clock: rig.clock, name: 'after' });
    const second = await after.resume(peer);
    hear(after, second, 8_000);
    expect(told(second)).toEqual([]);
    hear(after, second, 8_000);
    expect(told(second)).toEqual([[turns(second)[0], 'my name']]);
    expect(second.socket.warnings()).toEqual([]);
  });

  it('do not pile up: what waits longest is placed when more come', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    for (let n = 0; n < 65; n += 1) say(peer, `i${n}`, 200, 900);
    expect(peer.socket.warnings()).toEqual(['transcript_out_of_range']);
    hear(rig, peer, 16_000);
    expect(told(peer)).toHaveLength(64);
  });
});
