import type { ProsodySummary, VoiceActivityEvent } from '@undertone/prosody';
import type { EdgeProsody } from './capture-messages.js';

/** What measures one channel's sound on the audio thread. */
export interface CaptureAnalysis {
  readonly speaking: boolean;
  /** One hop of 16 kHz sound. */
  push(hop: Float32Array): void;
  /** The sound ends here for now. */
  finish(): void;
  /** Forgets what it heard: a gap follows or has passed. */
  reset(): void;
  /** What was heard since the last report; `sample` is where the report stands. The object is reused. */
  report(sample: number): Readonly<EdgeProsody>;
  summary(windowMs: number): ProsodySummary;
}

/** Positions in events count from the first sample after creation or reset. */
export type AnalysisFactory = (
  channel: number,
  onEvent: (event: VoiceActivityEvent) => void,
) => CaptureAnalysis;

/**
 * The scope that the two scripts of the audio thread share. A worklet cannot import at run time: the page loads the second
 * script, which leaves its factory here.
 */
export interface AnalysisScope {
  undertoneAnalysis?: AnalysisFactory;
}
