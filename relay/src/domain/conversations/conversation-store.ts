import type { PageEnd } from '../page-end.js';
import type { SessionName } from '../call/session-name.js';
import type { AlertRule } from '../alerts/alert-rule.js';
import type { NewEvent } from '../events/event.js';
import type { KpiDefinition } from '../kpis/definition.js';
import type { PredictionScores } from '../predictions/prediction-quality.js';
import type { Change, Lesson } from '../predictions/models/versions.js';
import type { Lifecycle } from './lifecycle.js';
import type { ConversationRecord } from './conversation-record.js';
import type { Utterance } from './utterances/utterance.js';
import type { LearnedExample, LearnedVersion } from './learning/learned-model.js';

/** What a decision about a conversation may look at; everything is read in the same transaction. */
export interface ConversationView {
  readonly record: ConversationRecord;
  find(utteranceId: string): Promise<Utterance | undefined>;
  /** All, in order of arrival. */
  all(): Promise<readonly Utterance[]>;
  /** Those that were added or corrected behind a revision. */
  since(revision: number): Promise<readonly Utterance[]>;
}

/** What a decision leads to; all of it is written, or nothing. */
export interface ConversationChange<T> {
  readonly record: ConversationRecord;
  /** Added, or put in the place of the one with its id. */
  readonly utterance?: Utterance;
  /** Put in the places of those with their ids. */
  readonly changed?: readonly Utterance[];
  /** Utterances of which nothing stays for training. */
  readonly forgetTraining?: readonly string[];
  readonly events?: readonly NewEvent[];
  readonly result: T;
}

/** Where a conversation stands, for who streams into it. */
export interface ConversationStanding extends SessionName {
  /** Over, or no more. */
  readonly isOver: boolean;
  readonly revision: number;
}

/** Which conversations a list shows. */
export interface ConversationPage {
  readonly after?: PageEnd | undefined;
  readonly most: number;
  readonly states?: readonly Lifecycle['kind'][] | undefined;
  readonly externalId?: string | undefined;
  /** Begun then or later. */
  readonly sinceMs?: number | undefined;
  /** Begun before. */
  readonly untilMs?: number | undefined;
}

/** Conversations of organizations. Every method sees the named organization's alone. */
export interface ConversationStore {
  /** @returns whether it was new */
  create(record: ConversationRecord): Promise<boolean>;
  find(orgId: string, id: string): Promise<ConversationRecord | undefined>;
  utterances(orgId: string, id: string): Promise<readonly Utterance[]>;
  /** Newest first. */
  list(orgId: string, page: ConversationPage): Promise<readonly ConversationRecord[]>;
  /** Holds the conversation against others while `decide` looks. @returns undefined where there is none */
  change<T>(
    orgId: string,
    id: string,
    decide: (view: ConversationView) => Promise<ConversationChange<T>>,
    nowMs: number,
  ): Promise<T | undefined>;
  /** Deletes a conversation and all that came of it, but for what was charged. @returns whether there was one */
  remove(orgId: string, id: string, nowMs: number): Promise<boolean>;
  /** Open conversations that nobody added to since; of all organizations, or of one. */
  idleSince(beforeMs: number, most: number, orgId?: string): Promise<readonly SessionName[]>;
  /** Live conversations, untouched since, whose stream nobody holds any more; `code` is how it ended. */
  withoutStream(
    beforeMs: number,
    most: number,
  ): Promise<readonly (SessionName & { readonly code: string })[]>;
  /** Those of these that are over, or further than who asks knows. */
  movedOn(
    known: readonly (SessionName & { readonly revision: number })[],
  ): Promise<readonly ConversationStanding[]>;
}

/** What an organization wants predicted and be told of. */
export interface InsightSettings {
  readonly kpis: readonly KpiDefinition[];
  /** Null: the default rules. */
  readonly alerts: readonly AlertRule[] | null;
}

/** A version without what it thinks, for lists. */
export interface VersionNote {
  readonly version: number;
  readonly parent: number | null;
  readonly change: Change;
  readonly createdAt: string;
  readonly outcomes: number;
  /** Whether what it thought is still kept, so that one can go back to it. */
  readonly kept: boolean;
}

export type StoredLesson = Lesson<LearnedExample>;

/** What a round of learning writes, all or nothing. */
export interface LearningStep {
  readonly version: LearnedVersion;
  readonly scores?: PredictionScores;
  /** Added, or in the place of the session's former one. */
  readonly lesson?: StoredLesson;
  /** The lesson of a session, which is gone. */
  readonly forget?: string;
}

export interface LessonPage {
  readonly lessons: readonly StoredLesson[];
  /** Place of the last one; absent behind the end. */
  readonly next?: string;
}

/** What an organization's outcomes taught. Every method sees the named organization's alone. */
export interface LearningStore {
  settings(orgId: string): Promise<InsightSettings>;
  /** Writes the part that `decide` returns; serialized per organization. */
  changeSettings(
    orgId: string,
    decide: (settings: InsightSettings) => InsightSettings,
  ): Promise<InsightSettings>;
  /** Undefined before the first outcome. */
  headNumber(orgId: string): Promise<number | undefined>;
  version(orgId: string, version: number): Promise<LearnedVersion | undefined>;
  /** Oldest first. */
  notes(orgId: string): Promise<readonly VersionNote[]>;
  scores(orgId: string): Promise<PredictionScores | undefined>;
  lesson(orgId: string, sessionId: string): Promise<StoredLesson | undefined>;
  /** In the order in which they were first learned, so many after a place. */
  lessons(orgId: string, after: string | undefined, most: number): Promise<LessonPage>;
  /** @returns false where somebody else wrote this version meanwhile: read again and try again */
  write(step: LearningStep): Promise<boolean>;
}
