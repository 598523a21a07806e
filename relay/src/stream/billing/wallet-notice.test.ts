import { describe, expect, it } from 'vitest';
import { anAuth } from '../testing/rig.js';
import { CREDIT, hangUp, talk, Till } from '../testing/till.js';

describe('a wallet that runs out', () => {
  it('[RT56] is announced at least 60 s ahead, then the stream ends with session_end and 4402', async () => {
    const till = new Till(200);
    const peer = await till.rig.open();
    await talk(till.rig, peer, 105);
    expect(peer.socket.warnings()).toEqual([]);
    await talk(till.rig, peer, 10);
    expect(peer.socket.warnings()).toEqual(['wallet_low']);
    const left = Number(peer.socket.last('warning').detail['seconds_left']);
    expect(left).toBeGreaterThanOrEqual(85);
    expect(left).toBeLessThan(90);
    await talk(till.rig, peer, 60);
    expect(peer.socket.closedWith).toBeUndefined();
    await talk(till.rig, peer, 40);
    await till.clock.advance(400);
    expect(peer.socket.kinds().slice(-2)).toEqual(['session_end', 'error']);
    expect(peer.socket.last('error')).toMatchObject({ code: 'insufficient_credits', fatal: true });
    expect(peer.socket.closedWith).toEqual({ code: 4402, reason: 'insufficient_credits' });
    expect(peer.socket.last('session_end').usage).toMatchObject({ billedMs: 200_000, balanceMs: 0 });
    expect(peer.socket.last('audio.ack').throughSample).toBe(200 * 16_000);
    expect([till.balance, till.held]).toEqual([0, 0]);
    expect(till.store.row(peer.sessionId).ending?.code).toBe('insufficient_credits');
  });

  it('[RT56] is announced to every stream of the organization at least 60 s ahead, even when other work takes the rest', async () => {
    const till = new Till(1_000);
    const [one, two] = [await till.rig.open(), await till.rig.open()];
    for (let i = 0; i < 20; i += 1) {
      for (const peer of [one, two]) peer.audio(4_000);
      for (const stream of till.rig.inference.streams) stream.answer();
      await till.clock.advance(250);
    }
    expect(one.socket.warnings()).toEqual([]);
    // A batch of recordings takes all free money.
    const wallet = till.accounts.account('org_a');
    wallet.balance = wallet.held;
    let warnedAtS: number | undefined;
    const closed = (): boolean => one.socket.closedWith !== undefined;
    for (let i = 0; i < 600 && !closed(); i += 1) {
      for (const peer of [one, two]) if (peer.socket.closedWith === undefined) peer.audio(4_000);
      for (const stream of till.rig.inference.streams) stream.answer();
      await till.clock.advance(250);
      if (one.socket.warnings().length > 0) warnedAtS ??= i / 4;
      if (closed()) expect(i / 4 - (warnedAtS ?? i)).toBeGreaterThanOrEqual(60);
    }
    expect([one, two].map(({ socket }) => socket.warnings())).toEqual([['wallet_low'], ['wallet_low']]);
    expect(one.socket.closedWith?.code).toBe(4402);
  });

  it('[RT35] [RT56] is announced again when it runs out again after a top-up', async () => {
    const till = new Till(100);
    const peer = await till.rig.open();
    await talk(till.rig, peer, 15);
    expect(peer.socket.warnings()).toEqual(['wallet_low']);
    till.accounts.topUp('org_a', 'second', 100 * CREDIT);
    await talk(till.rig, peer, 90);
    expect(peer.socket.warnings()).toEqual(['wallet_low']);
    await talk(till.rig, peer, 30);
    expect(peer.socket.warnings()).toEqual(['wallet_low', 'wallet_low']);
  });

  it('[RT56] is announced at once when a stream begins with too little money', async () => {
    const till = new Till(20);
    const peer = await till.rig.open();
    expect(peer.socket.kinds()).toEqual(['session.ready', 'warning']);
    expect(peer.socket.last('warning')).toMatchObject({ code: 'wallet_low', detail: { seconds_left: '20' } });
  });

  it('[RT35] is not announced again to a client that comes back and has heard it', async () => {
    const till = new Till(20);
    const peer = await till.rig.open();
    peer.cut();
    const second = await till.rig.resume(peer);
    expect(second.socket.warnings()).toEqual([]);
    second.cut();
    // A page that was loaded anew has heard nothing, and what was acknowledged is not kept.
    const third = await till.rig.resume(second, { lastServerSeq: 0 });
    expect(third.socket.warnings()).toEqual(['wallet_low']);
  });

  it('[RT35] is not announced again by another relay, unless the client may not have heard it', async () => {
    for (const [heard, warnings] of [
      [true, []],
      [false, ['wallet_low']],
    ] as const) {
      const till = new Till(20);
      const peer = await till.rig.open();
      await till.clock.advance(2_400);
      const after = till.relay();
      const second = await after.resume(peer, heard ? {} : { lastServerSeq: 0 });
      expect(second.socket.kinds()[0]).toBe('session.ready');
      expect(second.socket.warnings()).toEqual(warnings);
      // A third relay knows it from the second.
      await till.clock.advance(2_400);
      const lastServerSeq = Math.max(peer.lastSeq, second.lastSeq);
      const third = await till.relay().resume(second, { lastServerSeq });
      expect(third.socket.warnings()).toEqual([]);
    }
  });

  it('[RT56] is reported to a client that hangs up, whose unpaid last audio has no result and costs nothing', async () => {
    const till = new Till(2);
    const peer = await till.rig.open();
    await talk(till.rig, peer, 2);
    peer.audio(8_000);
    await hangUp(till.rig, peer);
    expect(peer.socket.closedWith?.code).toBe(4402);
    expect(peer.socket.last('session_end').usage.billedMs).toBe(2_000);
    expect(peer.socket.last('audio.ack').throughSample).toBe(32_000);
  });

  it('[RT56] stops the acknowledgements at the unpaid second, even for silence', async () => {
    const till = new Till(1);
    const peer = await till.rig.open();
    peer.audio(24_000);
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    peer.say({ kind: 'resume', value: {} });
    peer.say({
      kind: 'audio.gap',
      value: { channel: 0, firstSample: 24_000, sampleCount: 16_000, reason: 'muted' },
    });
    await till.clock.advance(1_000);
    till.rig.inference.last.answer();
    await till.clock.advance(6_000);
    expect(peer.socket.closedWith?.code).toBe(4402);
    expect(peer.socket.all('audio.ack').every(({ throughSample }) => throughSample <= 16_000)).toBe(true);
  });

  it('[RT57] ends the stream, and so does a token that allows no more credits', async () => {
    const till = new Till();
    const peer = await till.rig.open({}, anAuth({ claims: { maxCredits: 10 } }));
    expect(peer.socket.last('session.ready').wallet?.holdS).toBe(10);
    expect(peer.socket.warnings()).toEqual(['wallet_low']);
    expect(peer.socket.last('warning').message).toContain('token');
    await talk(till.rig, peer, 15);
    expect(peer.socket.closedWith?.code).toBe(4402);
    expect(peer.socket.last('error').message).toBe(
      'the credits that this token allows (max_credits) are used up',
    );
    expect(till.cost(peer)).toBe(10);
  });
});
