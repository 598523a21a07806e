import { describe, expect, it } from 'vitest';
import { FramePool } from './frame-pool.js';

describe('The frame pool', () => {
  it('reuses a returned buffer before it makes another', () => {
    const pool = new FramePool(640, 1, 8);
    const first = pool.acquire();
    if (first === null) throw new Error('the prepared buffer is missing');
    pool.release(first);
    expect(pool.acquire()).toBe(first);
  });

  it('refuses when the allowed number is in circulation', () => {
    const pool = new FramePool(640, 0, 2);
    expect(pool.acquire()).not.toBeNull();
    expect(pool.acquire()).not.toBeNull();
    expect(pool.acquire()).toBeNull();
  });

  it('keeps no buffer of another length, and no detached one', () => {
    const pool = new FramePool(640, 0, 1);
    pool.release(new Int16Array(100));
    const detached = new Int16Array(640);
    structuredClone(detached, { transfer: [detached.buffer] });
    pool.release(detached);
    expect(pool.acquire()).toHaveLength(640);
    expect(pool.acquire()).toBeNull();
  });
});
