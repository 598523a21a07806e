import type { AnalyzedSample } from './samples/sample.js';

/** The scope of a consent to train on what was heard. */
const TRAINING_SCOPE = 'training';

/** Whether those who speak agreed to be trained on. */
export const coversTraining = (scope: readonly string[] | undefined): boolean =>
  scope?.includes(TRAINING_SCOPE) ?? false;

/** What is left of a consent whose training was taken back. */
export const withoutTraining = (scope: readonly string[]): string[] =>
  scope.filter((entry) => entry !== TRAINING_SCOPE);

/** Which utterance of whose session. */
export interface UtteranceName {
  readonly orgId: string;
  readonly sessionId: string;
  readonly utteranceId: string;
}

/** Utterances whose speakers agreed to `training`: what was heard of them waits for somebody to say how they really sounded. */
export interface TrainingUtterances {
  keep(
    utterance: UtteranceName & { readonly speaker: string | undefined; readonly heard: AnalyzedSample },
  ): Promise<void>;
  /** Nothing happens where nothing was kept. */
  label(utterance: UtteranceName, label: string): Promise<void>;
  /**
   * The consent of a live stream was taken back: what was kept of its turns goes, from samples of jobs that are not over
   * too. Utterances of the session that came with a consent of their own stay.
   */
  forgetStream(session: Omit<UtteranceName, 'utteranceId'>): Promise<void>;
}
