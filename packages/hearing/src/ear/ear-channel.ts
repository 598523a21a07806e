import type { Judgement } from '@undertone/model';
import type {
  Dimensions,
  EmotionReading,
  KnownSeconds,
  ModelFault,
  SpanOutputs,
  VocalSound,
} from '../findings.js';
import type { EarMemory } from './ear-memory.js';
import { UtteranceAudio } from './utterance-audio.js';

/**
 * What the readers are to do for one channel, in the order of its audio.
 * - `fresh`: a stretch of speech begins.
 * - `block`: the live reader hears the next block.
 * - `glance`: the live reader hears less than a block, filled with silence, and forgets it: a stretch has no reading yet.
 *   `seconds` of both are of the stretch up to there: what the state has heard.
 * - `utterance`: an utterance of `seconds` is over; `outOfDomain` says how little its signal was like speech; `audio` is for the full reader where there is one; whoever is done with it clears it.
 * - `rest`: the stretch is over. The live reader’s state takes 54 kB, and the next stretch begins with none.
 */
export type EarStep =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'rest' }
  | EarBlock
  | {
      readonly kind: 'utterance';
      readonly stretch: number;
      readonly seconds: number;
      readonly outOfDomain: number;
      readonly audio: UtteranceAudio | undefined;
    };

/** Half a second for the live reader, and what it heard. */
export interface EarBlock {
  readonly kind: 'block' | 'glance';
  readonly audio: Float32Array;
  readonly seconds: number;
  /** What the live reader gave for it, or why it gave nothing; undefined until it was asked. */
  heard?: BlockHeard | ModelFault;
}

/** The live reader's outputs for one block. */
export interface BlockHeard {
  readonly embedding: Float32Array;
  readonly vad: Float32Array;
  /** Of each kind of sound, before softmax; empty where the reader tells none. */
  readonly sound: Float32Array;
}

/** The live reader's last answer: as it was judged, and as it is told. */
export interface EarHeard {
  readonly judged: Judgement;
  /** The same by a tuned model, where one reads the stream. */
  readonly tuned: Judgement | undefined;
  readonly reading: EarReading;
}

/** A reading of the live or of the full reader, before trust in the audio is counted in. */
export interface EarReading {
  readonly emotion: EmotionReading;
  readonly dimensions: Dimensions;
  /** What was known of the line and the voice when it was judged. */
  readonly baseline: KnownSeconds;
  /** Probability that it is not speech, 0 to 1. */
  readonly outOfDomain: number;
  /** The likeliest vocal sound, if it is not speech and that sound is likelier than any other sound. */
  readonly vocalSound?: VocalSound;
  /** Probability of each of a tuned model's labels, in its order. */
  readonly tunedProbabilities?: readonly number[];
  /** For training a head; where the channel's `outputs` are wanted. */
  readonly heard?: SpanOutputs;
}

/** A monologue without a pause counts as utterances of this length, s: the full reader learned from clips of 1 to 15 s. */
export const LONGEST_UTTERANCE_S = 10;
const SAMPLE_RATE_HZ = 16_000;

/**
 * One channel as the readers hear it. The first half collects what the speech gate passes on, while the signal is analyzed;
 * the second half is what `LiveHearing` and `Ear` make of it afterwards.
 */
export class EarChannel {
  /** Counts stretches of speech. */
  stretch = 0;
  /** What was heard last, and what that means; it stays until the next block. */
  heard: EarHeard | undefined;
  fault: ModelFault | undefined;
  /** Whether readings carry what a head is trained on. */
  outputs = false;
  /** The live reader's state; only speech needs one, so a channel has none while it is silent. */
  private state: Float32Array | undefined;
  private isOver = false;
  private steps: EarStep[] = [];
  private pending: Float32Array | undefined;
  private filled = 0;
  private blocks = 0;
  private utteranceSamples = 0;
  private stretchSamples = 0;
  private audio: UtteranceAudio;
  /** Whether the audio of the utterance is kept; decided as it begins. */
  private keeps = false;

  /**
   * @param voice who speaks on it: the key of the voice in the baseline
   * @param memory that the channels of a worker share
   * @param outOfDomain how little the signal of the stretch is like speech so far, 0 to 1
   * @param keepsAudio whether an utterance that begins is worth keeping until its end, for the full reader
   */
  constructor(
    readonly voice: string,
    private readonly memory: EarMemory,
    private readonly keepsAudio: () => boolean,
    private readonly outOfDomain: () => number = () => 0,
  ) {
    this.audio = new UtteranceAudio(memory.pieces);
  }

