import { EmbeddingProjection } from './embedding-projection.js';
import { FramePool } from './frame-pool.js';
import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import { compareStretches } from './speaker-score.js';
import { spansOf } from './speech-mask.js';
import type { Voiceprint } from './voiceprint.js';

/** A cluster of speech with its voiceprint. */
export interface PooledVoice {
  readonly labels: number[];
  readonly pool: FramePool;
  frames: number;
  voiceprint: Voiceprint;
}

export interface MergeOptions {
  /** The exact number of voices, if known. Otherwise pairs are joined down to `mergeAbove` and `singleAbove`. */
  readonly clusters?: number;
  readonly mostClusters: number;
}

/**
 * Joins clusters whose voiceprints belong more likely to one person than to two. Windows of a second or two
 * allow only a coarse comparison; a whole cluster says much more, and its score is calibrated for its length.
 *
 * @param main label of every frame, -1 in pauses
 * @returns the labels after joining
 */
export const mergeVoices = (
  metadata: SpeakerMetadata,
  frames: SpeakerFrames,
  main: Int16Array,
  options: MergeOptions,
): Int16Array => {
  const voices = joinVoices(metadata, voicesOf(metadata, frames, main), options);
  const joined = new Map(voices.flatMap(({ labels }, n) => labels.map((label) => [label, n])));
  return main.map((label) => joined.get(label) ?? -1);
};

/** Joins the nearest two again and again, until they more likely belong to two people. Changes the pools of `voices`. */
export const joinVoices = (
  metadata: SpeakerMetadata,
  voices: readonly PooledVoice[],
  { clusters, mostClusters }: MergeOptions,
): PooledVoice[] => {
  const left = [...voices];
  const ratio = (a: PooledVoice, b: PooledVoice): number =>
    compareStretches(metadata, a.voiceprint, b.voiceprint).logLikelihoodRatio;
  const ratios = new Map(
    left.map((a) => [a, new Map(left.map((b) => [b, a === b ? -Infinity : ratio(a, b)]))]),
  );
  while (left.length > (clusters ?? 1)) {
    let [keep, gone, best] = [left[0], left[1], -Infinity];
    for (const [n, first] of left.entries())
      for (const second of left.slice(n + 1)) {
        const value = ratios.get(first)?.get(second) ?? -Infinity;
        if (value > best) [keep, gone, best] = [first, second, value];
      }
    const { mergeAbove, singleAbove } = metadata.diarization;
    const done = best < (left.length > 2 ? mergeAbove : singleAbove) && left.length <= mostClusters;
    if (keep === undefined || gone === undefined || (clusters === undefined && done)) break;
    left.splice(left.indexOf(gone), 1);
    keep.pool.absorb(gone.pool);
    keep.labels.push(...gone.labels);
    keep.frames += gone.frames;
    keep.voiceprint = voiceprintOf(metadata, keep.pool, keep.frames);
    for (const other of left)
      if (other !== keep) {
        const value = ratio(keep, other);
        ratios.get(keep)?.set(other, value);
        ratios.get(other)?.set(keep, value);
      }
  }
  return left;
};

const voicesOf = (metadata: SpeakerMetadata, frames: SpeakerFrames, main: Int16Array): PooledVoice[] =>
  [...new Set(main)]
    .filter((label) => label >= 0)
    .map((label) => {
      const pool = new FramePool(metadata);
      let count = 0;
      for (const { from, to } of spansOf(main.map((value) => (value === label ? 1 : 0)))) {
        pool.add(frames, from, to);
        count += to - from;
      }
      return pooledVoice(metadata, label, pool, count);
    });

/** A cluster of `frames` frames before anything is joined with it. */
export const pooledVoice = (
  metadata: SpeakerMetadata,
  label: number,
  pool: FramePool,
  frames: number,
): PooledVoice => ({ labels: [label], pool, frames, voiceprint: voiceprintOf(metadata, pool, frames) });

/** The voiceprint of `frames` frames that are pooled. */
export const voiceprintOf = (metadata: SpeakerMetadata, pool: FramePool, frames: number): Voiceprint => ({
  space: metadata.space,
  embedding: EmbeddingProjection.of(metadata).project(pool.statistics()),
  speechSeconds: (frames * metadata.granularitySamples) / metadata.sampleRateHz,
});
