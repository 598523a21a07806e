import type { Semaphore } from '../../concurrency/semaphore.js';
import type { Hold, Wallet } from '../billing/wallet.js';
import type { Payer } from '../billing/payer.js';
import type { NewEvent } from '../events/event.js';
import type { TunedModels } from '../fine-tune/tuned-models.js';
import type { AnalysisRequest } from '../recordings/analysis-request.js';
import type { DecodeAudio, FetchAudio, RunEngine } from '../recordings/ports.js';
import type { BookOfLines, LineHeard } from './recording-line.js';
import type { RecordingReport } from './recording-report.js';
import type { VoicesOfRecordings } from './recording-voices.js';
import type { SessionAnswer, SessionUtterance } from './session-utterance.js';

/** A hold to be charged, and what webhooks are told of what it paid for. */
export interface PaidWork {
  readonly hold: Hold;
  readonly microCredits: number;
  readonly events: readonly NewEvent[];
}

export interface AnalyzerDependencies {
  readonly decode: DecodeAudio;
  readonly fetchAudio: FetchAudio;
  readonly engine: RunEngine;
  readonly wallet: Wallet;
  /** Settles a hold and stores the events of what was paid for, both or neither. Absent: nobody can subscribe. */
  readonly settleWithEvents?: (paid: PaidWork) => Promise<void>;
  /** Customers' models. Without it, only the base model is used. */
  readonly models?: Pick<TunedModels, 'choose'>;
  /** Finds out who speaks. Without it, each channel has one speaker and nobody is recognized. */
  readonly voices?: VoicesOfRecordings;
  /** What is known of lines beyond a recording. Without it, every recording is judged by itself. */
  readonly lines?: BookOfLines;
  /** The vertical of a conversation; undefined for a conversation that does not exist. */
  readonly verticalOf: (orgId: string, sessionId: string) => Promise<string | undefined>;
  /** Connects the utterances of one `session_id`. */
  readonly observe: (utterance: SessionUtterance) => Promise<SessionAnswer | undefined>;
  /** Limits how many recordings are processed at a time and how many may wait. */
  readonly places: Semaphore;
  readonly newId: (prefix: string) => string;
  readonly nowMs: () => number;
}

export interface AnalysisOrder {
  /** Unique. Credits are held and charged once under this id. */
  readonly id: string;
  readonly payer: Payer;
  readonly request: AnalysisRequest;
  /** The conversation, when `request.sessionId` does not name it. Used for the vertical and to record recognized speakers. */
  readonly linkTo?: string;
  /**
   * Accepts the report before it is charged, when the caller does so itself. A recording is not charged when this throws, or
   * when it returns false because the recording was there already.
   */
  readonly admit?: (report: RecordingReport) => Promise<boolean>;
  /** What webhooks are told of the report, in the transaction that charges for it. */
  readonly eventsOf?: (report: RecordingReport) => readonly NewEvent[];
  /** What is known of its line, in place of what is stored: from the first pass of a batch. */
  readonly heardOn?: LineHeard;
  /** Aborts when the client has gone or the analysis takes too long. */
  readonly signal: AbortSignal;
}
