import { fromBase64 } from './base64.js';
import { SpeakerError } from './speaker-error.js';
import type { SpeakerMetadata } from './speaker-metadata.js';

const opened = new WeakMap<SpeakerMetadata, NuisanceDirections>();

/**
 * The directions in which embeddings move when the speaker's mood changes. Whoever shouts sounds a little like everybody
 * else who shouts, so nothing is compared along them (nuisance attribute projection, Solomonoff et al. 2005, "Advances in Channel Compensation for SVM Speaker Recognition").
 */
export class NuisanceDirections {
  /** Orthonormal. */
  private readonly directions: readonly Float32Array[];
  private readonly steady = new WeakMap<Float32Array, Float32Array>();

  /** @throws SpeakerError `metadata_invalid` when their size does not fit */
  static of(metadata: SpeakerMetadata): NuisanceDirections {
    const known = opened.get(metadata) ?? new NuisanceDirections(metadata);
    opened.set(metadata, known);
    return known;
  }

  private constructor({ moods, dimensions }: SpeakerMetadata) {
    const directions: Float32Array[] = [];
    this.directions = directions;
    if (moods === undefined) return;
    const codes = fromBase64(moods.codes);
    if (codes.length !== moods.count * dimensions)
      throw new SpeakerError('metadata_invalid', 'moods: their size does not fit');
    for (let from = 0; from < codes.length; from += dimensions) {
      const direction = Float32Array.from(codes.subarray(from, from + dimensions));
      // Rounded to 8 bits they are not quite orthogonal any more.
      this.takeOut(direction);
      scaleToUnit(direction);
      directions.push(direction);
    }
  }

  /** Takes the directions out of a vector, in place. */
  takeOut(vector: Float32Array): void {
    for (const direction of this.directions) {
      let along = 0;
      for (let n = 0; n < vector.length; n += 1) along += (direction[n] ?? 0) * (vector[n] ?? 0);
      for (let n = 0; n < vector.length; n += 1) vector[n] = (vector[n] ?? 0) - along * (direction[n] ?? 0);
    }
  }

  /** An embedding without the directions, of unit length. Voiceprints that were stored before there were any have them still. */
  without(embedding: Float32Array): Float32Array {
    if (this.directions.length === 0) return embedding;
    let result = this.steady.get(embedding);
    if (result === undefined) {
      result = embedding.slice();
      this.takeOut(result);
      scaleToUnit(result);
      this.steady.set(embedding, result);
    }
    return result;
  }
}

/** Scales a vector to unit length, in place. */
export const scaleToUnit = (vector: Float32Array): void => {
  let squares = 1e-12;
  for (const value of vector) squares += value * value;
  const scale = 1 / Math.sqrt(squares);
  for (let n = 0; n < vector.length; n += 1) vector[n] = (vector[n] ?? 0) * scale;
};
