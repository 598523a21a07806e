import type { SessionName } from '../call/session-name.js';
import type { OnUnreadable } from '../unreadable-row.js';
import type { ConversationStore } from './conversation-store.js';
import type { Learning } from './learning/learning.js';

/** What conversations need. */
export interface ConversationsOptions {
  readonly store: ConversationStore;
  readonly learning: Learning;
  readonly nowMs: () => number;
  /** Told of a conversation that is due to end and cannot be read: the others end without it. Default: throws. */
  readonly onUnreadable?: OnUnreadable;
  /** Called before a conversation is ended: ends its live stream, and resolves when the conversation has all of it. Never rejects. */
  readonly endStreamOf?: (session: SessionName, code: string) => Promise<void>;
  /** Called when a conversation ended or was deleted: its stream has to stop. */
  readonly onOver?: (session: SessionName) => void;
  /** Called when something was added to a conversation or corrected: its stream has news. */
  readonly onNews?: (session: SessionName, revision: number) => void;
}
