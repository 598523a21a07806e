import { EmbeddingProjection } from './embedding-projection.js';
import { FramePool } from './frame-pool.js';
import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import type { FrameSpan } from './speech-mask.js';

/** A stretch of speech and its embedding. */
export interface EmbeddedWindow extends FrameSpan {
  readonly embedding: Float32Array;
}

/** Embeds any stretches of existing frames. */
export class WindowEmbedder {
  private readonly projection: EmbeddingProjection;

  constructor(private readonly metadata: SpeakerMetadata) {
    this.projection = EmbeddingProjection.of(metadata);
  }

  /** The embedding of several stretches together. */
  embed(frames: SpeakerFrames, spans: readonly FrameSpan[]): Float32Array {
    const pool = new FramePool(this.metadata);
    for (const { from, to } of spans) pool.add(frames, from, to);
    return this.projection.project(pool.statistics());
  }

  /**
   * The embeddings of windows that slide over a stretch; a stretch shorter than a window is one window. The
   * sums are carried from window to window, so the cost does not grow with the overlap.
   */
  slide(frames: SpeakerFrames, span: FrameSpan, length: number, hop: number): EmbeddedWindow[] {
    const windows: EmbeddedWindow[] = [];
    const pool = new FramePool(this.metadata);
    let [from, to] = [span.from, Math.min(span.to, span.from + length)];
    pool.add(frames, from, to);
    for (;;) {
      windows.push({ from, to, embedding: this.projection.project(pool.statistics()) });
      if (to >= span.to) return windows;
      const step = Math.min(hop, span.to - to);
      pool.add(frames, from, from + step, -1);
      pool.add(frames, to, to + step);
      from += step;
      to += step;
    }
  }
}
