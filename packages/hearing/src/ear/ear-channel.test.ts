import { describe, expect, it } from 'vitest';
import { EarChannel, LONGEST_UTTERANCE_S } from './ear-channel.js';
import { EarMemory } from './ear-memory.js';

const BLOCK = 8_000;
const memory = (): EarMemory => new EarMemory({ granularitySamples: BLOCK, stateSize: 4 });
const second = (): Float32Array => new Float32Array(16_000);
const kindsOf = (channel: EarChannel): string[] => channel.takeSteps().map(({ kind }) => kind);

describe('the steps of a channel', () => {
  it('end a stretch with its utterance, and then the reader rests', () => {
    const channel = new EarChannel('v', memory(), () => true);
    channel.fresh();
    channel.block(second());
    channel.end();
    expect(kindsOf(channel)).toEqual(['fresh', 'block', 'block', 'utterance', 'rest']);
    channel.end();
    expect(kindsOf(channel)).toEqual([]);
  });

  it('end an utterance within a long stretch, and the reader goes on', () => {
    const channel = new EarChannel('v', memory(), () => true);
    channel.fresh();
    for (let n = 0; n <= LONGEST_UTTERANCE_S; n++) channel.block(second());
    const kinds = kindsOf(channel);
    expect(kinds.filter((kind) => kind === 'utterance')).toHaveLength(1);
    expect(kinds).not.toContain('rest');
  });

  it('have an utterance’s audio only where it was worth keeping as the utterance began', () => {
    let keeps = false;
    const channel = new EarChannel('v', memory(), () => keeps);
    const audioOf = (): (number | undefined)[] => {
      channel.fresh();
      channel.block(second());
      keeps = !keeps;
      channel.block(second());
      channel.end();
      return channel.takeSteps().flatMap((step) => (step.kind === 'utterance' ? [step.audio?.samples] : []));
    };
    expect([audioOf(), audioOf(), audioOf()]).toEqual([[undefined], [32_000], [undefined]]);
  });

  it('hear a block in the memory of one before, wiped', () => {
    const channel = new EarChannel('v', memory(), () => false);
    const nextBlock = (): Float32Array | undefined =>
      channel.takeSteps().flatMap((step) => (step.kind === 'block' ? [step.audio] : []))[0];
    channel.fresh();
    channel.block(new Float32Array(BLOCK).fill(0.5));
    const first = nextBlock();
    expect(first?.[0]).toBe(0.5);
    if (first !== undefined) channel.recycle(first);
    expect(first?.some((sample) => sample !== 0)).toBe(false);
    channel.block(new Float32Array(2 * BLOCK).fill(0.25));
    const [, third] = channel.takeSteps().flatMap((step) => (step.kind === 'block' ? [step.audio] : []));
    expect(third).toBe(first);
    expect(third?.every((sample) => sample === 0.25)).toBe(true);
  });
});