  /** Audio of the utterance so far, s. */
  get seconds(): number {
    return this.utteranceSamples / SAMPLE_RATE_HZ;
  }

  /** Audio of the stretch so far, ms. */
  get stretchMs(): number {
    return (1000 * this.stretchSamples) / SAMPLE_RATE_HZ;
  }

  /** A stretch of speech begins. */
  fresh(): void {
    this.end();
    this.stretch++;
    this.stretchSamples = 0;
    this.blocks = 0;
    this.pending = this.memory.blocks.take();
    this.steps.push({ kind: 'fresh' });
  }

  /** Takes speech, -1 to 1; the samples are copied. */
  block(samples: Float32Array): void {
    if (this.utteranceSamples === 0) this.keeps = this.keepsAudio();
    if (this.keeps) this.audio.add(samples);
    let from = 0;
    while (from < samples.length && this.pending !== undefined) {
      const { length } = this.pending;
      const part = samples.subarray(from, from + length - this.filled);
      this.pending.set(part, this.filled);
      this.filled += part.length;
      this.utteranceSamples += part.length;
      this.stretchSamples += part.length;
      from += part.length;
      if (this.filled === length) this.pass('block');
    }
    if (this.seconds >= LONGEST_UTTERANCE_S) this.closeUtterance();
  }

  /** The stretch of speech is over: silence, a gap, or the end of the channel. */
  end(): void {
    if (this.pending === undefined) return;
    // The rest is mostly the silence that ended the stretch, unless there was hardly anything before it.
    if (this.filled > 0 && this.blocks === 0) this.pass('block');
    this.closeUtterance();
    this.steps.push({ kind: 'rest' });
    this.memory.blocks.give(this.pending);
    this.pending = undefined;
    this.filled = 0;
  }

  /** What is to be done for the audio since the last call. A stretch that has no block yet gets a glance. */
  takeSteps(): readonly EarStep[] {
    if (this.pending !== undefined && this.blocks === 0 && this.filled > 0) {
      const audio = this.memory.blocks.take();
      audio.set(this.pending);
      this.steps.push({ kind: 'glance', audio, seconds: this.stretchMs / 1000 });
    }
    const { steps } = this;
    this.steps = [];
    return steps;
  }

  /** Takes back a block that was heard. */
  recycle(audio: Float32Array): void {
    this.memory.blocks.give(audio);
  }

  /** The live reader's state after the last block of the stretch, for whoever hears the next ones. */
  takeState(): Float32Array | undefined {
    const { state } = this;
    this.state = undefined;
    return state;
  }

  /** A state of zeros, for a stretch that begins. */
  freshState(): Float32Array {
    return this.memory.states.take();
  }

  /** The stretch goes on from this state. */
  keepState(state: Float32Array): void {
    if (this.isOver) this.giveState(state);
    else this.state = state;
  }

  /** Takes back a state that no stretch goes on from. */
  giveState(state: Float32Array): void {
    this.memory.states.give(state);
  }

  /** The channel is over: what it holds goes to others, wiped. Nothing may be given to it afterwards. */
  release(): void {
    if (this.pending !== undefined) this.memory.blocks.give(this.pending);
    this.pending = undefined;
    for (const step of this.takeSteps()) {
      if (step.kind === 'block' || step.kind === 'glance') this.memory.blocks.give(step.audio);
      if (step.kind === 'utterance') step.audio?.clear();
    }
    this.audio.clear();
    const state = this.takeState();
    if (state !== undefined) this.giveState(state);
    this.isOver = true;
  }

  private pass(kind: 'block'): void {
    if (this.pending === undefined) return;
    this.steps.push({ kind, audio: this.pending, seconds: this.stretchMs / 1000 });
    this.pending = this.memory.blocks.take();
    this.filled = 0;
    this.blocks++;
  }

  private closeUtterance(): void {
    const { stretch, seconds } = this;
    const audio = this.keeps ? this.audio : undefined;
    if (audio !== undefined) this.audio = new UtteranceAudio(this.memory.pieces);
    const outOfDomain = this.outOfDomain();
    if (seconds > 0) this.steps.push({ kind: 'utterance', stretch, seconds, outOfDomain, audio });
    this.utteranceSamples = 0;
  }
}
