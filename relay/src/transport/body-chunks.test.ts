import { describe, expect, it } from 'vitest';
import { BodyChunks } from './body-chunks.js';

const chunk = (size: number, value = 1): ArrayBuffer => new Uint8Array(size).fill(value).buffer;

describe('the chunks of a body', () => {
  it('are joined in their order, whatever their sizes', async () => {
    const chunks = new BodyChunks();
    const sizes = [3, 0, 70_000, 1, 40_000, 20_000, 60_000, 5];
    for (const [index, size] of sizes.entries()) chunks.add(chunk(size, index));
    const expected = Buffer.concat(sizes.map((size, index) => Buffer.alloc(size, index)));
    expect(chunks.size).toBe(expected.length);
    expect((await chunks.join()).equals(expected)).toBe(true);
  });

  it('are an empty body when none came', async () => {
    expect(await new BodyChunks().join()).toHaveLength(0);
  });

  it('do not cost an object each', async () => {
    const chunks = new BodyChunks();
    const reused = chunk(64);
    for (let count = 0; count < 10_000; count++) chunks.add(reused);
    expect((chunks as unknown as { blocks: unknown[] }).blocks.length).toBeLessThan(20);
    expect(await chunks.join()).toHaveLength(640_000);
  });

  it('are too small when thousands of them bring next to nothing', () => {
    const chunks = new BodyChunks();
    for (let count = 0; count < 4_096; count++) chunks.add(chunk(1));
    expect(chunks.areTooSmall).toBe(false);
    chunks.add(chunk(1));
    expect(chunks.areTooSmall).toBe(true);
    const useful = new BodyChunks();
    for (let count = 0; count < 10_000; count++) useful.add(chunk(160));
    expect(useful.areTooSmall).toBe(false);
  });
});
