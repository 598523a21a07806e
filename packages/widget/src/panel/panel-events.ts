import type { ConnectionName } from '../session/session-like.js';
import type { CueFeedbackEvent } from '../cue/cue-event.js';

/** Fired by the panel when the session's state changed. */
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
