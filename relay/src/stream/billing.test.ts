import { describe, expect, it } from 'vitest';
import { MemoryAccounts } from '../domain/billing/testing/memory-accounts.js';
import { ManualClock, settled } from './testing/manual-clock.js';
import { MemoryStore } from './testing/memory-store.js';
import { aHello, anAuth, Rig, type Peer } from './testing/rig.js';

const CREDIT = 1_000_000;

class Till {
  readonly clock = new ManualClock();
  readonly store = new MemoryStore();
  readonly accounts = new MemoryAccounts(() => this.clock.wallMs());
  rig = this.relay();

  constructor(credits = 1_000) {
    this.accounts.topUp('org_a', 'first', credits * CREDIT);
  }

  relay(): Rig {
    return new Rig({ clock: this.clock, store: this.store, accounts: this.accounts });
  }

  get balance(): number {
    return this.accounts.account('org_a').balance / CREDIT;
  }

  get held(): number {
    return this.accounts.account('org_a').held / CREDIT;
  }

  /** Credits that a session cost. */
  cost({ sessionId }: Peer): number {
    const lines = this.accounts.ledger.filter(({ reference }) => reference.startsWith(`${sessionId}/`));
    return -lines.reduce((sum, { microCredits }) => sum + microCredits, 0) / CREDIT;
  }
}

const isClosed = ({ socket }: Peer): boolean => socket.closedWith !== undefined;

/** Talks in real time. */
async function talk(rig: Rig, peer: Peer, seconds: number, channel = 0): Promise<void> {
  for (let i = 0; i < seconds * 4 && peer.socket.closedWith === undefined; i += 1) {
    peer.audio(4_000, channel);
    await rig.clock.advance(200);
    rig.inference.last.answer();
    await rig.clock.advance(50);
  }
}

async function hangUp(rig: Rig, peer: Peer): Promise<void> {
  peer.say({ kind: 'session.end', value: {} });
  await settled();
  await settled();
  await rig.clock.advance(400);
}

