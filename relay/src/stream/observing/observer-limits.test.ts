import { describe, expect, it } from 'vitest';
import { settled } from '../testing/manual-clock.js';
import { MemoryStore } from '../testing/memory-store.js';
import { Rig } from '../testing/rig.js';
import { MAX_OBSERVED } from './observer.js';
import { MAX_OBSERVERS } from './session-feed.js';

describe('an observing stream', () => {
  it(`[RT68] is one of at most ${MAX_OBSERVERS} observers of a session, and observes at most ${MAX_OBSERVED} sessions`, async () => {
    const rig = new Rig();
    const peer = await rig.open();
    for (let i = 0; i < MAX_OBSERVERS; i += 1) await rig.observe({ sessionIds: [peer.sessionId] });
    const late = await rig.observe({ sessionIds: [peer.sessionId] });
    expect(late.socket.last('error')).toMatchObject({
      code: 'concurrency_exceeded',
      fatal: false,
      retryable: true,
    });
    expect(peer.socket.last('observer.joined').count).toBe(MAX_OBSERVERS);
    const wide = Array.from({ length: MAX_OBSERVED + 1 }, (_, i) => `ses_${i}`);
    const greedy = await rig.observe({ sessionIds: wide });
    expect(greedy.socket.last('error')).toMatchObject({ code: 'validation_error', param: 'session_ids' });
  });

  it('[RT68] has the store asked for at most as many sessions at a time', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
    const store = Object.assign(new MemoryStore(), { locate: () => answered });
    const rig = new Rig({ store });
    const unknown = Array.from({ length: MAX_OBSERVED }, (_, i) => `ses_${i}`);
    const observer = await rig.observe({ sessionIds: unknown });
    const ask = (): void =>
      observer.say({ kind: 'observe.subscribe', value: { sessionIds: ['ses_x'], kinds: [] } });
    ask();
    await settled();
    expect(observer.socket.all('error')).toMatchObject([{ code: 'validation_error', param: 'session_ids' }]);
    answer();
    await settled();
    expect(observer.socket.all('error')).toHaveLength(1 + MAX_OBSERVED);
    ask();
    await settled();
    expect(observer.socket.last('error').code).toBe('session_not_found');
  });

  it('[RT68] is closed after two minutes when it observes nothing', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const idle = await rig.observe({ sessionIds: ['ses_nobody'] });
    const busy = await rig.observe({ sessionIds: [peer.sessionId] });
    peer.say({ kind: 'pause', value: { reason: 'hold' } });
    await rig.clock.advance(121_000);
    expect(idle.socket.closedWith?.code).toBe(4003);
    expect(busy.socket.closedWith).toBeUndefined();
  });

  it('[RT68] observes any number of sessions one after another, and has two minutes after the last', async () => {
    const rig = new Rig();
    const observer = await rig.observe({ sessionIds: ['ses_nobody'] });
    for (let i = 0; i <= MAX_OBSERVED; i += 1) {
      const peer = await rig.open();
      observer.say({ kind: 'observe.subscribe', value: { sessionIds: [peer.sessionId], kinds: [] } });
      await rig.clock.advance(10_000);
      peer.say({ kind: 'session.end', value: {} });
      await settled();
    }
    const refused = observer.socket.all('error').filter(({ code }) => code !== 'session_not_found');
    expect(refused).toEqual([]);
    expect(observer.socket.all('session_end')).toHaveLength(MAX_OBSERVED + 1);
    await rig.clock.advance(119_000);
    expect(observer.socket.closedWith).toBeUndefined();
    await rig.clock.advance(2_000);
    expect(observer.socket.closedWith?.code).toBe(4003);
  });
});
