import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';

/**
 * Attentive statistics of any set of frames: the weighted mean and deviation of every feature (Okabe et al.
 * 2018, "Attentive Statistics Pooling for Deep Speaker Embedding", eq. 4-6). They are kept as sums, so that
 * pools can be added and subtracted.
 */
export class FramePool {
  private readonly mass: Float64Array;
  private readonly first: Float64Array;
  private readonly second: Float64Array;

  constructor(private readonly metadata: SpeakerMetadata) {
    this.mass = new Float64Array(metadata.attentionHeads);
    this.first = new Float64Array(metadata.featureSize);
    this.second = new Float64Array(metadata.featureSize);
  }

  /** Adds the frames from `from` up to `to`, without `to`; `sign` -1 removes them again. */
  add(frames: SpeakerFrames, from = 0, to = frames.count, sign: 1 | -1 = 1): void {
    const { attentionHeads, featureSize } = this.metadata;
    const perHead = featureSize / attentionHeads;
    const { mass, first, second } = this;
    const { features, weights } = frames;
    for (let frame = from; frame < to; frame += 1) {
      let n = 0;
      for (let head = 0; head < attentionHeads; head += 1) {
        const weight = sign * (weights[frame * attentionHeads + head] ?? 0);
        mass[head] = (mass[head] ?? 0) + weight;
        for (const end = n + perHead; n < end; n += 1) {
          const value = features[frame * featureSize + n] ?? 0;
          first[n] = (first[n] ?? 0) + weight * value;
          second[n] = (second[n] ?? 0) + weight * value * value;
        }
      }
    }
  }

  /** Adds everything in another pool. */
  absorb({ mass, first, second }: FramePool): void {
    mass.forEach((value, n) => (this.mass[n] = (this.mass[n] ?? 0) + value));
    first.forEach((value, n) => (this.first[n] = (this.first[n] ?? 0) + value));
    second.forEach((value, n) => (this.second[n] = (this.second[n] ?? 0) + value));
  }

  /** [2 * featureSize]: means, then deviations. */
  statistics(): Float32Array {
    const { attentionHeads, featureSize, massFloor, varianceFloor } = this.metadata;
    const perHead = featureSize / attentionHeads;
    const result = new Float32Array(2 * featureSize);
    for (let n = 0; n < featureSize; n += 1) {
      const mass = Math.max(0, this.mass[Math.floor(n / perHead)] ?? 0) + massFloor;
      const mean = (this.first[n] ?? 0) / mass;
      const variance = (this.second[n] ?? 0) / mass - mean * mean;
      result[n] = mean;
      result[featureSize + n] = Math.sqrt(Math.max(0, variance) + varianceFloor);
    }
    return result;
  }
}