describe('a stream that is paid for', () => {
  it('[RT53] sets 120 s aside and says so in session.ready', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    expect(peer.socket.last('session.ready').wallet).toEqual({ holdS: 120, balanceS: 1_000 });
    expect(till.held).toBe(120);
  });

  it('[RT53] is refused with 4402 where the wallet is empty, and leaves nothing behind', async () => {
    const till = new Till(0.5);
    const peer = await till.rig.open();
    expect(peer.socket.last('error')).toMatchObject({ code: 'insufficient_credits', fatal: true });
    expect(peer.socket.closedWith?.code).toBe(4402);
    expect([till.balance, till.held]).toEqual([0.5, 0]);
    await till.clock.advance(6_000);
    expect(till.rig.streams.counts().sessions).toBe(0);
  });

  it('[RT54] costs what was analyzed, to the sample, and gives a receipt', async () => {
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

  it('[RT54] pays every second under a reference of its own', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    await talk(till.rig, peer, 3);
    const references = till.accounts.ledger.filter(({ kind }) => kind === 'stream');
    expect(references.map(({ reference }) => reference)).toEqual(
      [0, 1, 2].map((second) => `${peer.sessionId}/0/${second}`),
    );
  });

  it('[RT54] costs nothing while it is paused, muted or a hole', async () => {
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

  it('[RT54] costs a second for each channel that is analyzed, and none for one that may not be', async () => {
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

  it('[RT55] is in the ledger before its results leave', async () => {
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
  });

  it('[RT55] waits with its results while the wallets do not answer, loses none, and bills each once', async () => {
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

  it('[RT55] is billed in one call for all streams', async () => {
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

describe('a wallet that runs out', () => {
  it('[RT56] is announced at least 60 s ahead, then the stream ends in order with 4402', async () => {
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

  it('[RT56] is announced to every stream of the organization, and at least 60 s ahead though other work takes the rest', async () => {
    const till = new Till(1_000);
    const [one, two] = [await till.rig.open(), await till.rig.open()];
    for (let i = 0; i < 20; i += 1) {
      for (const peer of [one, two]) peer.audio(4_000);
      for (const stream of till.rig.inference.streams) stream.answer();
      await till.clock.advance(250);
    }
    expect(one.socket.warnings()).toEqual([]);
    // A batch of recordings takes all that is free.
    const wallet = till.accounts.account('org_a');
    wallet.balance = wallet.held;
    let warnedAtS: number | undefined;
    for (let i = 0; i < 600 && one.socket.closedWith === undefined; i += 1) {
      for (const peer of [one, two]) if (peer.socket.closedWith === undefined) peer.audio(4_000);
      for (const stream of till.rig.inference.streams) stream.answer();
      await till.clock.advance(250);
      if (one.socket.warnings().length > 0) warnedAtS ??= i / 4;
      if (isClosed(one)) expect(i / 4 - (warnedAtS ?? i)).toBeGreaterThanOrEqual(60);
    }
    expect([one, two].map(({ socket }) => socket.warnings())).toEqual([['wallet_low'], ['wallet_low']]);
    expect(one.socket.closedWith?.code).toBe(4402);
  });

  it('[RT35] [RT56] is forgotten after a top-up, and announced again when it runs out again', async () => {
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

  it('[RT56] is said at once where a stream begins with less', async () => {
    const till = new Till(20);
    const peer = await till.rig.open();
    expect(peer.socket.kinds()).toEqual(['session.ready', 'warning']);
    expect(peer.socket.last('warning')).toMatchObject({ code: 'wallet_low', detail: { seconds_left: '20' } });
  });

  it('[RT56] is told to a client that hangs up on it: its last words have no result and cost nothing', async () => {
    const till = new Till(2);
    const peer = await till.rig.open();
    await talk(till.rig, peer, 2);
    peer.audio(8_000);
    await hangUp(till.rig, peer);
    expect(peer.socket.closedWith?.code).toBe(4402);
    expect(peer.socket.last('session_end').usage.billedMs).toBe(2_000);
    expect(peer.socket.last('audio.ack').throughSample).toBe(32_000);
  });

  it('[RT56] acknowledges nothing behind the second that could not be paid, not even silence', async () => {
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

  it('[RT57] ends a stream whose token allows no more credits', async () => {
    const till = new Till();
    const peer = await till.rig.open({}, anAuth({ claims: { maxCredits: 10 } }));
    expect(peer.socket.last('session.ready').wallet?.holdS).toBe(10);
    expect(peer.socket.warnings()).toEqual(['wallet_low']);
    await talk(till.rig, peer, 15);
    expect(peer.socket.closedWith?.code).toBe(4402);
    expect(till.cost(peer)).toBe(10);
  });
});

describe('a stream that is interrupted', () => {
  it('[RT58] pays for each second once when it comes back to the same relay', async () => {
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

  it('[RT58] pays for each second once when another relay goes on after a crash, and gets one receipt for all', async () => {
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

  it('[RT58] pays nothing more to a relay that lost the session, which closes', async () => {
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

  it('[RT58] is told what was restored, though the client of the first attempt left before it was', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    await talk(till.rig, peer, 1);
    // Paused too late for the last checkpoint of the relay that dies.
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

  it('gives what it had set aside back when nobody comes', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    await talk(till.rig, peer, 1.5);
    peer.cut();
    await till.clock.advance(122_000);
    expect([till.balance, till.held]).toEqual([998.5, 0]);
  });

  it('frees what a dead relay had set aside after its time', async () => {
    const till = new Till();
    await till.rig.open();
    expect(till.held).toBe(120);
    till.clock.freeze(241_000);
    till.accounts.sweep();
    expect(till.held).toBe(0);
  });

  it('keeps what it set aside through a long pause', async () => {
    const till = new Till();
    const peer = await till.rig.open();
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    await till.clock.advance(900_000);
    till.accounts.sweep();
    expect(till.held).toBe(120);
  });

  it('throws results away that were not paid when the consent is withdrawn', async () => {
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

  it('answers nothing before the wallet did: a client that leaves meanwhile costs nothing', async () => {
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
