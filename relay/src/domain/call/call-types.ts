import type {
  CueAction,
  Feature,
  ServerBody,
  Directive,
  SessionEnded,
  Snapshot,
  Subject,
  TurnSummary,
  VadMode,
} from '@undertone/protocol';
import type { AnalysisResult } from './analysis-result.js';
import type { Baseline } from './emotion/baseline.js';

export interface CallChannel {
  /** From the hello, or `ch0`, `ch1` …; also the stem of the speaker's id until diarisation knows better. */
  id: string;
  subject: Subject;
}

/** The configuration of a call analysis; plain data, part of the snapshot. */
export interface CallConfig {
  sessionId: string;
  /** One of `VERTICAL_NAMES`; any other name gives no state and no metrics. */
  vertical: string;
  /** BCP 47; cue texts exist in nine languages (`cues/`), anything else reads as en. */
  language: string;
  channels: readonly CallChannel[];
  features: readonly Feature[];
  outputs: { probabilities: boolean; prosody: boolean; maxRateHz?: number };
  vadMode: VadMode;
  endSilenceMs: number;
  steering: { enabled: boolean; alertBudget?: number };
  /** Whether policy allows analyzing `subject: agent`. */
  agentAnalysis: boolean;
}

/** The parts of the configuration that `session.update` may change. */
export type CallUpdate = Partial<
  Pick<CallConfig, 'vertical' | 'features' | 'outputs' | 'vadMode' | 'endSilenceMs' | 'steering'>
>;

export interface CallDependencies {
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
export type CallSummary = Omit<SessionEnded, 'reason' | 'usage'>;

/** The part of a snapshot message that comes from the call analysis; the stream adds the rest. */
export type LatestOfCall = Pick<Snapshot, 'sessionId' | 'directives' | 'modes' | 'openTurns' | 'cue'>;

/** JSON of plain objects, arrays, strings, finite numbers, booleans and null. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export type { CueAction };

/**
 * One call as the rules see it: analysis results and client events in, messages out. Pure: no clock (time is audio
 * time), no socket, no storage; ids are injected. Every method returns what is to be sent, in order.
 */
export interface CallEngine {
  /** The next result of a channel, in order. Voice activity of the server comes with it. */
  advance(result: AnalysisResult): ServerBody[];
  /** Voice activity as the page saw it; ignored when `vadMode` is `server`. */
  vadEvent(event: ClientVadEvent): ServerBody[];
  transcript(item: TranscriptItem): ServerBody[];
  feedback(cueId: string, action: CueAction, afterMs?: number): ServerBody[];
  /** Ends the open turn of a channel, or of all. */
  forceEndTurn(channel?: number): ServerBody[];
  /** Analysis stops here (hold, payment data, break): open turns end; smoothing and baselines stay. */
  pause(atMs: number): ServerBody[];
  update(change: CallUpdate): ServerBody[];
  /** What must still be sent before `session_end`: open turns end. */
  end(): ServerBody[];
  /** Uses the turns' final labels, so call it after {@link end}. */
  summary(): CallSummary;
  /** The newest of everything, for a resume or a late observer. The stream sets `paused`. */
  latest(): LatestOfCall;
  /**
   * For an observer who joins late: how each channel sounded in the last minute, once a second and in order of time, with emotion,
   * valence and arousal alone; then, complete, the newest directive with speech and the newest of all.
   */
  recentDirectives(): Directive[];
  /** The newest turns that have ended, oldest first, as they were corrected. */
  endedTurns(most: number): TurnSummary[];
  /** Whether a turn, open or ended, is among those that are kept. */
  holds(turnId: string): boolean;
  /**
   * Sets the label of a turn that has ended, from an analysis of the whole turn, by the rule of `emotion/shown-label.ts`; null
   * without a reading. A person's correction is kept.
   */
  label(turnId: string, emotion: string | null): void;
  /**
   * Sets a person's correction of a turn's label. It is kept to the end of the call, also if the turn is still open.
   * @returns false for a turn that is not kept
   */
  correct(turnId: string, emotion: string | undefined): boolean;
  /** How a speaker usually sounds; undefined for one who has not spoken. */
  baselineOf(speaker: string): Baseline | undefined;
  /** Sets what is known of a speaker from earlier calls, or forgets it. */
  resumeBaseline(speaker: string, baseline: Baseline | undefined): void;
  /** Marks a speaker of a mixed channel as an employee. */
  treatAsAgent(speaker: string): void;
  /** The speakers that {@link treatAsAgent} named. */
  agents(): readonly string[];
  /** Everything needed to go on after a restart of the relay. */
  snapshot(): Json;
}
