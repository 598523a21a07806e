import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { garbageThreadsFlag } from './garbage-threads.js';

it.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 2],
  [8, 4],
  [64, 7],
])('on %d cores, %d look for garbage', (cores, threads) => {
  expect(garbageThreadsFlag(cores)).toMatch(new RegExp(`=${threads}$`));
});

it('is a flag that this Node.js knows', () => {
  const { status, stderr } = spawnSync(process.execPath, [garbageThreadsFlag(2), '--eval', '']);
  expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' });
});
