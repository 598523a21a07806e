/** How somebody's voice sounded over some seconds of speech. Personal data: encrypt it where it is kept. */
export interface Voiceprint {
  /** `SpeakerMetadata.space` of the model that made it; voiceprints of two spaces cannot be compared. */
  readonly space: string;
  /** `dimensions` numbers of unit length. */
  readonly embedding: Float32Array;
  /** Seconds of speech, pauses left out, that it was made from. */
  readonly speechSeconds: number;
}
