import type { SessionAlert } from '../alerts/alert-board.js';
import type { Insight } from './conversation-progress.js';
import type { assessConversation } from './conversation-metrics.js';
import type { ConversationRecord } from './conversation-record.js';
import type { RecognizedPerson } from './conversation-store.js';
import type { ConversationSummaryView } from './conversation-summary.js';
import type { Utterance } from './utterances/utterance.js';
import type { Foresight } from './learning/learned-model.js';

export interface NewConversationOrder {
  readonly orgId: string;
  /** Absent: a new id. */
  readonly id: string | undefined;
  readonly vertical: string;
  readonly language: string;
  /** The organization's own reference to whom or what it is about. */
  readonly externalId?: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The result of adding an utterance. */
export interface Observed {
  readonly record: ConversationRecord;
  readonly utterance: Utterance;
  /** The utterance was there already, and nothing was changed. */
  readonly duplicate: boolean;
  readonly foresight: Foresight;
  readonly insight: Insight;
  /** Newly raised. */
  readonly alerts: readonly SessionAlert[];
}

/** A conversation after one of its speakers was recognized as the agent, or turns were given to other speakers. */
export interface TakenBack {
  readonly record: ConversationRecord;
  readonly foresight: Foresight;
  readonly insight: Insight;
  /** Something changed, and the new predictions may be sent. */
  readonly changed: boolean;
}

/** A conversation with its current predictions. */
export interface ConversationPicture {
  readonly record: ConversationRecord;
  readonly people: readonly RecognizedPerson[];
  /** In order. */
  readonly utterances: readonly Utterance[];
  readonly foresight: Foresight;
  readonly insight: Insight;
  readonly summary: ConversationSummaryView;
  /** By the rules of the vertical; undefined before the first reading. */
  readonly assessment: ReturnType<typeof assessConversation>;
}

/** A conversation that is over, with its final predictions. */
export interface EndedConversation {
  readonly record: ConversationRecord;
  readonly foresight: Foresight;
}
