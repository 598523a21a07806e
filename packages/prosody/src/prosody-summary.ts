/**
 * The prosody object of the interface specification, with the same names and ready to send. A measure that is undefined
 * (no voiced frame, fewer than two periods, no pause …) is `null`, never NaN and never an invented 0.
 */
export interface ProsodySummary {
  /** Hz, over voiced frames. */
  pitch: {
    mean: number | null;
    std: number | null;
    min: number | null;
    max: number | null;
    range: number | null;
  };
  /** dB relative to full scale, over frames of speech. */
  energy: { mean: number | null; std: number | null };
  /** Tempo and pauses. */
  rhythm: {
    /** Syllables per second of audio, pauses included (de Jong & Wempe 2009: speech rate). */
    speech_rate: number | null;
    /** Pauses per minute of audio. In a window, both rates are of the time of turns, without the silence between them. */
    pause_rate: number | null;
    /** Seconds. */
    average_pause_duration: number | null;
  };
  /** How regular the voice’s vibration is. */
  voice_quality: {
    /** Local jitter as a fraction of the mean period (.01 is 1 %). */
    jitter: number | null;
    /** Local shimmer as a fraction of the mean amplitude. */
    shimmer: number | null;
    /** Mean harmonics-to-noise ratio of voiced frames, dB. */
    hnr: number | null;
  };
}

/** A summary with the evidence behind it. */
export interface ProsodySnapshot {
  /** The measures. */
  prosody: ProsodySummary;
  /** Audio behind the summary, ms. */
  durationMs: number;
  /** Audio with a pitch, ms. */
  voicedMs: number;
  /** Audio with speech by voice activity, ms. */
  speechMs: number;
  /** Syllable nuclei that were found. */
  syllables: number;
  /** Pauses between stretches of speech. */
  pauses: number;
  /** Syllables per second of speech, pauses left out; null without speech. */
  articulationRate: number | null;
}
