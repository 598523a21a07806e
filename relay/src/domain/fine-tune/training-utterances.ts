import type { AnalyzedSample } from './samples/sample.js';

/** The consent scope for training on a recording. */
const TRAINING_SCOPE = 'training';

/** Whether the speakers agreed to training. */
export const coversTraining = (scope: readonly string[] | undefined): boolean =>
  scope?.includes(TRAINING_SCOPE) ?? false;

/** What remains of a consent after its training part was withdrawn. */
export const withoutTraining = (scope: readonly string[]): string[] =>
  scope.filter((entry) => entry !== TRAINING_SCOPE);

/** Identifies an utterance of a session. */
export interface UtteranceName {
  readonly orgId: string;
  readonly sessionId: string;
  readonly utteranceId: string;
}

/**
 * Utterances whose speakers agreed to `training`. The model's readings are kept until somebody submits the
 * correct label.
 */
export interface TrainingUtterances {
  keep(
    utterance: UtteranceName & { readonly speaker: string | undefined; readonly heard: AnalyzedSample },
  ): Promise<void>;
  /** Does nothing if the utterance was not kept. */
  label(utterance: UtteranceName, label: string): Promise<void>;
  /**
   * Call it when the consent of a live stream was withdrawn. The kept data of its turns is deleted, also from
   * samples of jobs that are not over. Utterances of the session that have their own consent stay.
   */
  forgetStream(session: Omit<UtteranceName, 'utteranceId'>): Promise<void>;
}
