import { describe, expect, it } from 'vitest';
import { Semaphore, type SemaphoreLimits } from './semaphore.js';

const { signal } = new AbortController();

/** Jobs that end when told to, and the order in which they began. */
const rig = (limits: SemaphoreLimits) => {
  const places = new Semaphore(limits, () => new Error('full'));
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, group: string, stop = signal): Promise<void> => {
    const job = (): Promise<void> => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    };
    return places.run(job, stop, group);
  };
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const end = (name: string): Promise<void> => {
    ends.get(name)?.();
    return settled();
  };
  return { places, begun, run, end, settled };
};

describe('places that groups share', () => {
  it('go round the groups, however many jobs one of them brings', async () => {
    const { begun, run, end, settled } = rig({ running: 1, waiting: 10 });
    for (const name of ['a', 'b', 'c', 'd']) void run(name, 'greedy');
    void run('x', 'other');
    void run('y', 'third');
    await settled();
    for (const name of ['a', 'b', 'x', 'y', 'c', 'd']) await end(name);
    expect(begun).toEqual(['a', 'b', 'x', 'y', 'c', 'd']);
  });

  it('are never all with one group', async () => {
    const { places, begun, run, end, settled } = rig({ running: 2, waiting: 10, runningOfGroup: 1 });
    void run('a', 'greedy');
    void run('b', 'greedy');
    void run('x', 'other');
    await settled();
    expect(begun).toEqual(['a', 'x']);
    await end('x');
    // The free place waits for somebody else.
    expect([begun, places.load]).toEqual([['a', 'x'], { running: 1, waiting: 1 }]);
    await end('a');
    expect(begun).toEqual(['a', 'x', 'b']);
  });

  it('let one group fill only its part of the queue, and forget who gives up', async () => {
    const { places, begun, run, end } = rig({ running: 1, waiting: 3, waitingOfGroup: 1 });
    const leaving = new AbortController();
    void run('a', 'greedy');
    const given = run('b', 'greedy', leaving.signal);
    await expect(run('c', 'greedy')).rejects.toThrow('full');
    void run('x', 'other');
    leaving.abort(new Error('left'));
    await expect(given).rejects.toThrow('left');
    expect(places.load).toEqual({ running: 1, waiting: 1 });
    await end('a');
    expect(begun).toEqual(['a', 'x']);
    await end('x');
    expect(places.load).toEqual({ running: 0, waiting: 0 });
  });
});
