/** How far two voiceprints are of one person. */
export interface SpeakerScore {
  /** Cosine of the two embeddings, -1 to 1; not calibrated. */
  readonly similarity: number;
  /**
   * Natural logarithm of P(these voiceprints | one person) / P(these voiceprints | two people), calibrated on
   * speakers outside training for the seconds of speech of both sides. Above 0: rather one person.
   */
  readonly logLikelihoodRatio: number;
  /** Posterior probability of one person at the `prior` that was given (0.5 unless told). */
  readonly probability: number;
}
