import { fromBase64 } from './base64.js';
import { SpeakerError } from './speaker-error.js';
import type { SpeakerMetadata } from './speaker-metadata.js';

/** Decoding the map takes milliseconds, and a call may have a projection for every speaker. */
const decoded = new WeakMap<SpeakerMetadata, EmbeddingProjection>();

/** The linear map from pooled statistics to an embedding of unit length. */
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
    let squares = 0;
    for (let row = 0; row < dimensions; row += 1) {
      let sum = embedding.bias[row] ?? 0;
      const at = row * width;
      for (let column = 0; column < columns; column += 1)
        sum += (weight[at + column] ?? 0) * (statistics[column] ?? 0);
      result[row] = sum;
      squares += sum * sum;
    }
    const scale = 1 / Math.sqrt(squares + 1e-12);
    return result.map((value) => value * scale);
  }
}
