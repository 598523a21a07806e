import { fromBase64 } from './base64.js';
import { MoodDirections, scaleToUnit } from './mood-directions.js';
import { SpeakerError } from './speaker-error.js';
import type { SpeakerMetadata } from './speaker-metadata.js';

/** Decoding the map takes milliseconds, and a call may have a projection for every speaker. */
const decoded = new WeakMap<SpeakerMetadata, EmbeddingProjection>();

/** The linear map from pooled statistics to an embedding of unit length, without the directions of moods. */
export class EmbeddingProjection {
  private readonly weight: Float32Array;
  /** The columns after these are zero in every row: a map of means alone leaves the deviations out. */
  private readonly columns: number;

  /** @throws SpeakerError `metadata_invalid` when the map's size does not fit */
  static of(metadata: SpeakerMetadata): EmbeddingProjection {
    const known = decoded.get(metadata) ?? new EmbeddingProjection(metadata);
    decoded.set(metadata, known);
    return known;
  }

  private constructor(private readonly metadata: SpeakerMetadata) {
    const { dimensions, featureSize, embedding } = metadata;
    const codes = fromBase64(embedding.codes);
    const width = 2 * featureSize;
    if (codes.length !== dimensions * width)
      throw new SpeakerError('metadata_invalid', `embedding.codes: expected ${dimensions * width} bytes`);
    this.weight = Float32Array.from(
      codes,
      (code, index) => code * (embedding.scales[Math.floor(index / width)] ?? 0),
    );
    this.columns = 1 + codes.reduce((last, code, n) => (code === 0 ? last : Math.max(last, n % width)), -1);
  }

  /** @param statistics [2 * featureSize] means, then deviations */
  project(statistics: Float32Array): Float32Array {
    const { dimensions, embedding } = this.metadata;
    const width = statistics.length;
    const { weight, columns } = this;
    const result = new Float32Array(dimensions);
    let row = 0;
    // Four rows at a time: their sums do not wait for each other, which halves the time.
    for (; row + 4 <= dimensions; row += 4) {
      const [at, after, third, last] = [row * width, (row + 1) * width, (row + 2) * width, (row + 3) * width];
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let column = 0; column < columns; column += 1) {
        const value = statistics[column] ?? 0;
        a += (weight[at + column] ?? 0) * value;
        b += (weight[after + column] ?? 0) * value;
        c += (weight[third + column] ?? 0) * value;
        d += (weight[last + column] ?? 0) * value;
      }
      result.set([a, b, c, d], row);
    }
    for (; row < dimensions; row += 1)
      for (let column = 0; column < columns; column += 1)
        result[row] = (result[row] ?? 0) + (weight[row * width + column] ?? 0) * (statistics[column] ?? 0);
    result.forEach((value, n) => (result[n] = value + (embedding.bias[n] ?? 0)));
    MoodDirections.of(this.metadata).takeOut(result);
    scaleToUnit(result);
    return result;
  }
}
