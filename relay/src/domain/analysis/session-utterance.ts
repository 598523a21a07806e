import type { Payer } from '../billing/payer.js';
import type { RecordingReport } from './recording-report.js';

/** A recording as one utterance of a conversation. */
export interface SessionUtterance {
  readonly payer: Payer;
  /** Absent for a recording outside a session. Then nothing of it is kept and only KPIs are predicted. */
  readonly sessionId: string | undefined;
  /** Unique per recording, so that an utterance counts once. */
  readonly utteranceId: string;
  readonly report: RecordingReport;
}

/** The conversation's predictions after a new utterance. */
export interface SessionAnswer {
  readonly predictions: Readonly<Record<string, unknown>>;
  readonly kpiPredictions: Readonly<Record<string, unknown>> | undefined;
}
