/**
 * One analysis frame, 10 ms after the one before it. The extractor passes the same object every time (nothing is
 * allocated per frame), so copy what you need after the callback.
 *
 * Numbers are never NaN or infinite. In an unvoiced frame, `f0Hz` and `hnrDb` are 0 and `voiced` is false. They are not
 * `null`, because the engine would box fields that change between `number` and `null`: an allocation per frame.
 */
export interface ProsodyFrame {
  /** 0, 1, 2 … since construction or {@link ProsodyExtractor.reset}. */
  index: number;
  /** Sample (16 kHz, since the start) at the center of the frame's 40 ms window. */
  centerSample: number;
  /** Fundamental frequency in Hz; 0 when unvoiced. */
  f0Hz: number;
  /** Whether there is a pitch. */
  voiced: boolean;
  /** Height of the chosen autocorrelation peak, 0 … 1; of the best one when unvoiced. The confidence of `f0Hz`. */
  strength: number;
  /** Level of the window in dB relative to full scale, −100 … 0. */
  energyDb: number;
  /** Harmonics-to-noise ratio in dB, −10 … 60; 0 when unvoiced. */
  hnrDb: number;
  /** A syllable nucleus was found at this frame. */
  syllable: boolean;
  /** The voice-activity decision for this frame. */
  speech: boolean;
}

/**
 * What is known about a frame as soon as its window is complete, before the pitch path is decided
 * ({@link ProsodyFrame} follows 80 ms later). Made for voice activity and level meters. Reused like the frame.
 */
export interface LevelFrame {
  /** As that of the frame that follows. */
  index: number;
  /** Sample (16 kHz, since the start) at the center of the frame’s 40 ms window. */
  centerSample: number;
  /** Level of the window in dB relative to full scale, −100 … 0. */
  energyDb: number;
  /** Highest autocorrelation peak between floor and ceiling, 0 … 1; 0 in silence. */
  periodicity: number;
  /** Largest absolute sample in the newest 10 ms. */
  peak: number;
}

/** Receives frames synchronously, inside {@link ProsodyExtractor.push} or {@link ProsodyExtractor.flush}. */
export interface ProsodyListener {
  /** Every 10 ms of audio, 80 ms late. The frame is reused: copy what you keep. */
  onFrame?: (frame: Readonly<ProsodyFrame>) => void;
  /** Every 10 ms of audio, at once. Reused too. */
  onLevel?: (level: Readonly<LevelFrame>) => void;
}
