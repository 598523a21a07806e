import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

const MODULE = new URL('./collect-garbage.mjs', import.meta.url).href;

/** Makes young objects as a start does, in a thread of its own, and tells how large their part of the heap is before and after. */
const SCRIPT = `
import { parentPort } from 'node:worker_threads';
import { getHeapSpaceStatistics } from 'node:v8';
import { collectGarbage } from '${MODULE}';
const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').physical_space_size;
const kept = [];
for (let each = 0; each < 1_000_000; each++) kept[each % 200_000] = { each };
const before = young();
await collectGarbage();
parentPort.postMessage({ before, after: young(), kept: kept.length });
`;

it('makes the part of the heap for young objects small again', async () => {
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`));
  const { before, after } = await new Promise<{ before: number; after: number }>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  expect(before).toBeGreaterThan(8 * 1_048_576);
  expect(after).toBeLessThan(before / 4);
});
