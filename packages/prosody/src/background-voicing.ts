/**
 * A frame that counts as background is less than this far above the background's lowest level. Noise in a cafe
 * fluctuates that much.
 */
const NEAR_DB = 8;
/** From the first value on, the background may be periodic (hum, voices). From the second value on, it surely is. */
const PERIODIC_FROM = 0.4;
const PERIODIC_TO = 0.55;
/**
 * How far the peak of a voice lies above its mean level, dB. The running peak is lowered by this before it is compared
 * with levels.
 */
const CREST_DB = 12;
/** The foreground must be this far above the background. A smaller difference means one voice that holds a sound. */
const CONTRAST_FROM_DB = 4;
const CONTRAST_TO_DB = 10;
/** A frame that rises over the background by this share of the contrast, in dB, no longer counts as background. */
const SHARE = 0.6;
/** A frame at least this periodic is a single voice, even when it is soft. Several voices are seldom so periodic. */
const CLEARLY_VOICED = 0.8;
/** Longer than the soft sounds of running speech, so those do not count as background. */
const PAUSE_FRAMES = 14;
const MEMORY_FRAMES = 100;
/**
 * At full certainty, a voiced frame must rise by this many times the background's mean distance from its lowest level,
 * plus a small margin, but by no more than the limit of the background.
 */
const SPREAD = 1.5;
const MARGIN_DB = 1;

/**
 * Prevents a periodic background (mains hum, other people) from being taken for the speaker's voice. Praat's silence
 * threshold is always 30 dB below the peak. Here the threshold follows the background, once the background is known to
 * be periodic and the speaker to be louder. The level of the background comes from minimum statistics (Martin 2001).
 */
export class BackgroundVoicing {
  /**
   * Result of {@link update}: the silence threshold times this is the highest intensity that the frame counts with.
   * Infinity where the background does not matter.
   */
  ratio = Infinity;

  private periodicity = 0;
  private meanDb = 0;
  private frames = 0;
  private run = 0;

  /**
   * Takes the next frame.
   * @param level the frame's level
   * @param candidates the height of the frame's best pitch peak
   * @param noise the lowest level of the background
   * @param peak the largest frame peak of the last 30 s
   */
  update(
    level: { readonly energyDb: number },
    candidates: { readonly bestPlain: number },
    noise: { readonly db: number },
    peak: { readonly value: number },
  ): void {
    this.ratio = Infinity;
    const contrastDb = 20 * Math.log10(peak.value) - CREST_DB - noise.db;
    const reachDb = Math.min(NEAR_DB, SHARE * contrastDb);
    const aboveDb = level.energyDb - noise.db;
    this.run = aboveDb < reachDb ? this.run + 1 : 0;
    if (this.run > PAUSE_FRAMES) {
      this.frames = Math.min(MEMORY_FRAMES, this.frames + 1);
      this.periodicity += (candidates.bestPlain - this.periodicity) / this.frames;
      this.meanDb += (aboveDb - this.meanDb) / this.frames;
    }
    if (candidates.bestPlain >= CLEARLY_VOICED) return;
    if (this.periodicity <= PERIODIC_FROM || contrastDb <= CONTRAST_FROM_DB) return;
    const certainty =
      Math.min(1, (this.periodicity - PERIODIC_FROM) / (PERIODIC_TO - PERIODIC_FROM)) *
      Math.min(1, (contrastDb - CONTRAST_FROM_DB) / (CONTRAST_TO_DB - CONTRAST_FROM_DB));
    this.ratio = 10 ** ((aboveDb - certainty * Math.min(reachDb, SPREAD * this.meanDb + MARGIN_DB)) / 20);
  }

  reset(): void {
    this.ratio = Infinity;
    this.periodicity = 0;
    this.meanDb = 0;
    this.frames = 0;
    this.run = 0;
  }
}
