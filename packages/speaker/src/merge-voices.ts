import { EmbeddingProjection } from './embedding-projection.js';
import { FramePool } from './frame-pool.js';
import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import { scoreVoiceprints } from './speaker-score.js';
import { spansOf } from './speech-mask.js';
import type { Voiceprint } from './voiceprint.js';

interface Voice {
  readonly labels: number[];
  readonly pool: FramePool;
  frames: number;
  voiceprint: Voiceprint;
}

export interface MergeOptions {
  /** Exactly so many voices, where known; otherwise pairs are joined down to `mergeAbove` and `singleAbove`. */
  readonly clusters?: number;
  readonly mostClusters: number;
}

/**
 * Joins clusters whose whole voiceprints are rather one person's than two people's. Windows of a second or two are
 * compared coarsely; what a cluster holds in all says much more, and its score is calibrated for its length.
 *
 * @param main label of every frame, -1 in pauses
 * @returns the labels after joining
 */
export function mergeVoices(
  metadata: SpeakerMetadata,
  frames: SpeakerFrames,
  main: Int16Array,
  { clusters, mostClusters }: MergeOptions,
): Int16Array {
  const voices = voicesOf(metadata, frames, main);
  while (voices.length > (clusters ?? 1)) {
    let [keep, gone, best] = [0, 1, -Infinity];
    for (const [a, first] of voices.entries())
      for (let b = a + 1; b < voices.length; b += 1) {
        const second = voices[b];
        if (second === undefined) continue;
        const ratio = scoreVoiceprints(metadata, first.voiceprint, second.voiceprint).logLikelihoodRatio;
        if (ratio > best) [keep, gone, best] = [a, b, ratio];
      }
    const { mergeAbove, singleAbove } = metadata.diarization;
    const done = best < (voices.length > 2 ? mergeAbove : singleAbove) && voices.length <= mostClusters;
    if (clusters === undefined && done) break;
    const [other] = voices.splice(gone, 1);
    const voice = voices[keep];
    if (voice === undefined || other === undefined) break;
    voice.pool.absorb(other.pool);
    voice.labels.push(...other.labels);
    voice.frames += other.frames;
    voice.voiceprint = voiceprintOf(metadata, voice.pool, voice.frames);
  }
  const joined = new Map(voices.flatMap(({ labels }, n) => labels.map((label) => [label, n])));
  return main.map((label) => joined.get(label) ?? -1);
}

function voicesOf(metadata: SpeakerMetadata, frames: SpeakerFrames, main: Int16Array): Voice[] {
  return [...new Set(main)]
    .filter((label) => label >= 0)
    .map((label) => {
      const pool = new FramePool(metadata);
      let count = 0;
      for (const { from, to } of spansOf(main.map((value) => (value === label ? 1 : 0)))) {
        pool.add(frames, from, to);
        count += to - from;
      }
      return { labels: [label], pool, frames: count, voiceprint: voiceprintOf(metadata, pool, count) };
    });
}

function voiceprintOf(metadata: SpeakerMetadata, pool: FramePool, frames: number): Voiceprint {
  return {
    space: metadata.space,
    embedding: EmbeddingProjection.of(metadata).project(pool.statistics()),
    speechSeconds: (frames * metadata.granularitySamples) / metadata.sampleRateHz,
  };
}
