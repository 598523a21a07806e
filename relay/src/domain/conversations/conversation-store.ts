import type { SessionName } from '../call/session-name.js';
import type { AlertRule } from '../alerts/alert-rule.js';
import type { NewEvent } from '../events/event.js';
import type { KpiDefinition } from '../kpis/definition.js';
import type { PredictionScores } from '../predictions/prediction-quality.js';
import type { Change, Lesson } from '../predictions/models/versions.js';
import type { Lifecycle } from './lifecycle.js';
import type { ConversationOverview } from './conversation-overview.js';
import type { ConversationRecord } from './conversation-record.js';
import type { NewUtterance, Utterance } from './utterances/utterance.js';
import type { LearnedExample, LearnedVersion } from './learning/learned-model.js';

/** What was said in an utterance. */
export interface SaidWords {
  readonly utteranceId: string;
  readonly text: string;
}

/** What a decision about a conversation may read, all in the same transaction. */
export interface ConversationView {
  readonly record: ConversationRecord;
  find(utteranceId: string): Promise<Utterance | undefined>;
  /** All, in order of arrival. */
  all(): Promise<readonly Utterance[]>;
  /** Those that were added or corrected after a revision. */
  since(revision: number): Promise<readonly Utterance[]>;
}

/** The result of a decision. Either all of it is written, or nothing. */
export interface ConversationChange<T> {
  readonly record: ConversationRecord;
  /** Added, or replaces the one with its id. */
  readonly utterance?: Utterance;
  /** Replace those with their ids. */
  readonly changed?: readonly Utterance[];
  /** Utterances whose training data are deleted. */
  readonly forgetTraining?: readonly string[];
  /** Utterances whose training data are another speaker's now. */
  readonly trainingOf?: readonly Pick<Utterance, 'utteranceId' | 'speakerId'>[];
  readonly events?: readonly NewEvent[];
  /** What was said in an utterance. It is written only where the organization's policy keeps it. */
  readonly words?: SaidWords;
  readonly result: T;
}

/** A conversation's progress, for its stream. */
export interface ConversationStanding extends SessionName {
  /** Over or deleted. */
  readonly isOver: boolean;
  readonly revision: number;
  /** Another relay asks for the end of its stream, with this code. */
  readonly endCode?: string;
}

/** What a list can be sorted by. Only conversations that are over have a duration and a peak. */
export const CONVERSATION_SORTS = ['created_at', 'duration', 'peak_escalation'] as const;
export type ConversationSort = (typeof CONVERSATION_SORTS)[number];

/** The last one of a page: what the list is sorted by, and the id. Of times, ms. */
export interface ConversationPageEnd {
  readonly value: number;
  readonly id: string;
}

/** Which conversations a list shows. */
export interface ConversationPage {
  readonly after?: ConversationPageEnd | undefined;
  /** `created_at` unless given. */
  readonly sort?: ConversationSort | undefined;
  /** The smallest or oldest first. */
  readonly ascending?: boolean | undefined;
  readonly verticals?: readonly string[] | undefined;
  /** Dominant emotions; finds conversations that are over. */
  readonly emotions?: readonly string[] | undefined;
  /** Moods that lasted longest; finds conversations that are over. */
  readonly moods?: readonly string[] | undefined;
  /** The lowest peak of the escalation risk, 0 to 1; finds conversations that are over. */
  readonly peakFrom?: number | undefined;
  /** The type of an alert that was raised. */
  readonly alert?: string | undefined;
  /** Who answered, by the metadata. */
  readonly agent?: string | undefined;
  /** An enrolled person who was recognized. */
  readonly personId?: string | undefined;
  /** Each has to be the beginning of a word of the id, the reference or the metadata. */
  readonly words?: readonly string[] | undefined;
  readonly most: number;
  readonly states?: readonly Lifecycle['kind'][] | undefined;
  readonly externalId?: string | undefined;
  /** Those that began then or later. */
  readonly sinceMs?: number | undefined;
  /** Those that began before. */
  readonly untilMs?: number | undefined;
}

/** A conversation in a list, with the enrolled people who were recognized in it. */
export interface ListedConversation {
  readonly record: ConversationRecord;
  readonly people: readonly RecognizedPerson[];
}

export interface RecognizedPerson {
  /** Who it is in the conversation. */
  readonly speakerId: string;
  readonly personId: string;
  readonly label: string;
}

