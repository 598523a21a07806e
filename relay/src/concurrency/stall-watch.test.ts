import { describe, expect, it } from 'vitest';
import { type Stall, StallWatch } from './stall-watch.js';

const setUp = () => {
  const state = { nowMs: 1_000, cpuMs: 0, waitedMs: 0 };
  const stalls: Stall[] = [];
  const ends: (() => void)[] = [];
  const held: [work: string, ms: number][] = [];
  const beats: number[] = [];
  const watch = new StallWatch({
    onStall: (stall) => void stalls.push(stall),
    nowMs: () => state.nowMs,
    cpuMs: () => state.cpuMs,
    waitedMs: () => state.waitedMs,
    onHeld: (work, ms) => void held.push([work, ms]),
    onBeat: (delayMs) => void beats.push(delayMs),
    afterThis: (callback) => void ends.push(callback),
  });
  const work = (ms: number): void => {
    state.nowMs += ms;
    state.cpuMs += ms;
  };
  const endTurn = (): void => {
    for (const end of ends.splice(0)) end();
  };
  return { watch, state, stalls, work, endTurn, ends, held, beats };
};

describe('a watch for stalls', () => {
  it('names the work that held the thread', () => {
    const { watch, stalls, work, endTurn } = setUp();
    watch.begin('/v1/stream');
    work(3);
    watch.begin('/v1/analyze');
    work(200);
    watch.begin('/healthz');
    work(1);
    endTurn();
    work(6);
    watch.beat();
    expect(stalls).toEqual([{ work: '/v1/analyze', workMs: 200, delayMs: 190, waitedMs: 0 }]);
  });

  it('blames nobody for what began after the turn of the loop', () => {
    const { watch, stalls, work, endTurn } = setUp();
    watch.begin('/v1/analyze');
    work(2);
    endTurn();
    work(300);
    watch.beat();
    expect(stalls).toMatchObject([{ work: 'other', workMs: 300 }]);
  });

  it('says that the process stood still when it used no processor time', () => {
    const { watch, state, stalls } = setUp();
    watch.begin('/v1/stream');
    state.nowMs += 45_000;
    watch.beat();
    expect(stalls).toMatchObject([{ work: 'stopped', delayMs: 44_980 }]);
  });

  it('tells how long each piece of work took, and how late each beat was', () => {
    const { watch, held, beats, work, endTurn } = setUp();
    watch.begin('/v1/stream');
    work(1);
    watch.begin('/v1/analyze');
    work(30);
    endTurn();
    work(9);
    watch.beat();
    expect(held).toEqual([
      ['/v1/stream', 1],
      ['/v1/analyze', 30],
    ]);
    expect(beats).toEqual([20]);
  });

  it('does not count what the thread waited for a processor', () => {
    const { watch, held, beats, stalls, state, work, endTurn } = setUp();
    watch.begin('/v1/analyze');
    work(10);
    state.nowMs += 90;
    state.waitedMs += 90;
    endTurn();
    watch.beat();
    expect(held).toEqual([['/v1/analyze', 10]]);
    expect(beats).toEqual([0]);
    expect(stalls).toMatchObject([{ work: '/v1/analyze', workMs: 100, waitedMs: 90 }]);
  });

  it('takes what was waited off once, however many worked meanwhile', () => {
    const { watch, held, state, work, endTurn } = setUp();
    for (const route of ['/v1/analyze', '/v1/stream']) {
      watch.begin(route);
      work(30);
      endTurn();
    }
    state.waitedMs += 40;
    watch.beat();
    expect(held).toEqual([
      ['/v1/analyze', 0],
      ['/v1/stream', 20],
    ]);
  });

  it('reports each stall once, and none of 50 ms', () => {
    const { watch, stalls, work } = setUp();
    watch.begin('/v1/analyze');
    work(70);
    watch.beat();
    expect(stalls).toEqual([]);
    work(71);
    watch.beat();
    work(20);
    watch.beat();
    expect(stalls).toHaveLength(1);
  });

  it('asks for the end of a turn once, however much begins in it', () => {
    const { watch, ends, endTurn } = setUp();
    for (let count = 0; count < 100; count++) watch.begin('/v1/stream');
    expect(ends).toHaveLength(1);
    endTurn();
    watch.begin('/v1/stream');
    expect(ends).toHaveLength(1);
  });
});
