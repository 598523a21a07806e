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

declare global {
  interface GlobalEventHandlersEventMap {
    'undertone-cue-feedback': CueFeedbackEvent;
    'undertone-state': UndertoneStateEvent;
  }
}
