import { expect, it } from 'vitest';
import { HeldTimes } from './held-times.js';

it('counts each time under every bound that it keeps', () => {
  const held = new HeldTimes();
  held.note('/v1/analyze', 0.2);
  held.note('/v1/analyze', 20);
  held.note('/v1/analyze', 20.1);
  held.note('/v1/analyze', 5_000);
  held.note('/healthz', 3);
  const of = (work: string, boundMs: number): number | undefined =>
    [...held.cumulated()].find((row) => row.work === work && row.boundMs === boundMs)?.count;
  expect([1, 15, 20, 30, 1_000, Infinity].map((bound) => of('/v1/analyze', bound))).toEqual([
    1, 1, 2, 3, 3, 4,
  ]);
  expect([2, 5, Infinity].map((bound) => of('/healthz', bound))).toEqual([0, 1, 1]);
});
