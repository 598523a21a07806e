import { describe, expect, it } from 'vitest';
import { aHello, type Peer, type Rig } from '../testing/rig.js';
import { CREDIT, hangUp, talk, Till } from '../testing/till.js';

describe('a stream that is interrupted', () => {
  it('[RT58] pays for each second once when it resumes on the same relay', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    await talk(till.rig, peer, 3);
    peer.audio(8_000);
    peer.cut();
    await till.clock.advance(2_000);
    const back = await till.rig.resume(peer);
    back.position[0] = back.socket.last('session.ready').nextSample[0] ?? 0;
    await talk(till.rig, back, 2);
    await hangUp(till.rig, back);
    expect(back.socket.last('session_end').usage.microCredits).toBe(5_500_000);
    expect(till.balance).toBe(994.5);
  });

  it('[RT58] pays for each second once when another relay takes over after a crash, and gets one receipt for everything', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    await talk(till.rig, peer, 9.25);
    const sessionId = peer.sessionId;
    const next = till.relay();
    const back = await next.resume(peer);
    back.position[0] = back.socket.last('session.ready').nextSample[0] ?? 0;
    expect(back.position[0]).toBe(148_000);
    await talk(next, back, 3.5);
    await hangUp(next, back);
    expect(back.socket.last('session_end').usage.microCredits).toBe(12_750_000);
    const seconds = till.accounts.ledger
      .filter(({ kind }) => kind === 'stream')
      .map(({ reference }) => reference);
    expect(new Set(seconds).size).toBe(seconds.length);
    expect(seconds).toEqual(Array.from({ length: 13 }, (_, second) => `${sessionId}/0/${second}`));
    expect(till.balance).toBe(987.25);
  });

  it('[RT54] [RT58] pays once for audio and not for its gaps when another relay hears both again', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    await talk(till.rig, peer, 1);
    const halfASecond = async (rig: Rig, from: Peer): Promise<void> => {
      from.audio(8_000);
      const gap = { channel: 0, firstSample: 24_000, sampleCount: 16_000, reason: 'muted' } as const;
      from.say({ kind: 'audio.gap', value: gap });
      await till.clock.advance(250);
      rig.inference.last.answer();
    };
    // Its client does not see the results of this any more.
    const { resumeRequest } = peer;
    await halfASecond(till.rig, peer);
    await till.clock.advance(400);
    expect(till.cost(peer)).toBe(1.5);
    for (const next of [till.relay(), till.relay()]) {
      const back = await next.resume(peer, resumeRequest);
      back.position[0] = 16_000;
      await halfASecond(next, back);
      await till.clock.advance(400);
      expect(till.cost(peer)).toBe(1.5);
    }
  });

  it('[RT54] [RT58] pays for no silence before the move within the second in which it moves', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    const hush = (from: Peer, firstSample: number, sampleCount: number): void => {
      from.say({ kind: 'audio.gap', value: { channel: 0, firstSample, sampleCount, reason: 'muted' } });
      from.position[0] = firstSample + sampleCount;
    };
    await talk(till.rig, peer, 1.25);
    hush(peer, 20_000, 4_000);
    till.rig.inference.last.answer();
    // The link breaks before its client sees the result of a last eighth of a second.
    const { resumeRequest } = peer;
    peer.audio(2_000);
    await till.clock.advance(200);
    peer.cut();
    till.rig.inference.last.answer();
    await till.clock.advance(400);
    const next = till.relay();
    const back = await next.resume(peer, resumeRequest);
    expect(back.socket.last('session.ready').nextSample).toEqual([24_000]);
    // It moves on before it has come as far again.
    back.cut();
    await till.clock.advance(400);
    const last = till.relay();
    const again = await last.resume(back, resumeRequest);
    again.position[0] = 24_000;
    again.audio(2_000);
    await till.clock.advance(250);
    last.inference.last.answer();
    hush(again, 26_000, 20_000);
    last.inference.last.answer();
    await hangUp(last, again);
    expect(till.cost(peer)).toBe(1.375);
    expect(again.socket.last('session_end').usage).toMatchObject({
      microCredits: 1_375_000,
      processedMs: 1_375,
    });
  });

  it.each([
    { spokenS: 0, mutedS: 6 },
    { spokenS: 0.5, mutedS: 5.75 },
    { spokenS: 0.5, mutedS: 6 },
  ])(
    '[RT54] [RT58] counts and pays nothing of $mutedS s in which nobody was heard after the last checkpoint of a dead relay',
    async ({ spokenS, mutedS }) => {
      const till = new Till();
      const peer = await till.rig.open();
      await talk(till.rig, peer, 3);
      await till.clock.advance(9_000);
      await talk(till.rig, peer, spokenS);
      const firstSample = peer.position[0] ?? 0;
      const sampleCount = mutedS * 16_000;
      peer.say({ kind: 'audio.gap', value: { channel: 0, firstSample, sampleCount, reason: 'muted' } });
      till.rig.inference.last.answer();
      await till.clock.advance(600);
      const next = till.relay();
      const back = await next.resume(peer);
      expect(back.socket.last('session.ready').nextSample).toEqual([firstSample + sampleCount]);
      back.position[0] = firstSample + sampleCount;
      await talk(next, back, 1.5);
      await hangUp(next, back);
      const heardS = 3 + spokenS + 1.5;
      expect(back.socket.last('session_end').usage).toMatchObject({
        microCredits: heardS * CREDIT,
        receivedMs: heardS * 1_000,
        processedMs: heardS * 1_000,
      });
      expect(till.cost(peer)).toBe(heardS);
    },
  );

  it('[RT36] counts what came in a pause after the last checkpoint of a dead relay as received alone', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    await talk(till.rig, peer, 3);
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    await till.clock.advance(3_000);
    await talk(till.rig, peer, 4);
    const next = till.relay();
    const back = await next.resume(peer);
    back.position[0] = back.socket.last('session.ready').nextSample[0] ?? 0;
    expect(back.position[0]).toBe(7 * 16_000);
    await hangUp(next, back);
    expect(back.socket.last('session_end').usage).toMatchObject({ receivedMs: 7_000, processedMs: 3_000 });
    expect(till.cost(peer)).toBe(3);
  });

  it('[RT58] pays nothing more through a relay that lost the session, and that relay closes its connection', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    await talk(till.rig, peer, 9);
    const next = till.relay();
    const back = await next.resume(peer);
    back.position[0] = back.socket.last('session.ready').nextSample[0] ?? 0;
    peer.audio(32_000);
    till.rig.inference.last.answer();
    await till.clock.advance(400);
    expect(peer.socket.closedWith?.code).toBe(4409);
    expect(peer.socket.last('audio.ack').throughSample).toBe(144_000);
    await talk(next, back, 1);
    expect(till.cost(back)).toBe(10);
  });

  it('[RT58] reports what was restored, even when the client of an earlier attempt left before the restore', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    await talk(till.rig, peer, 1);
    // The pause comes too late for the last checkpoint of the relay that dies.
    const next = till.relay();
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    till.accounts.broken = new Error('down');
    const hasty = await next.resume(peer);
    hasty.cut();
    till.accounts.broken = undefined;
    await till.clock.advance(2_000);
    const back = await next.resume(peer);
    expect(back.socket.last('snapshot').paused).toBe(false);
  });

  it('[RT46] [RT58] continues with one connection when two resume it before the wallet answers', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    await talk(till.rig, peer, 9);
    const next = till.relay();
    let release = (): void => undefined;
    till.accounts.gate = new Promise((resolve) => {
      release = resolve;
    });
    const first = await next.resume(peer);
    const second = await next.resume(peer);
    till.accounts.gate = undefined;
    release();
    await till.clock.advance(400);
    expect(first.socket.closedWith).toEqual({ code: 4409, reason: 'session_superseded' });
    expect(second.socket.kinds()[0]).toBe('session.ready');
    // The rest of the 120 s that the previous relay reserved.
    expect(second.socket.last('session.ready').wallet?.holdS).toBe(111);
    second.position[0] = second.socket.last('session.ready').nextSample[0] ?? 0;
    await talk(next, second, 2);
    await hangUp(next, second);
    expect(second.socket.last('session_end').usage.microCredits).toBe(11_000_000);
    expect(second.socket.closedWith?.code).toBe(1000);
  });

  it('[RT46] continues with one connection when two find it in the store, and closes the other at once', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    await talk(till.rig, peer, 9);
    const next = till.relay();
    const [first, second] = await Promise.all([next.resume(peer), next.resume(peer)]);
    await till.clock.advance(400);
    expect(first.socket.closedWith).toEqual({ code: 4409, reason: 'session_superseded' });
    expect(second.socket.kinds()[0]).toBe('session.ready');
    expect(second.socket.closedWith).toBeUndefined();
  });

  it('releases its hold when no client resumes it', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    await talk(till.rig, peer, 1.5);
    peer.cut();
    await till.clock.advance(122_000);
    expect([till.balance, till.held]).toEqual([998.5, 0]);
  });

  it('loses its hold when its relay is dead and the hold expires', async () => {
    const till = new Till();
    await till.rig.open();
    expect(till.held).toBe(120);
    till.clock.freeze(241_000);
    till.accounts.sweep();
    expect(till.held).toBe(0);
  });

  it('keeps its hold through a long pause', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    await till.clock.advance(900_000);
    till.accounts.sweep();
    expect(till.held).toBe(120);
  });

  it('discards unpaid results when the consent is withdrawn', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    till.accounts.broken = new Error('down');
    peer.audio(4_000);
    till.rig.inference.last.answer();
    peer.say({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    await till.clock.advance(400);
    till.accounts.broken = undefined;
    await till.clock.advance(2_000);
    expect(peer.socket.all('directive')).toEqual([]);
    await hangUp(till.rig, peer);
    expect(till.balance).toBe(1_000);
  });

  it('sends nothing before the wallet answers, and costs nothing when the client leaves before that', async () => {
    const till = new Till();
    till.accounts.broken = new Error('down');
    const peer = till.rig.connect();
    peer.say({ kind: 'session.hello', value: aHello() });
    await till.clock.advance(500);
    expect(peer.socket.received).toEqual([]);
    peer.cut();
    till.accounts.broken = undefined;
    await till.clock.advance(8_000);
    expect(till.rig.streams.counts().sessions).toBe(0);
    expect([till.balance, till.held]).toEqual([1_000, 0]);
  });
});
