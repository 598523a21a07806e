import { EmbeddingProjection } from './embedding-projection.js';
import { FramePool } from './frame-pool.js';
import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import { cosine, scoreVoiceprints } from './speaker-score.js';
import type { FrameSpan } from './speech-mask.js';

/** Frames between two looks at what a voice has become; its embedding costs a matrix product. */
const REFRESH_FRAMES = 20;

interface Voice {
  readonly pool: FramePool;
  embedding: Float32Array;
  frames: number;
  refreshedAt: number;
}

/** The voices that a live stream has heard so far; each grows with what is given to it. */
export class VoiceGallery {
  private readonly voices: Voice[] = [];
  private readonly projection: EmbeddingProjection;

  constructor(private readonly metadata: SpeakerMetadata) {
    this.projection = EmbeddingProjection.of(metadata);
  }

  get size(): number {
    return this.voices.length;
  }

  /** Opens a voice; returns its number. */
  open(): number {
    const pool = new FramePool(this.metadata);
    this.voices.push({
      pool,
      embedding: new Float32Array(this.metadata.dimensions),
      frames: 0,
      refreshedAt: 0,
    });
    return this.voices.length - 1;
  }

  /** Lets a voice grow by frames that are its own. */
  grow(number: number, frames: SpeakerFrames, { from, to }: FrameSpan): void {
    const voice = this.voices[number];
    if (voice === undefined || to <= from) return;
    voice.pool.add(frames, from, to);
    voice.frames += to - from;
    if (voice.refreshedAt === 0 || voice.frames - voice.refreshedAt >= REFRESH_FRAMES) {
      voice.embedding = this.projection.project(voice.pool.statistics());
      voice.refreshedAt = voice.frames;
    }
  }

  /**
   * How far a window may be of any known voice: the highest log-likelihood ratio, -Infinity without voices.
   *
   * @param seconds of speech in the window
   */
  nearest(embedding: Float32Array, seconds: number): number {
    const { space, granularitySamples, sampleRateHz } = this.metadata;
    const window = { space, embedding, speechSeconds: seconds };
    const ratios = this.voices.map((voice) => {
      const speechSeconds = (voice.frames * granularitySamples) / sampleRateHz;
      const known = { space, embedding: voice.embedding, speechSeconds };
      return scoreVoiceprints(this.metadata, window, known).logLikelihoodRatio;
    });
    return Math.max(-Infinity, ...ratios);
  }

  /** Cosine of an embedding to every voice. */
  compare(embedding: Float32Array): number[] {
    return this.voices.map((voice) => cosine(voice.embedding, embedding));
  }
}
