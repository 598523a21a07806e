import { ProsodyError } from './prosody-error.js';

/** The only sample rate of the extractor; {@link Resampler} converts other rates to it. */
export const ANALYSIS_SAMPLE_RATE_HZ = 16_000;
/** Samples from one frame to the next. */
export const HOP_SAMPLES = 160;
/** Milliseconds from one frame to the next. */
export const HOP_MS = 10;
/** 40 ms: three periods of the lowest F0, the shortest window that resolves it (Boersma 1993, section 3.2). */
export const WINDOW_SAMPLES = 640;

/**
 * Settings of the extractor. The defaults are those of Praat’s pitch analysis by autocorrelation (Boersma 1993), with a ceiling that fits
 * speech.
 */
export interface ProsodyOptions {
  /** Lowest F0 looked for, Hz. Fixed by the 40 ms window: 75 … 200. Default 75. */
  f0FloorHz?: number;
  /** Highest F0 looked for, Hz. At most 600. Default 500: includes raised and children's voices, but not whistles. */
  f0CeilingHz?: number;
  /** Frames below this share of the running peak count as silent. Default .03 (Praat). */
  silenceThreshold?: number;
  /** Autocorrelation a frame needs to be voiced. Default .45 (Praat). */
  voicingThreshold?: number;
  /** Preference for higher candidates, per octave. Default .01 (Praat). */
  octaveCost?: number;
  /** Cost of a jump between frames, per octave. Default .35 (Praat). */
  octaveJumpCost?: number;
  /** Cost of a change between voiced and unvoiced. Default .14 (Praat). */
  voicedUnvoicedCost?: number;
  /** Frames the pitch path looks ahead before it decides, 5 … 20. Default 8 (80 ms of latency). */
  lookaheadFrames?: number;
  /**
   * Peak that the stream is assumed to have had before it started, 0 … 1. Sound 30 dB below the running peak counts as
   * silent, and at first no peak is known. The assumed peak halves every second. Default .1 (−20 dB): speech reaches it
   * or nearly reaches it, room tone does not.
   */
  initialPeak?: number;
  /** Length of the history that `snapshot(windowMs)` can look back on, ms. Default 10,000; at most 300,000. In steps of 100 ms. */
  historyMs?: number;
}

export type ResolvedProsodyOptions = Required<ProsodyOptions>;

/** @throws ProsodyError `invalid_option` when a value is outside its range or not a number. */
export const resolveProsodyOptions = (options: ProsodyOptions = {}): ResolvedProsodyOptions => ({
  f0FloorHz: within('f0FloorHz', options.f0FloorHz ?? 75, 75, 200),
  f0CeilingHz: within('f0CeilingHz', options.f0CeilingHz ?? 500, 250, 600),
  silenceThreshold: within('silenceThreshold', options.silenceThreshold ?? 0.03, 1e-4, 1),
  voicingThreshold: within('voicingThreshold', options.voicingThreshold ?? 0.45, 0, 1),
  octaveCost: within('octaveCost', options.octaveCost ?? 0.01, 0, 1),
  octaveJumpCost: within('octaveJumpCost', options.octaveJumpCost ?? 0.35, 0, 10),
  voicedUnvoicedCost: within('voicedUnvoicedCost', options.voicedUnvoicedCost ?? 0.14, 0, 10),
  lookaheadFrames: Math.round(within('lookaheadFrames', options.lookaheadFrames ?? 8, 5, 20)),
  initialPeak: within('initialPeak', options.initialPeak ?? 0.1, 0, 1),
  historyMs: within('historyMs', options.historyMs ?? 10_000, 100, 300_000),
});

const within = (name: string, value: number, low: number, high: number): number => {
  if (value >= low && value <= high) return value;
  throw new ProsodyError('invalid_option', `${name} must be between ${low} and ${high}, got ${value}`);
};
