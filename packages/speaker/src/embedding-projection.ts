import { fromBase64 } from './base64.js';
import { NuisanceDirections, scaleToUnit } from './nuisance-directions.js';
import { SpeakerError } from './speaker-error.js';
import type { SpeakerMetadata } from './speaker-metadata.js';

/** Decoding the map takes milliseconds, and a call may have a projection for every speaker. */
const decoded = new WeakMap<SpeakerMetadata, EmbeddingProjection>();

/** Rows that are multiplied together: their sums do not wait for each other, and their weights lie side by side. */
const ROWS = 8;

/** The linear map from pooled statistics to an embedding of unit length, without the directions of moods. */
export class EmbeddingProjection {
  /** [groups of ROWS, columns, ROWS]; rows that are missing in the last group are zero. */
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
    this.columns = 1 + codes.reduce((last, code, n) => (code === 0 ? last : Math.max(last, n % width)), -1);
    const groups = Math.ceil(dimensions / ROWS);
    this.weight = new Float32Array(groups * this.columns * ROWS);
    for (let row = 0; row < dimensions; row += 1)
      for (let column = 0; column < this.columns; column += 1) {
        const at = (Math.floor(row / ROWS) * this.columns + column) * ROWS + (row % ROWS);
        this.weight[at] = (codes[row * width + column] ?? 0) * (embedding.scales[row] ?? 0);
      }
  }

  /** @param statistics [2 * featureSize] means, then deviations */
  project(statistics: Float32Array): Float32Array {
    const { dimensions, embedding } = this.metadata;
    const { weight, columns } = this;
    const result = new Float32Array(dimensions);
    for (let row = 0, at = 0; row < dimensions; row += ROWS) {
      let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0];
      for (let column = 0; column < columns; column += 1, at += ROWS) {
        const value = statistics[column] ?? 0;
        a += (weight[at] ?? 0) * value;
        b += (weight[at + 1] ?? 0) * value;
        c += (weight[at + 2] ?? 0) * value;
        d += (weight[at + 3] ?? 0) * value;
        e += (weight[at + 4] ?? 0) * value;
        f += (weight[at + 5] ?? 0) * value;
        g += (weight[at + 6] ?? 0) * value;
        h += (weight[at + 7] ?? 0) * value;
      }
      result.set([a, b, c, d, e, f, g, h].slice(0, dimensions - row), row);
    }
    result.forEach((value, n) => (result[n] = value + (embedding.bias[n] ?? 0)));
    NuisanceDirections.of(this.metadata).takeOut(result);
    scaleToUnit(result);
    return result;
  }
}
