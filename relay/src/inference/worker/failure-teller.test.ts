import { describe, expect, it } from 'vitest';
import { FailureTeller } from './failure-teller.js';

describe('what a model throws', () => {
  it('is told once a minute, and thrown on every time', async () => {
    let nowMs = 0;
    const told: string[] = [];
    const teller = new FailureTeller(
      (message) => told.push(message),
      () => nowMs,
    );
    const run = teller.watch((batch: number) => Promise.reject(new Error(`no memory for ${batch}`)));
    const read = teller.watch(() => Promise.reject(new Error('no memory at all')));
    await expect(run(8)).rejects.toThrow('no memory for 8');
    await expect(run(1)).rejects.toThrow('no memory for 1');
    await expect(read()).rejects.toThrow('no memory at all');
    expect(told).toEqual(['no memory for 8']);
    nowMs = 60_000;
    await expect(read()).rejects.toThrow();
    expect(told).toEqual(['no memory for 8', 'no memory at all']);
  });

  it('changes nothing of what works', async () => {
    const told: string[] = [];
    const teller = new FailureTeller(
      (message) => told.push(message),
      () => 0,
    );
    const sum = teller.watch((a: number, b: number) => Promise.resolve(a + b));
    expect(await sum(2, 3)).toBe(5);
    expect(told).toEqual([]);
  });
});
