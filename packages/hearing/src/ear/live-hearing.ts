import { advanceState, ReusedFloats, stateOutSize } from '@undertone/model';
import { allFinite } from '../all-finite.js';
import type { EarBlock, EarChannel, EarStep } from './ear-channel.js';
import type { LiveReader } from './readers.js';

/** So many half seconds share a call: eight take half the time of eight calls, sixteen hardly less. */
export const MOST_ROWS = 8;

/** One channel's steps, in the order of its audio. */
interface Steps {
  readonly channel: EarChannel;
  readonly steps: readonly EarStep[];
}

/** Blocks of one stretch of speech: each is heard with the state that the one before left. */
interface Stretch {
  readonly channel: EarChannel;
  readonly blocks: EarBlock[];
  heard: number;
  state: Float32Array | undefined;
  isOver: boolean;
}

/**
 * Runs the live reader on half seconds of speech. Stretches begin afresh, so that those of one recording share calls as those
 * of many channels do: what is heard does not depend on the company.
 */
export class LiveHearing {
  private readonly audio = new ReusedFloats();
  private readonly state = new ReusedFloats();

  constructor(private readonly live: LiveReader) {}

  /**
   * Sets `heard` of every block. Never throws: a block that the reader failed on has the fault, and its stretch goes on afresh.
   *
   * @param jobs several of one channel are in the order of its audio
   * @param pause called between calls of the reader
   */
  async hear(jobs: readonly Steps[], pause?: () => Promise<void>): Promise<void> {
    const stretches = stretchesOf(jobs);
    for (let left = stretches.filter(hasMore); left.length > 0; left = left.filter(hasMore)) {
      // The longest first, so that no long one is left to be heard alone.
      left.sort((a, b) => b.blocks.length - b.heard - (a.blocks.length - a.heard));
      await this.call(left.slice(0, MOST_ROWS));
      await pause?.();
    }
    for (const { channel, state, isOver } of stretches) {
      if (state === undefined) continue;
      if (isOver) channel.giveState(state);
      else channel.keepState(state);
    }
  }

  /** Hears the next block of each stretch. */
  private async call(stretches: readonly Stretch[]): Promise<void> {
    const { metadata, run } = this.live;
    const { stateSize, granularitySamples: size, embeddingSize, domain } = metadata;
    const domains = domain?.classes.length ?? 0;
    const newSize = stateOutSize(metadata);
    const audio = this.audio.take(stretches.length * size);
    const state = this.state.take(stretches.length * stateSize);
    stretches.forEach((stretch, row) => {
      audio.set(nextOf(stretch).audio, row * size);
      if (stretch.state === undefined) state.fill(0, row * stateSize, (row + 1) * stateSize);
      else state.set(stretch.state, row * stateSize);
    });
    let outputs: Awaited<ReturnType<LiveReader['run']>>;
    try {
      outputs = await run(audio, stretches.length, state);
    } catch {
      // One bad row must not fail the others.
      if (stretches.length > 1) for (const stretch of stretches) await this.call([stretch]);
      else for (const stretch of stretches) fail(stretch, 'threw');
      return;
    }
    stretches.forEach((stretch, row) => {
      const embedding = outputs.embedding.slice(row * embeddingSize, (row + 1) * embeddingSize);
      const vad = outputs.vad.slice(3 * row, 3 * row + 3);
      const sound = outputs.domain?.slice(row * domains, (row + 1) * domains) ?? new Float32Array(0);
      // The state is not looked through: what is wrong in it shows in the next block's embedding.
      if (![embedding, vad, sound].every(allFinite)) {
        fail(stretch, 'non_finite');
        return;
      }
      const block = passed(stretch);
      block.heard = { embedding, vad, sound };
      if (block.kind === 'glance') return;
      stretch.state ??= stretch.channel.freshState();
      advanceState(metadata, stretch.state, outputs.state.subarray(row * newSize, (row + 1) * newSize));
    });
  }
}

const stretchesOf = (jobs: readonly Steps[]): Stretch[] => {
  const stretches: Stretch[] = [];
  const current = new Map<EarChannel, Stretch>();
  const begin = (channel: EarChannel, state: Float32Array | undefined): Stretch => {
    const stretch: Stretch = { channel, blocks: [], heard: 0, state, isOver: false };
    stretches.push(stretch);
    current.set(channel, stretch);
    return stretch;
  };
  for (const { channel, steps } of jobs) {
    let stretch = current.get(channel) ?? begin(channel, channel.takeState());
    for (const step of steps) {
      if (step.kind === 'block' || step.kind === 'glance') stretch.blocks.push(step);
      else if (step.kind === 'rest') stretch.isOver = true;
      else if (step.kind === 'fresh') {
        stretch.isOver = true;
        stretch = begin(channel, undefined);
      }
    }
  }
  return stretches;
};

const hasMore = ({ blocks, heard }: Stretch): boolean => heard < blocks.length;

const nextOf = ({ blocks, heard }: Stretch): EarBlock => {
  const block = blocks[heard];
  if (block === undefined) throw new Error('a stretch without a next block is not heard');
  return block;
};

/** The block that was heard; the stretch is past it, and its audio serves others. */
const passed = (stretch: Stretch): EarBlock => {
  const block = nextOf(stretch);
  stretch.heard++;
  stretch.channel.recycle(block.audio);
  return block;
};

const fail = (stretch: Stretch, fault: 'threw' | 'non_finite'): void => {
  passed(stretch).heard = fault;
  if (stretch.state !== undefined) stretch.channel.giveState(stretch.state);
  stretch.state = undefined;
};
