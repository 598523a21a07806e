import { EmbeddingProjection } from './embedding-projection.js';
import { FramePool } from './frame-pool.js';
import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import type { Voiceprint } from './voiceprint.js';

/** Less speech than this has no voiceprint: half a dozen phones say little about who spoke. */
export const LEAST_SPEECH_SECONDS = 0.5;

/** Grows one speaker's voiceprint out of frames. */
export interface VoiceprintAccumulator {
  /** Adds the frames `from` up to, not including, `to`; those without speech are left out. */
  add(frames: SpeakerFrames, from?: number, to?: number): void;
  readonly speechSeconds: number;
  /** Undefined under half a second of speech. */
  voiceprint(): Voiceprint | undefined;
}

/** An empty accumulator for one speaker. */
export const createVoiceprintAccumulator = (metadata: SpeakerMetadata): VoiceprintAccumulator => {
  const pool = new FramePool(metadata);
  const projection = EmbeddingProjection.of(metadata);
  const frameSeconds = metadata.granularitySamples / metadata.sampleRateHz;
  let speechFrames = 0;
  return {
    add(frames, from = 0, to = frames.count) {
      for (let frame = Math.max(0, from); frame < Math.min(to, frames.count); frame += 1) {
        if ((frames.activity[2 * frame] ?? 0) < metadata.thresholds.voiceprintSpeech) continue;
        pool.add(frames, frame, frame + 1);
        speechFrames += 1;
      }
    },
    get speechSeconds() {
      return speechFrames * frameSeconds;
    },
    voiceprint() {
      const speechSeconds = speechFrames * frameSeconds;
      if (speechSeconds < LEAST_SPEECH_SECONDS) return undefined;
      return { space: metadata.space, embedding: projection.project(pool.statistics()), speechSeconds };
    },
  };
};
