import { EmbeddingProjection } from './embedding-projection.js';
import { FramePool } from './frame-pool.js';
import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import type { Voiceprint } from './voiceprint.js';

/** Less speech than this gives no voiceprint: half a dozen phones say little about the speaker. */
export const LEAST_SPEECH_SECONDS = 0.5;

/** Builds one speaker's voiceprint from frames. */
export interface VoiceprintAccumulator {
  /** Adds the frames from `from` up to `to`, without `to`; frames without speech are skipped. */
  add(frames: SpeakerFrames, from?: number, to?: number): void;
  /** Speech that was added so far. */
  readonly speechSeconds: number;
  /** Undefined for less than half a second of speech. */
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
