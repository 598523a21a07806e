import { EmbeddingProjection } from './embedding-projection.js';
import { FramePool } from './frame-pool.js';
import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import { cosine, scoreVoiceprints } from './speaker-score.js';
import type { FrameSpan } from './speech-mask.js';
import type { Voiceprint } from './voiceprint.js';

/** Frames between two looks at what a voice has become; its embedding costs a matrix product. */
const REFRESH_FRAMES = 20;
/** A voice is compared with the others only once it is known this well. */
const KNOWN_FRAMES = 40;

interface Voice {
  readonly pool: FramePool;
  embedding: Float32Array;
  frames: number;
  refreshedAt: number;
  /** The earlier voice that this one turned out to be. */
  sameAs?: number;
}

/** The voices that a live stream has heard so far; each grows with what is given to it. */
export class VoiceGallery {
  private readonly voices: Voice[] = [];
  private readonly projection: EmbeddingProjection;

  constructor(private readonly metadata: SpeakerMetadata) {
    this.projection = EmbeddingProjection.of(metadata);
  }

  /** How many voices are told apart at present. */
  get size(): number {
    return this.voices.filter(({ sameAs }) => sameAs === undefined).length;
  }

  /** Opens a voice; returns its number: a new one, or where all `most` are given, one that turned out to be another's. */
  open(most = Infinity): number {
    const pool = new FramePool(this.metadata);
    const embedding = new Float32Array(this.metadata.dimensions);
    const free = this.voices.findIndex(({ sameAs }) => sameAs !== undefined);
    const number = this.voices.length < most || free < 0 ? this.voices.length : free;
    this.voices[number] = { pool, embedding, frames: 0, refreshedAt: 0 };
    return number;
  }

  /** Lets a voice grow by frames that are its own. */
  grow(number: number, frames: SpeakerFrames, { from, to }: FrameSpan): void {
    const voice = this.voices[number];
    if (voice === undefined || to <= from) return;
    voice.pool.add(frames, from, to);
    voice.frames += to - from;
    if (voice.refreshedAt > 0 && voice.frames - voice.refreshedAt < REFRESH_FRAMES) return;
    this.refresh(voice);
    if (voice.frames >= KNOWN_FRAMES) this.fold(number);
  }

  /** The voice that goes on under this number: the earlier one, where both turned out to be one person's. */
  current(number: number): number {
    return this.voices[number]?.sameAs ?? number;
  }

  /**
   * How far a window may be of any known voice: the highest log-likelihood ratio, -Infinity without voices.
   *
   * @param seconds of speech in the window
   */
  nearest(embedding: Float32Array, seconds: number): number {
    const window = { space: this.metadata.space, embedding, speechSeconds: seconds };
    const ratios = this.voices
      .filter(({ sameAs }) => sameAs === undefined)
      .map((voice) => scoreVoiceprints(this.metadata, window, this.voiceprint(voice)).logLikelihoodRatio);
    return Math.max(-Infinity, ...ratios);
  }

  private voiceprint({ embedding, frames }: Voice): Voiceprint {
    const { space, granularitySamples, sampleRateHz } = this.metadata;
    return { space, embedding, speechSeconds: (frames * granularitySamples) / sampleRateHz };
  }

  /** Cosine of an embedding to every voice; -2 to those that turned out to be another. */
  compare(embedding: Float32Array): number[] {
    return this.voices.map((voice) => (voice.sameAs === undefined ? cosine(voice.embedding, embedding) : -2));
  }

  private refresh(voice: Voice): void {
    voice.embedding = this.projection.project(voice.pool.statistics());
    voice.refreshedAt = voice.frames;
  }

  /** Joins a voice with the nearest other one where they have become too near to be two people's. */
  private fold(number: number): void {
    const voice = this.voices[number];
    if (voice === undefined) return;
    let [nearest, best] = [-1, -Infinity];
    const own = this.voiceprint(voice);
    for (const [n, other] of this.voices.entries()) {
      if (n === number || other.sameAs !== undefined || other.frames < KNOWN_FRAMES) continue;
      const ratio = scoreVoiceprints(this.metadata, own, this.voiceprint(other)).logLikelihoodRatio;
      if (ratio > best) [nearest, best] = [n, ratio];
    }
    const { mergeAbove, singleAbove } = this.metadata.diarization;
    if (nearest < 0 || best < (this.size > 2 ? mergeAbove : singleAbove)) return;
    const [first, second] = [Math.min(number, nearest), Math.max(number, nearest)];
    const [keep, gone] = [this.voices[first], this.voices[second]];
    if (keep === undefined || gone === undefined) return;
    keep.pool.absorb(gone.pool);
    keep.frames += gone.frames;
    this.refresh(keep);
    for (const [n, other] of this.voices.entries())
      if (n === second || other.sameAs === second) other.sameAs = first;
  }
}
