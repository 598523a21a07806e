import { expect, it } from 'vitest';
import { EarChannel } from './ear-channel.js';
import { EarMemory } from './ear-memory.js';

const BLOCK = 8_000;

it('a channel that is over leaves its memory to the next one, wiped', () => {
  const memory = new EarMemory({ granularitySamples: BLOCK, stateSize: 4 });
  const first = new EarChannel('a', memory, () => true);
  first.fresh();
  first.block(new Float32Array(3 * BLOCK + 100).fill(0.5));
  const state = first.freshState();
  state.fill(7);
  first.keepState(state);
  for (const step of first.takeSteps()) if (step.kind === 'block') first.recycle(step.audio);
  first.release();
  const blocks = [0, 1, 2, 3].map(() => memory.blocks.take());
  expect(new Set(blocks).size).toBe(4);
  expect([...blocks, memory.states.take()].every((list) => list.every((value) => value === 0))).toBe(true);
  expect(memory.pieces.take().every((value) => value === 0)).toBe(true);
  expect(state.every((value) => value === 0)).toBe(true);
});

it('a state that was on its way while its channel ended is wiped as well', () => {
  const memory = new EarMemory({ granularitySamples: BLOCK, stateSize: 4 });
  const channel = new EarChannel('a', memory, () => true);
  const state = channel.freshState().fill(7);
  channel.release();
  channel.keepState(state);
  expect(channel.takeState()).toBeUndefined();
  expect(memory.states.take()).toBe(state);
  expect(state.every((value) => value === 0)).toBe(true);
});

it('memory that is given back beyond what may wait is left to the collector', () => {
  const memory = new EarMemory({ granularitySamples: BLOCK, stateSize: 4 });
  const given = Array.from({ length: 100 }, (): Float32Array => new Float32Array(4));
  for (const each of given) memory.states.give(each);
  const taken = Array.from({ length: 100 }, () => memory.states.take());
  expect(taken.filter((each) => given.includes(each))).toHaveLength(32);
});
