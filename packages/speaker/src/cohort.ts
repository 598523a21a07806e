import { fromBase64 } from './base64.js';
import { SpeakerError } from './speaker-error.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import type { Voiceprint } from './voiceprint.js';

interface Likeness {
  readonly mean: number;
  readonly deviation: number;
}

const opened = new WeakMap<SpeakerMetadata, Cohort>();

/**
 * Voices of training speakers that every score is held against: some voices and lines are near to everybody, and a
 * cosine must be read by how near a voiceprint is to strangers (adaptive symmetric score normalisation, Matějka et al.
 * 2017, "Analysis of Score Normalization in Multilingual Speaker Recognition", eq. 3-5).
 */
export class Cohort {
  /** [count, dimensions], each row of unit length. */
  private readonly voices: Float32Array;
  private readonly heard = new WeakMap<Float32Array, Likeness>();

  /** @throws SpeakerError `metadata_invalid` where the cohort's size does not fit */
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
    this.voices = new Float32Array(rows.length);
    for (let from = 0; from < rows.length; from += dimensions) {
      const row = rows.subarray(from, from + dimensions);
      const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 1e-6));
      row.forEach((value, n) => (this.voices[from + n] = value / length));
    }
  }

  /** The cosine of two voiceprints in deviations above what each has with its nearest strangers. */
  normalize(cosine: number, a: Voiceprint, b: Voiceprint): number {
    const [first, second] = [this.likeness(a.embedding), this.likeness(b.embedding)];
    return 0.5 * ((cosine - first.mean) / first.deviation + (cosine - second.mean) / second.deviation);
  }

  private likeness(embedding: Float32Array): Likeness {
    const known = this.heard.get(embedding);
    if (known !== undefined) return known;
    const { count, nearest } = this.metadata.cohort;
    const { dimensions } = this.metadata;
    const { voices } = this;
    const cosines = new Float32Array(count);
    for (let voice = 0; voice < count; voice += 1) {
      const at = voice * dimensions;
      let dot = 0;
      for (let n = 0; n < dimensions; n += 1) dot += (voices[at + n] ?? 0) * (embedding[n] ?? 0);
      cosines[voice] = dot;
    }
    const top = cosines.sort().subarray(count - nearest);
    const mean = top.reduce((sum, value) => sum + value, 0) / nearest;
    const variance = top.reduce((sum, value) => sum + (value - mean) ** 2, 0) / nearest;
    const likeness = { mean, deviation: Math.sqrt(variance) + 0.01 };
    this.heard.set(embedding, likeness);
    return likeness;
  }
}
