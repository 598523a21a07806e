import type { CueAction, Feature, ServerBody, SessionEnded, Subject, VadMode } from '@undertone/protocol';

export interface ConversationChannel {
  /** From the hello, or `ch0`, `ch1` …; also the stem of the speaker's id until diarisation knows better. */
  id: string;
  subject: Subject;
}

/** All that shapes a conversation; plain data, part of the snapshot. */
export interface ConversationConfig {
  sessionId: string;
  /** `contact_center` has a state and metrics of its own; any other name gives neither. */
  vertical: string;
  /** BCP 47; cue texts exist for en, de and es, anything else falls back to en. */
  language: string;
  channels: readonly ConversationChannel[];
  features: readonly Feature[];
  outputs: { probabilities: boolean; prosody: boolean; maxRateHz?: number };
  vadMode: VadMode;
  endSilenceMs: number;
  steering: { enabled: boolean; alertBudget?: number };
  /** Whether policy allows analysing `subject: agent`. */
  agentAnalysis: boolean;
}

/** The parts of the configuration that `session.update` may change. */
export type ConversationUpdate = Partial<
  Pick<ConversationConfig, 'vertical' | 'features' | 'outputs' | 'vadMode' | 'endSilenceMs' | 'steering'>
>;

export interface ConversationDependencies {
  /** A fresh id with the given prefix. */
  newId: (prefix: 'dir' | 'turn' | 'cue') => string;
}

export interface ClientVadEvent {
  channel: number;
  kind: 'start' | 'end' | 'misfire';
  /** On the channel's audio clock. */
  atMs: number;
  probability?: number;
}

export interface TranscriptItem {
  itemId: string;
  text: string;
  speakerId?: string;
  startMs: number;
  endMs: number;
  isFinal: boolean;
  language?: string;
}

/** What `session_end` says, all but `reason` and `usage`, which the stream knows. */
export type ConversationSummary = Omit<SessionEnded, 'reason' | 'usage'>;

export interface ConversationEnd {
  /** What must still be sent before `session_end`: open turns end, speech that is going on gets its last directive. */
  messages: ServerBody[];
  summary: ConversationSummary;
}

/** JSON of plain objects, arrays, strings, finite numbers, booleans and null. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export type { CueAction };
