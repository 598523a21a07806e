/**
 * The network's output for a stretch of audio, one frame every 50 ms. It contains everything that voiceprints
 * and diarization need, so the audio is processed once. It contains no audio, and features cannot be played
 * back, but treat them as personal data.
 */
export interface SpeakerFrames {
  /** The start of the first frame in its stream, ms. */
  readonly startMs: number;
  /** Number of frames; frame n covers `startMs + 50 n` to `startMs + 50 (n + 1)`. */
  readonly count: number;
  /** [count, featureSize], row after row. */
  readonly features: Float32Array;
  /** [count, attentionHeads], positive: how much each frame says about the speaker. */
  readonly weights: Float32Array;
  /** [count, 2]: the probability that anybody speaks, and the probability that two people speak at once. */
  readonly activity: Float32Array;
}
