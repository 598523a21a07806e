import type { HeardSample } from './sample.js';

/** Which utterance of whose session. */
export interface UtteranceName {
  readonly orgId: string;
  readonly sessionId: string;
  readonly utteranceId: string;
}

/** Utterances whose speakers agreed to `training`: what was heard of them waits for somebody to say how they really sounded. */
export interface TrainingUtterances {
  keep(
    utterance: UtteranceName & { readonly speaker: string | undefined; readonly heard: HeardSample },
  ): Promise<void>;
  /** Nothing happens where nothing was kept. */
  label(utterance: UtteranceName, label: string): Promise<void>;
}
