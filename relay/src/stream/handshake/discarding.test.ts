import { describe, expect, it } from 'vitest';
import { FewSessions } from '../testing/few-sessions.js';
import { settled } from '../testing/manual-clock.js';
import { StoreAway } from '../testing/memory-store.js';
import { aHello, type Peer, Rig } from '../testing/rig.js';
import { CREDIT, Till } from '../testing/till.js';

const named = { sessionId: 'call-1' };

const opens = async (rig: Rig): Promise<Peer> => {
  const peer = await rig.open(named);
  await settled();
  return peer;
};

describe('[RT75] the name of a session that never was ready', () => {
  it('is free again when no worker was free, and no conversation began', async () => {
    const begun: string[] = [];
    const sessions = Object.assign(new FewSessions(), {
      openStream: ({ id }: { id: string }) => Promise.resolve(begun.push(id)),
    });
    const rig = new Rig({ sessions });
    rig.inference.full = true;
    expect((await opens(rig)).socket.closedWith?.code).toBe(4503);
    expect(begun).toEqual([]);
    rig.inference.full = false;
    expect((await opens(rig)).sessionId).toBe('call-1');
    expect(rig.streams.counts()).toMatchObject({ sessions: 1, live: 1 });
  });

  it('is free again when its worker died meanwhile', async () => {
    const fatal = { kind: 'fatal', code: 'inference_failed', message: 'the worker ended' } as const;
    let dies = true;
    const sessions = Object.assign(new FewSessions(), {
      openStream: () => {
        if (dies) rig.inference.last.fault(fatal);
        return Promise.resolve(0);
      },
    });
    const rig = new Rig({ sessions });
    expect((await opens(rig)).socket.closedWith?.code).toBe(4503);
    dies = false;
    expect((await opens(rig)).sessionId).toBe('call-1');
  });

  it('is free again when the wallet was empty, and all of its hold is back', async () => {
    const till = new Till(0);
    expect((await opens(till.rig)).socket.closedWith?.code).toBe(4402);
    till.accounts.topUp('org_a', 'second', 1_000 * CREDIT);
    expect((await opens(till.rig)).sessionId).toBe('call-1');
    expect(till.held).toBe(120);
  });

  it('is free again when the database went away before its conversation was known', async () => {
    let isAway = true;
    const sessions = Object.assign(new FewSessions(), {
      openStream: () => (isAway ? Promise.reject(new StoreAway()) : Promise.resolve(0)),
    });
    const rig = new Rig({ sessions });
    const peer = await opens(rig);
    expect(peer.socket.last('error')).toMatchObject({ code: 'overloaded', retryable: true });
    isAway = false;
    expect((await opens(rig)).sessionId).toBe('call-1');
  });

  it('is free again when its client left before, and its conversation goes on', async () => {
    let open = (): void => undefined;
    const moves: string[] = [];
    const sessions = Object.assign(new FewSessions(), {
      openStream: () => new Promise<number>((resolve) => (open = () => resolve(0))),
      move: (_org: string, _id: string, { kind }: { kind: string }) => {
        moves.push(kind);
        return Promise.resolve('live' as const);
      },
    });
    const rig = new Rig({ sessions });
    const peer = rig.connect();
    peer.say({ kind: 'session.hello', value: aHello(named) });
    await settled();
    peer.cut();
    open();
    await settled();
    expect(moves).toEqual(['stream_left']);
    expect(rig.store.rows.size).toBe(0);
    await opens(rig);
    open();
    await settled();
    expect(rig.streams.counts()).toMatchObject({ sessions: 1, live: 1 });
  });

  it('is to be asked for again a little later while it is being opened', async () => {
    const first = new Rig({
      sessions: Object.assign(new FewSessions(), { openStream: () => new Promise<never>(() => undefined) }),
    });
    await first.open(named);
    const second = new Rig({ store: first.store, clock: first.clock });
    expect((await opens(second)).socket.last('error')).toMatchObject({
      code: 'overloaded',
      retryable: true,
      retryAfterMs: 2_000,
    });
  });

  it('is removed later where the store is away, and the client is told within a second', async () => {
    const rig = new Rig();
    rig.inference.full = true;
    let fails = 2;
    const discard = rig.store.discard.bind(rig.store);
    rig.store.discard = (opening) => (fails-- > 0 ? Promise.reject(new StoreAway()) : discard(opening));
    const peer = await rig.open(named);
    await rig.clock.advance(1_000);
    expect(peer.socket.closedWith?.code).toBe(4503);
    expect(rig.store.rows.size).toBe(1);
    await rig.clock.advance(2_000);
    expect(rig.store.rows.size).toBe(0);
    expect(rig.streams.counts().sessions).toBe(0);
  });

  it('is taken from session.ready on', async () => {
    const rig = new Rig();
    await opens(rig);
    expect((await opens(rig)).socket.last('error')).toMatchObject({ code: 'conflict', param: 'session_id' });
  });
});
