import type { ProsodySummary, VoiceActivityEvent } from '@undertone/prosody';
import type { EdgeProsody } from './capture-messages.js';

/** Measures one channel's sound on the audio thread. */
export interface CaptureAnalysis {
  readonly speaking: boolean;
  /** Takes one hop of 16 kHz sound. */
  push(hop: Float32Array): void;
  /** Ends the current sound. */
  finish(): void;
  /** Forgets earlier sound: a gap follows or has passed. */
  reset(): void;
  /** The measurements since the last report; `sample` is the position of the report. The object is reused. */
  report(sample: number): Readonly<EdgeProsody>;
  summary(windowMs: number): ProsodySummary;
}

/** Positions in events count from the first sample after creation or reset. */
export type AnalysisFactory = (
  channel: number,
  onEvent: (event: VoiceActivityEvent) => void,
) => CaptureAnalysis;

/**
 * The global scope that both scripts of the audio thread share. A worklet cannot import at run time, so the page loads the
 * second script, and that script stores its factory here.
 */
export interface AnalysisScope {
  undertoneAnalysis?: AnalysisFactory;
}
