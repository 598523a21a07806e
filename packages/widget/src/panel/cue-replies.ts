import type { CueAction, SessionLike } from '../session/session-like.js';
import type { ActiveCue } from '../state/cue-queue.js';

/** States in which a session sends nothing. */
const SPEECHLESS: readonly string[] = ['idle', 'starting', 'ended', 'failed'];

/** Tells a session what became of its cues. Whoever only watches a call answers none. */
export class CueReplies {
  private readonly told = new Set<string>();

  constructor(private readonly session: SessionLike | undefined) {}

  /** Tells each cue once that it was shown. */
  shown(cues: readonly ActiveCue[]): void {
    if (this.session?.readOnly === true) return;
    for (const { cueId } of cues) {
      if (this.told.has(cueId)) continue;
      this.told.add(cueId);
      this.tell(cueId, 'shown', 0);
    }
  }

  /** Tells an answer. A session that has not started or is over takes none; an answered card disappears all the same. */
  tell(cueId: string, action: CueAction, afterMs: number): void {
    const { session } = this;
    if (session !== undefined && !SPEECHLESS.includes(session.state.kind)) {
      session.sendFeedback(cueId, action, afterMs);
    }
  }
}
