import { describe, expect, it } from 'vitest';
import { Ear, type EarJob } from './ear.js';
import { EarChannel, LONGEST_UTTERANCE_S } from './ear-channel.js';
import type { EarReaders } from './readers.js';

const BLOCK = 8_000;
const second = (): Float32Array => new Float32Array(16_000);
const kindsOf = (channel: EarChannel): string[] => channel.takeSteps().map(({ kind }) => kind);

describe('the steps of a channel', () => {
  it('end a stretch with its utterance, and then the reader rests', () => {
    const channel = new EarChannel('v', BLOCK, true);
    channel.fresh();
    channel.block(second());
    channel.end();
    expect(kindsOf(channel)).toEqual(['fresh', 'block', 'block', 'utterance', 'rest']);
    channel.end();
    expect(kindsOf(channel)).toEqual([]);
  });

  it('end an utterance within a long stretch, and the reader goes on', () => {
    const channel = new EarChannel('v', BLOCK, true);
    channel.fresh();
    for (let n = 0; n <= LONGEST_UTTERANCE_S; n++) channel.block(second());
    const kinds = kindsOf(channel);
    expect(kinds.filter((kind) => kind === 'utterance')).toHaveLength(1);
    expect(kinds).not.toContain('rest');
  });

  it('leave no state of the reader while it rests', async () => {
    const channel = new EarChannel('v', BLOCK, false);
    channel.state = new Float32Array(4);
    // No step here asks a reader.
    const job = { channel, steps: [{ kind: 'rest' }], ended: [] } as unknown as EarJob;
    await new Ear({} as EarReaders).run([job]);
    expect(channel.state).toBeUndefined();
  });
});
