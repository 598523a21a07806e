import type { CueAction } from '../session/session-like.js';

/** What an agent did with a cue. */
export interface CueFeedback {
  /** Which cue. */
  readonly cueId: string;
  /** What was done with it. */
  readonly action: CueAction;
  /** Milliseconds since the cue was shown. */
  readonly afterMs: number;
}

/** A cue card fires it. It bubbles through the panel to the page. */
export class CueFeedbackEvent extends CustomEvent<CueFeedback> {
  constructor(detail: CueFeedback) {
    super('undertone-cue-feedback', { detail, bubbles: true, composed: true });
  }
}
