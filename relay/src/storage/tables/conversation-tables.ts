import type { GeneratedAlways } from 'kysely';
import type { Json, NullableJson, Timestamp } from './columns.js';

export interface ConversationsTable {
  org_id: string;
  /** The organization's own id; two organizations may use the same. */
  id: string;
  state: 'open' | 'live' | 'paused' | 'ended' | 'expired';
  lifecycle: Json;
  vertical: string;
  language: string;
  /** The organization's own reference to the person or subject. */
  external_id: string | null;
  metadata: Json;
  created_at: Timestamp;
  updated_at: Timestamp;
  progress: Json;
  final: NullableJson;
  /** Of conversations that are over, for lists; null before. */
  duration_ms: number | null;
  dominant_emotion: string | null;
  /** Also null where no stream was heard. */
  dominant_mood: string | null;
  peak_escalation: number | null;
  /** What an overview adds up: small, so that it lies in the row itself. */
  sums: NullableJson;
}

/** By what a list finds conversations: words of their names, the agent, alerts that were raised. */
export interface ConversationMarksTable {
  org_id: string;
  kind: 'word' | 'agent' | 'alert';
  value: string;
  /** Of the conversation, so that one mark's conversations are read in order. */
  created_at: Timestamp;
  session_id: string;
}

export interface ConversationUtterancesTable {
  org_id: string;
  session_id: string;
  utterance_id: string;
  arrival: number;
  /** Times, speaker and emotion; no words. */
  utterance: Json;
}

/** What was said, of organizations whose policy keeps it. */
export interface TranscriptLinesTable {
  org_id: string;
  session_id: string;
  utterance_id: string;
  words: string;
  kept_at: Timestamp;
}

export interface InsightSettingsTable {
  org_id: string;
  kpis: Json;
  /** Null: the default rules. */
  alerts: NullableJson;
}

export interface TaughtVersionsTable {
  org_id: string;
  version: number;
  parent: number | null;
  change: Json;
  outcomes: number;
  created_at: Timestamp;
  /** The whole version; null once too many newer versions exist. */
  document: NullableJson;
}

export interface TaughtLessonsTable {
  org_id: string;
  session_id: string;
  position: GeneratedAlways<string>;
  example: Json;
}

export interface PredictionScoresTable {
  org_id: string;
  scores: Json;
}

export interface ConversationTables {
  conversations: ConversationsTable;
  conversation_utterances: ConversationUtterancesTable;
  conversation_marks: ConversationMarksTable;
  transcript_lines: TranscriptLinesTable;
  insight_settings: InsightSettingsTable;
  taught_versions: TaughtVersionsTable;
  taught_lessons: TaughtLessonsTable;
  prediction_scores: PredictionScoresTable;
}
