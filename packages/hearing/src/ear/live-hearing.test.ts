import type { ModelMetadata } from '@undertone/model';
import { describe, expect, it } from 'vitest';
import { type EarBlock, EarChannel, type EarStep } from './ear-channel.js';
import { EarMemory } from './ear-memory.js';
import { LiveHearing } from './live-hearing.js';
import type { LiveReader } from './readers.js';

const BLOCK = 8;

/** A reader whose embedding is the sum of all that its state has heard. It fails on a block that begins with 9. */
const reader = (): LiveReader & { readonly calls: number[] } => {
  const calls: number[] = [];
  return {
    calls,
    metadata: { granularitySamples: BLOCK, stateSize: 1, embeddingSize: 1 } as ModelMetadata,
    classifier: {} as LiveReader['classifier'],
    run: (audio, rows, state) => {
      calls.push(rows);
      const heard = Array.from({ length: rows }, (_, row) => audio[row * BLOCK] ?? 0);
      if (heard.includes(9)) return Promise.reject(new Error('a bad block'));
      const sums = Float32Array.from(heard, (first, row) => first + (state[row] ?? 0));
      return Promise.resolve({
        embedding: sums,
        vad: new Float32Array(3 * rows),
        logits: new Float32Array(rows),
        state: sums.slice(),
      });
    },
  };
};

const memory = (): EarMemory => new EarMemory({ granularitySamples: BLOCK, stateSize: 1 });
const channelOf = (spares: EarMemory): EarChannel => new EarChannel('v', spares, () => false);

/** The channel's steps for stretches of these blocks; the last one goes on. */
const stepsFor = (channel: EarChannel, stretches: readonly (readonly number[])[]): readonly EarStep[] => {
  for (const values of stretches) {
    channel.fresh();
    for (const value of values) channel.block(new Float32Array(BLOCK).fill(value));
  }
  return channel.takeSteps();
};

const heardIn = (steps: readonly EarStep[]) =>
  steps
    .filter((step): step is EarBlock => step.kind === 'block')
    .map(({ heard }) => (typeof heard === 'object' ? heard.embedding[0] : heard));

describe('the live reader', () => {
  it('hears the stretches of one recording side by side, each from its own beginning', async () => {
    const live = reader();
    const channel = channelOf(memory());
    const steps = stepsFor(channel, [[1, 2, 3], [4], [5, 6]]);
    await new LiveHearing(live).hear([{ channel, steps }]);
    expect(heardIn(steps)).toEqual([1, 3, 6, 4, 5, 11]);
    expect(live.calls).toEqual([3, 2, 1]);
    expect(channel.takeState()?.[0]).toBe(11);
  });

  it('goes on with the stretch of the jobs before', async () => {
    const live = new LiveHearing(reader());
    const channel = channelOf(memory());
    await live.hear([{ channel, steps: stepsFor(channel, [[1]]) }]);
    channel.block(new Float32Array(BLOCK).fill(2));
    const first = channel.takeSteps();
    channel.block(new Float32Array(BLOCK).fill(3));
    const second = channel.takeSteps();
    await live.hear([
      { channel, steps: first },
      { channel, steps: second },
    ]);
    expect(heardIn([...first, ...second])).toEqual([3, 6]);
  });

  it('calls no more than eight rows, the longest stretches first', async () => {
    const live = reader();
    const spares = memory();
    const jobs = Array.from({ length: 12 }, (_, n) => {
      const channel = channelOf(spares);
      return { channel, steps: stepsFor(channel, [n === 11 ? [1, 1, 1] : [1]]) };
    });
    await new LiveHearing(live).hear(jobs);
    expect(live.calls).toEqual([8, 5, 1]);
    expect(jobs.map(({ steps }) => heardIn(steps).length)).toEqual([...Array<number>(11).fill(1), 3]);
  });

  it('fails one block alone, and its stretch goes on afresh', async () => {
    const live = reader();
    const channel = channelOf(memory());
    const steps = stepsFor(channel, [
      [1, 9, 3],
      [4, 5],
    ]);
    await new LiveHearing(live).hear([{ channel, steps }]);
    expect(heardIn(steps)).toEqual([1, 'threw', 3, 4, 9]);
  });

  it('keeps no state of a stretch that is over', async () => {
    const channel = channelOf(memory());
    channel.fresh();
    channel.block(new Float32Array(BLOCK).fill(1));
    channel.end();
    await new LiveHearing(reader()).hear([{ channel, steps: channel.takeSteps() }]);
    expect(channel.takeState()).toBeUndefined();
  });
});
