import { describe, expect, it } from 'vitest';
import { settled } from '../testing/manual-clock.js';
import { anAuth } from '../testing/rig.js';
import { hangUp, talk, Till } from '../testing/till.js';

describe('a stream that is paid for', () => {
  it('[RT53] reserves 120 s and reports them in session.ready', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    expect(peer.socket.last('session.ready').wallet).toEqual({ holdS: 120, balanceS: 1_000 });
    expect(till.held).toBe(120);
  });

  it('[RT53] is refused with 4402 when the wallet is empty, and leaves no hold and no session', async () => {
    const till = new Till(0.5);
    const peer = await till.rig.open();
    expect(peer.socket.last('error')).toMatchObject({ code: 'insufficient_credits', fatal: true });
    expect(peer.socket.closedWith?.code).toBe(4402);
    expect([till.balance, till.held]).toEqual([0.5, 0]);
    await till.clock.advance(6_000);
    expect(till.rig.streams.counts().sessions).toBe(0);
  });

  it('[RT54] costs exactly the analyzed samples, and ends with a receipt', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    await talk(till.rig, peer, 10);
    peer.audio(4_800);
    await hangUp(till.rig, peer);
    const { usage } = peer.socket.last('session_end');
    expect(usage).toMatchObject({ processedMs: 10_300, billedMs: 10_300, microCredits: 10_300_000 });
    expect(usage.balanceMs).toBe(989_700);
    expect(till.cost(peer)).toBeCloseTo(10.3, 9);
    expect([till.balance, till.held]).toEqual([989.7, 0]);
    expect(peer.socket.closedWith?.code).toBe(1000);
  });

  it('[RT54] pays for every second under its own reference', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    await talk(till.rig, peer, 3);
    const references = till.accounts.ledger.filter(({ kind }) => kind === 'stream');
    expect(references.map(({ reference }) => reference)).toEqual(
      [0, 1, 2].map((second) => `${peer.sessionId}/0/${second}`),
    );
  });

  it('[RT54] costs nothing while it is paused or muted, or while audio is missing', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    await talk(till.rig, peer, 2);
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    await talk(till.rig, peer, 5);
    peer.say({ kind: 'resume', value: {} });
    await talk(till.rig, peer, 1);
    peer.say({
      kind: 'audio.gap',
      value: { channel: 0, firstSample: 128_000, sampleCount: 40_000, reason: 'muted' },
    });
    peer.position[0] = 168_000 + 8_000;
    await talk(till.rig, peer, 1);
    await hangUp(till.rig, peer);
    const { usage } = peer.socket.last('session_end');
    expect(usage.processedMs).toBe(4_000);
    expect(usage.microCredits).toBe(4_000_000);
    expect(till.balance).toBe(996);
  });

  it('[RT45] [RT54] costs nothing where no worker survived, and is told which samples those are', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    await talk(till.rig, peer, 2);
    peer.audio(4_000);
    till.rig.inference.last.lose();
    await talk(till.rig, peer, 1);
    await hangUp(till.rig, peer);
    expect(peer.socket.all('warning')).toMatchObject([
      {
        code: 'audio_gap',
        detail: { channel: '0', first_sample: '32000', sample_count: '4000', reason: 'not_analyzed' },
      },
    ]);
    expect(peer.socket.last('session_end').usage.microCredits).toBe(3_000_000);
  });

  it('[RT54] pays for each analyzed channel, and not for a channel that must not be analyzed', async () => {
    const channels = [
      {
        id: 'a',
        subject: 'customer' as const,
        encoding: 'pcm_s16le' as const,
        sampleRate: 16_000,
        frameMs: 40,
      },
      { id: 'b', subject: 'agent' as const, encoding: 'pcm_s16le' as const, sampleRate: 16_000, frameMs: 40 },
    ];
    const till = new Till();
    const one = await till.rig.open({ channels });
    expect(one.socket.last('session.ready').wallet?.holdS).toBe(120);
    one.audio(16_000, 0);
    one.audio(16_000, 1);
    await hangUp(till.rig, one);
    expect(till.cost(one)).toBe(1);
    const both = await till.rig.open({ channels }, anAuth({ agentAnalysis: true }));
    expect(both.socket.last('session.ready').wallet?.holdS).toBe(240);
    both.audio(16_000, 0);
    both.audio(16_000, 1);
    await hangUp(till.rig, both);
    expect(till.cost(both)).toBe(2);
  });

  it('[RT55] is in the ledger before its results are sent', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    let release = (): void => undefined;
    till.accounts.gate = new Promise((resolve) => {
      release = resolve;
    });
    peer.audio(4_000);
    till.rig.inference.last.answer();
    await till.clock.advance(1_000);
    expect(peer.socket.all('directive')).toEqual([]);
    expect(peer.socket.all('audio.ack').every(({ throughSample }) => throughSample === 0)).toBe(true);
    till.accounts.gate = undefined;
    release();
    await settled();
    expect(peer.socket.all('directive')).toHaveLength(1);
    expect(peer.socket.last('audio.ack').throughSample).toBe(4_000);
    // The latency that the client and the metrics get includes the wait for the wallet.
    expect(peer.socket.last('directive').latency).toEqual({
      queueMs: 1_001,
      inferenceMs: 1,
      totalMs: 1_002,
    });
  });

  it('[RT55] holds its results while the wallets do not answer, loses none, and pays for each second once', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    await talk(till.rig, peer, 2);
    till.accounts.broken = new Error('down');
    await talk(till.rig, peer, 5);
    expect(peer.socket.last('audio.ack').throughSample).toBe(32_000);
    till.accounts.broken = undefined;
    await till.clock.advance(1_200);
    expect(peer.socket.last('audio.ack').throughSample).toBe(112_000);
    await hangUp(till.rig, peer);
    expect(till.cost(peer)).toBe(7);
    expect(till.rig.counters.get('billing_failures')).toBeGreaterThan(0);
  });

  it('[RT55] is billed together with all other streams in one call', async () => {
    const till = new Till(100_000);
    const peers = await Promise.all(
      Array.from({ length: 20 }, () =>
        till.rig.open({}, anAuth({ plan: { ...anAuth().plan, concurrentStreams: 50 } })),
      ),
    );
    const before = till.accounts.calls;
    for (let i = 0; i < 20; i += 1) {
      for (const peer of peers) peer.audio(4_000);
      for (const stream of till.rig.inference.streams) stream.answer();
      await till.clock.advance(250);
    }
    expect(till.accounts.calls - before).toBeLessThanOrEqual(2 * 5 + 1);
    for (const peer of peers) expect(till.cost(peer)).toBe(5);
  });
});
