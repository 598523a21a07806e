import { fromBase64 } from './base64.js';
import { NuisanceDirections, scaleToUnit } from './nuisance-directions.js';
import { RowProducts } from './row-products.js';
import { SpeakerError } from './speaker-error.js';
import type { SpeakerMetadata } from './speaker-metadata.js';

const opened = new WeakMap<SpeakerMetadata, Cohort>();

/**
 * Voices of training speakers that normalize scores of stretches of one line. Some voices are similar to everybody, so
 * a cosine must be compared with how similar both voiceprints are to their nearest strangers (Conneau et al.
 * 2018, "Word Translation Without Parallel Data", section 2.3, cross-domain similarity local scaling).
 */
export class Cohort {
  /** Each row of unit length. */
  private readonly voices: RowProducts;
  private readonly heard = new WeakMap<Float32Array, number>();

  /** @throws SpeakerError `metadata_invalid` when the cohort's size does not fit */
  static of(metadata: SpeakerMetadata): Cohort {
    const known = opened.get(metadata) ?? new Cohort(metadata);
    opened.set(metadata, known);
    return known;
  }

  private constructor(private readonly metadata: SpeakerMetadata) {
    const { codes, count, nearest } = metadata.cohort;
    const { dimensions } = metadata;
    const rows = fromBase64(codes);
    if (rows.length !== count * dimensions || nearest > count)
      throw new SpeakerError('metadata_invalid', 'cohort: its size does not fit');
    const voices = Array.from({ length: count }, (_, voice) => {
      const row = Float32Array.from(rows.subarray(voice * dimensions, (voice + 1) * dimensions));
      NuisanceDirections.of(metadata).takeOut(row);
      scaleToUnit(row);
      return row;
    });
    this.voices = new RowProducts(count, dimensions, (voice, n) => voices[voice]?.[n] ?? 0);
  }

  /** The cosine of two embeddings minus the average of their mean cosines with their nearest strangers. */
  normalize(cosine: number, a: Float32Array, b: Float32Array): number {
    return cosine - 0.5 * (this.likeness(a) + this.likeness(b));
  }

  /** The mean cosine with the nearest strangers. */
  private likeness(embedding: Float32Array): number {
    const known = this.heard.get(embedding);
    if (known !== undefined) return known;
    const { count, nearest } = this.metadata.cohort;
    const cosines = this.voices.times(embedding);
    const top = cosines.sort().subarray(count - nearest);
    const mean = top.reduce((sum, value) => sum + value, 0) / nearest;
    this.heard.set(embedding, mean);
    return mean;
  }
}
