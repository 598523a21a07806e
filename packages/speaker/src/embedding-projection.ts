import { fromBase64 } from './base64.js';
import { NuisanceDirections, scaleToUnit } from './nuisance-directions.js';
import { RowProducts } from './row-products.js';
import { SpeakerError } from './speaker-error.js';
import type { SpeakerMetadata } from './speaker-metadata.js';

/** Decoding the map takes milliseconds, and a call may have a projection for every speaker. */
const decoded = new WeakMap<SpeakerMetadata, EmbeddingProjection>();

/** The linear map from pooled statistics to an embedding of unit length, without the directions of moods. */
export class EmbeddingProjection {
  private readonly rows: RowProducts;

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
    // The columns after these are zero in every row: a map of means alone leaves the deviations out.
    const columns = 1 + codes.reduce((last, code, n) => (code === 0 ? last : Math.max(last, n % width)), -1);
    this.rows = new RowProducts(
      dimensions,
      columns,
      (row, column) => (codes[row * width + column] ?? 0) * (embedding.scales[row] ?? 0),
    );
  }

  /** @param statistics [2 * featureSize] means, then deviations */
  project(statistics: Float32Array): Float32Array {
    const { embedding } = this.metadata;
    const result = this.rows.times(statistics);
    result.forEach((value, n) => (result[n] = value + (embedding.bias[n] ?? 0)));
    NuisanceDirections.of(this.metadata).takeOut(result);
    scaleToUnit(result);
    return result;
  }
}
