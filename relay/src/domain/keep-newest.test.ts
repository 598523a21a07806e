import { expect, it } from 'vitest';
import { keepNewest } from './keep-newest.js';

it('the entry that was put longest ago leaves a full map, and one that is put again stays', () => {
  const map = new Map<string, number>();
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
  ] as const)
    keepNewest(map, key, value, 2);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});

it('an empty key is an entry like any other', () => {
  const map = new Map([['', 1]]);
  keepNewest(map, 'b', 2, 1);
  expect([...map.keys()]).toEqual(['b']);
});
