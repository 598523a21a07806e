import type { MoodKind, MoodTone, Subject } from '@undertone/protocol';
import type { ConnectionName } from '../session/session-like.js';
import type { CueFeedbackEvent } from '../cue/cue-event.js';

/** The panel fires it when the session's state changes. */
export class UndertoneStateEvent extends CustomEvent<{
  readonly connection: ConnectionName;
  readonly code: string | undefined;
}> {
  constructor(connection: ConnectionName, code: string | undefined) {
    super('undertone-state', { detail: { connection, code }, bubbles: true, composed: true });
  }
}

/** The mood of one person, as the panel shows it: whatever a page says about the call beside it should say the same. */
export interface PanelMood {
  /** Its place among the channels, from 0. */
  readonly channel: number;
  /** Who speaks on it. */
  readonly subject: Subject;
  /** Of the voice. */
  readonly kind: MoodKind;
  /** The color that goes with it. */
  readonly tone: MoodTone;
  /** The headline, in the panel's language. */
  readonly word: string;
  /** What the agent can do, in the panel's language; empty before anything is heard. */
  readonly advice: string;
  /** True when it is the mood of a while ago: nothing sure was heard since, results are late, or the link is down. */
  readonly isDim: boolean;
  /** How long ago, in words; empty while it is sure. */
  readonly age: string;
}

/** The panel fires it when a mood changes, is dimmed or is sure again. */
export class UndertoneMoodEvent extends CustomEvent<{ readonly moods: readonly PanelMood[] }> {
  constructor(moods: readonly PanelMood[]) {
    super('undertone-mood', { detail: { moods }, bubbles: true, composed: true });
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'undertone-cue-feedback': CueFeedbackEvent;
    'undertone-mood': UndertoneMoodEvent;
    'undertone-state': UndertoneStateEvent;
  }
}
