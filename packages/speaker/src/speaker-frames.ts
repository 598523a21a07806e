/**
 * What the network says of a stretch of audio, one frame every 50 ms: everything that voiceprints and diarization
 * need, so that audio is heard once. Holds no audio; features cannot be played back, but treat them as personal data.
 */
export interface SpeakerFrames {
  /** Where the first frame starts in its stream, ms. */
  readonly startMs: number;
  /** Number of frames; frame n covers `startMs + 50 n` to `startMs + 50 (n + 1)`. */
  readonly count: number;
  /** [count, featureSize], row after row. */
  readonly features: Float32Array;
  /** [count, attentionHeads], positive: how much each frame says about who speaks. */
  readonly weights: Float32Array;
  /** [count, 2]: probability that anybody speaks, probability that two people speak at once. */
  readonly activity: Float32Array;
}