export interface PeriodQuery {
  /** Of conversations that began then or later, and before. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly by: 'day' | 'week';
}

/** Of conversations whose outcome is known: how many, what was expected on the average, and what came. */
export interface ExpectedAndCame {
  readonly calls: number;
  readonly expected: number | null;
  readonly came: number | null;
}

/** Sums over the conversations of a day or a week that are over. */
export interface ConversationPeriod {
  /** The day, or the Monday of the week, UTC. */
  readonly start: string;
  readonly calls: number;
  readonly seconds: number;
  /** Seconds of the callers' speech under each label. */
  readonly emotions: Readonly<Record<string, number>>;
  /** Seconds of each of the callers' moods. */
  readonly moods: Readonly<Record<string, number>>;
  readonly escalatedCalls: number;
  readonly escalations: number;
  readonly calmed: number;
  readonly cues: ConversationOverview['cues'];
  readonly outcomes: Readonly<Record<'escalated' | 'resolved' | 'churned' | 'csat', ExpectedAndCame>>;
}

/** Conversations of organizations. A method that names an organization sees only its data. */
/** A conversation whose stream is over. */
export interface LostStream extends SessionName {
  /** How the stream ended. */
  readonly code: string;
  /** How far its audio is known to have come, on its own clock. */
  readonly audioMs: number;
  /** The turns that were being spoken, as far as they are known. */
  readonly turns: readonly NewUtterance[];
}

export interface ConversationStore {
  /** @returns whether it was new */
  create(record: ConversationRecord): Promise<boolean>;
  find(orgId: string, id: string): Promise<ConversationRecord | undefined>;
  utterances(orgId: string, id: string): Promise<readonly Utterance[]>;
  /** Newest first unless the page says otherwise. */
  list(orgId: string, page: ConversationPage): Promise<readonly ListedConversation[]>;
  /** Oldest first; a period without conversations is left out. */
  periods(orgId: string, query: PeriodQuery): Promise<readonly ConversationPeriod[]>;
  /** The enrolled people who were recognized in a conversation. */
  people(orgId: string, id: string): Promise<readonly RecognizedPerson[]>;
  /** Which utterances of a conversation have words that are kept. */
  withWords(orgId: string, id: string): Promise<ReadonlySet<string>>;
  /** The words of some utterances, by their ids. */
  words(orgId: string, id: string, utteranceIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Keeps what was said in an utterance that there is, if the organization's policy keeps it. */
  keepWords(orgId: string, id: string, words: SaidWords, nowMs: number): Promise<void>;
  /** Locks the conversation while `decide` runs. @returns undefined if there is none */
  change<T>(
    orgId: string,
    id: string,
    decide: (view: ConversationView) => Promise<ConversationChange<T>>,
    nowMs: number,
  ): Promise<T | undefined>;
  /** Ends a conversation that cannot be read, by its columns alone: without a last word, and nobody is told. */
  endUnread(orgId: string, id: string, nowMs: number): Promise<void>;
  /** Deletes a conversation and everything derived from it except charges. @returns whether there was one */
  remove(orgId: string, id: string, nowMs: number): Promise<boolean>;
  /** Open conversations that nobody has added to since then, of all organizations or of one. */
  idleSince(beforeMs: number, most: number, orgId?: string): Promise<readonly SessionName[]>;
  /** Live conversations, unchanged since then, whose stream no relay holds any more. */
  withoutStream(beforeMs: number, most: number): Promise<readonly LostStream[]>;
  /** The turns that are being spoken on the conversation's stream, as its newest checkpoint knows them. */
  turnsLeft(session: SessionName): Promise<readonly NewUtterance[]>;
  /** Those that are over, whose stream is to end, or that have a higher revision than given. */
  movedOn(
    known: readonly (SessionName & { readonly revision: number })[],
  ): Promise<readonly ConversationStanding[]>;
}

/** An organization's KPIs and alert rules. */
export interface InsightSettings {
  readonly kpis: readonly KpiDefinition[];
  /** Null: the default rules. */
  readonly alerts: readonly AlertRule[] | null;
}

/** A version without its model, for lists. */
export interface VersionNote {
  readonly version: number;
  readonly parent: number | null;
  readonly change: Change;
  readonly createdAt: string;
  readonly outcomes: number;
  /** Whether its model is still kept, so that a rollback to it is possible. */
  readonly kept: boolean;
}

export type StoredLesson = Lesson<LearnedExample>;

/** What one step of learning writes, all or nothing. */
export interface LearningStep {
  readonly version: LearnedVersion;
  readonly scores?: PredictionScores;
  /** Added, or replaces the session's former one. */
  readonly lesson?: StoredLesson;
  /** A session whose lesson is deleted. */
  readonly forget?: string;
}

export interface LessonPage {
  readonly lessons: readonly StoredLesson[];
  /** Position of the last one; absent after the end. */
  readonly next?: string;
}

/** What was learned from an organization's outcomes. Every method sees only the named organization's data. */
export interface LearningStore {
  settings(orgId: string): Promise<InsightSettings>;
  /** Both at once, because every turn of every stream needs them. */
  settingsAndHead(
    orgId: string,
  ): Promise<{ readonly settings: InsightSettings; readonly headNumber: number | undefined }>;
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
  /** Whether something was learned from a session. */
  hasLesson(orgId: string, sessionId: string): Promise<boolean>;
  /** In the order in which they were first learned, at most `most` after a position; without those that cannot be read. */
  lessons(orgId: string, after: string | undefined, most: number): Promise<LessonPage>;
  /** @returns false if somebody else wrote this version in the meantime: read again and retry */
  write(step: LearningStep): Promise<boolean>;
}
