/** de Jong & Wempe 2009: a peak within 25 dB of the 99 % quantile, and a dip of 2 dB after it. */
const DIP_DB = 2;
/** A stream does not know the quantile. It lies about 1 dB below the loudest level. */
const BELOW_LOUDEST_DB = 24;
/** The loudest level falls by 1 dB a second, so that a shout does not hide the rest of a call. */
const FORGET_DB_PER_FRAME = 0.01;
/** The level assumed before anything was heard falls as fast as the assumed peak: it halves every second. */
const FORGET_ASSUMED_DB_PER_FRAME = 0.06;
/** A voice's peak over its mean level, dB. */
const CREST_DB = 12;
/**
 * A nucleus is voiced where the mean of the pitch peaks of the 90 ms around it reaches a third. The script asks Praat
 * for voicing with a window of 100 ms (a floor of 30 Hz) and a voicing threshold of .25. A decision with 40 ms and .45
 * would miss one soft nucleus in eight.
 */
const VOICED_FRAMES = 9;
const AFTER_PEAK = 4;
const VOICED_STRENGTH = 1 / 3;
const SILENCE_DB = -100;

/**
 * Syllable nuclei: voiced peaks of the intensity curve with a dip between each and the next (de Jong & Wempe 2009,
 * "Praat script to detect syllable nuclei and measure speech rate automatically", Behavior Research Methods 41).
 * Their script knows the whole file; here the loudest level is a running one. As in their script, a nucleus counts when
 * the next peak shows that the dip lay between two syllables. The last peak of a recording, often a breath, never
 * counts.
 */
export class SyllableNuclei {
  private loudestDb = SILENCE_DB;
  private assumedDb: number;
  private beforeDb = SILENCE_DB;
  private hereDb = SILENCE_DB;
  private peakDb = SILENCE_DB;
  private lowestDb = SILENCE_DB;
  private peakOpen = false;
  private peakVoiced = false;
  private framesSincePeak = 0;
  /** Frames from the peak of the newest nucleus until it was found. */
  nucleusAge = 0;
  private frames = 0;
  private readonly strengths = new Float64Array(VOICED_FRAMES);

  /** @param initialPeak assumed before anything was heard, 0 … 1 */
  constructor(private readonly initialPeak: number) {
    this.assumedDb = this.initialDb();
  }

  /**
   * Takes the next frame (10 ms).
   * @param loudness with the intensity smoothed over 64 ms
   * @param frame with the height of its best pitch peak, 0 … 1
   * @returns true when the peak before the one that begins here is now known to be a nucleus
   */
  update(loudness: { readonly syllableDb: number }, frame: { readonly strength: number }): boolean {
    const intensityDb = loudness.syllableDb;
    this.strengths[this.frames++ % VOICED_FRAMES] = frame.strength;
    this.loudestDb = Math.max(intensityDb, this.loudestDb - FORGET_DB_PER_FRAME);
    this.assumedDb = Math.max(SILENCE_DB, this.assumedDb - FORGET_ASSUMED_DB_PER_FRAME);
    if (this.peakOpen && ++this.framesSincePeak <= AFTER_PEAK) this.peakVoiced = this.isVoiced();
    const loud = this.hereDb > Math.max(this.loudestDb, this.assumedDb) - BELOW_LOUDEST_DB;
    let nucleus = false;
    if (loud && this.hereDb > this.beforeDb && this.hereDb >= intensityDb) {
      nucleus = this.peakOpen && this.peakVoiced && this.peakDb - this.lowestDb > DIP_DB;
      this.nucleusAge = this.framesSincePeak;
      this.openPeak();
    }
    if (intensityDb < this.lowestDb) this.lowestDb = intensityDb;
    this.beforeDb = this.hereDb;
    this.hereDb = intensityDb;
    return nucleus;
  }

  reset(): void {
    this.loudestDb = SILENCE_DB;
    this.assumedDb = this.initialDb();
    this.beforeDb = SILENCE_DB;
    this.hereDb = SILENCE_DB;
    this.peakOpen = false;
    this.frames = 0;
    this.strengths.fill(0);
  }

  /**
   * Handles a peak at the frame before the newest. Every peak replaces the one before it, because the script compares
   * each peak with the next.
   */
  private openPeak(): void {
    this.peakDb = this.hereDb;
    this.lowestDb = this.hereDb;
    this.peakOpen = true;
    this.framesSincePeak = 1;
    this.peakVoiced = this.isVoiced();
  }

  private isVoiced(): boolean {
    let sum = 0;
    for (let i = 0; i < VOICED_FRAMES; i++) sum += this.strengths[i] ?? 0;
    return sum >= VOICED_STRENGTH * VOICED_FRAMES;
  }

  private initialDb(): number {
    return Math.max(SILENCE_DB, 20 * Math.log10(Math.max(1e-5, this.initialPeak)) - CREST_DB);
  }
}
