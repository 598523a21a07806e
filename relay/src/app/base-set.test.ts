import { describe, expect, it } from 'vitest';
import { BUILT_IN_MODELS } from '../config/config.js';
import { readBaseSet } from './base-set.js';
import { describeReaders } from './inference.js';

describe.each(BUILT_IN_MODELS)('the readers of the model `%s`', (builtIn) => {
  it('have a base set that they heard themselves: `npm run base-set -- <folder>` makes it anew after a training', async () => {
    const readers = (await describeReaders({ model: { builtIn } })) ?? expect.fail('no readers');
    for (const reader of [readers.live, readers.full ?? expect.fail('no full reader')]) {
      const set = (await readBaseSet(reader)) ?? expect.fail(`${reader.id} has no base set of its own`);
      const labels = new Set(set.map(({ label }) => label));
      expect(labels.size).toBeGreaterThan(5);
      expect(labels.has(-1)).toBe(false);
      expect(new Set(set.map(({ voice }) => voice)).size).toBeGreaterThan(5);
      expect(set.every(({ embedding }) => embedding.length === reader.classifier.heads[0].size)).toBe(true);
    }
  });
});
