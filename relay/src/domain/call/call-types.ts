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
  /** From the hello, or `ch0`, `ch1` …; also the stem of the speaker's id until diarization knows a better one. */
  id: string;
  subject: Subject;
}

/** The configuration of a call analysis; plain data, part of the snapshot. */
export interface CallConfig {
  sessionId: string;
  /** One of `VERTICAL_NAMES`; any other name gives no state and no metrics. */
  vertical: string;
  /** BCP 47. Cue texts exist in nine languages (`cues/`); any other language gives en. */
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
  /** Returns a fresh id with the given prefix. */
  newId: (prefix: 'dir' | 'turn' | 'cue') => string;
}

export interface ClientVadEvent {
  channel: number;
  kind: 'start' | 'end' | 'misfire';
  /** On the channel's audio clock. */
  atMs: number;
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

/** A span in which another person speaks than was told, ms on the audio clock. */
export interface RevisedSpan {
  readonly startMs: number;
  readonly endMs: number;
}

/** The content of `session_end` without `reason` and `usage`, which the stream knows. */
export type CallSummary = Omit<SessionEnded, 'reason' | 'usage'>;

/** The part of a snapshot message that comes from the call analysis; the stream adds the rest. */
export type LatestOfCall = Pick<Snapshot, 'sessionId' | 'directives' | 'modes' | 'openTurns' | 'cue'>;

/** JSON of plain objects, arrays, strings, finite numbers, booleans and null. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export type { CueAction };

/**
 * The rules of one call: analysis results and client events in, messages out. Pure: no clock (time is audio time), no
 * socket, no storage; ids are injected. Methods that return messages return them in the order to send.
 */
export interface CallEngine {
  /** The next result of a channel, in order. Voice activity of the server comes with it. */
  advance(result: AnalysisResult): ServerBody[];
  /** The page's voice activity; ignored when `vadMode` is `server`. */
  vadEvent(event: ClientVadEvent): ServerBody[];
  transcript(item: TranscriptItem): ServerBody[];
  /** What the agent did with a cue changes which come next, and how soon. */
  feedback(cueId: string, action: CueAction): void;
  /** Ends the open turn of a channel, or of all channels. */
  forceEndTurn(channel?: number): ServerBody[];
  /** Pauses the analysis (hold, payment data, break). Open turns end; smoothing and baselines stay. */
  pause(atMs: number): ServerBody[];
  update(change: CallUpdate): ServerBody[];
  /** Ends open turns. @returns what must still be sent before `session_end` */
  end(): ServerBody[];
  /** Uses the final labels of the turns, so call it after {@link end}. */
  summary(): CallSummary;
  /** The newest message of each kind, for a resume or a late observer. The stream sets `paused`. */
  latest(): LatestOfCall;
  /**
   * For an observer who joins late. For each channel: one directive per second of the last minute, in order of time, with only
   * emotion, valence and arousal; then, complete, the newest directive with speech and the newest of all.
   */
  recentDirectives(): Directive[];
  /** The newest ended turns, oldest first, with corrections. */
  endedTurns(most: number): TurnSummary[];
  /** Whether a turn, open or ended, is still kept. */
  holds(turnId: string): boolean;
  /**
   * Sets the label of an ended turn, from an analysis of the whole turn by the rule of `emotion/shown-label.ts`; null without a
   * reading. A person's correction is kept.
   */
  label(turnId: string, emotion: string | null, revised: boolean): ServerBody[];
  /**
   * Sets a person's correction of a turn's label. It is kept until the end of the call, even if the turn is still open.
   * @returns false for a turn that is not kept
   */
  correct(turnId: string, emotion: string | undefined): boolean;
  /**
   * Gives the ended turns of a mixed channel in these spans to whoever is heard in them now. Smoothing and baselines stay as
   * they were learned.
   * @param speakerOf who speaks longest in a span, as it is thought now; undefined where nobody is known to
   * @returns a `turn.revised` for each turn that changed, and the spans whose turns have not all ended
   */
  reviseSpeakers(
    channel: number,
    spans: readonly RevisedSpan[],
    speakerOf: (startMs: number, endMs: number) => string | undefined,
  ): { readonly bodies: ServerBody[]; readonly waiting: readonly RevisedSpan[] };
  /** How a speaker usually sounds; undefined for a speaker who has not spoken. */
  baselineOf(speaker: string): Baseline | undefined;
  /** Sets a speaker's baseline from earlier calls, or forgets it. */
  resumeBaseline(speaker: string, baseline: Baseline | undefined): void;
  /** Marks a speaker of a mixed channel as an employee. */
  treatAsAgent(speaker: string): void;
  /** The speakers marked with {@link treatAsAgent}. */
  agents(): readonly string[];
  /** Everything needed to continue after a restart of the relay. */
  snapshot(): Json;
}
