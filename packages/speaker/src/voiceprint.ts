/** How a person's voice sounded over some seconds of speech. Personal data: encrypt it in storage. */
export interface Voiceprint {
  /** `SpeakerMetadata.space` of the model that made it; voiceprints of different spaces cannot be compared. */
  readonly space: string;
  /** `dimensions` numbers; the vector has unit length. */
  readonly embedding: Float32Array;
  /** The seconds of speech, without pauses, from which it was made. */
  readonly speechSeconds: number;
}
