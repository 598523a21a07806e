/** A frame within this of the background's lowest level is background: how it fluctuates in a cafe. */
const NEAR_DB = 8;
/** The background is periodic (hum, voices) from the first value on, and surely from the second. */
const PERIODIC_FROM = 0.4;
const PERIODIC_TO = 0.55;
/** A voice's peak over its mean level, dB: what the running peak must be lowered by to compare with levels. */
const CREST_DB = 12;
/** The foreground must stand this far over the background; less is one voice that is held. */
const CONTRAST_FROM_DB = 4;
const CONTRAST_TO_DB = 10;
/** Share of the contrast, in dB, that a frame must rise over the background. */
const SHARE = 0.6;
/** A frame this periodic is one voice, however soft: several at once seldom are. */
const CLEARLY_VOICED = 0.8;
/** Longer than the soft sounds of running speech, which are no background. */
const PAUSE_FRAMES = 14;
const MEMORY_FRAMES = 100;
/** How far a frame must rise: over this many times the background's mean distance from its lowest level, and a little more. */
const SPREAD = 1.5;
const MARGIN_DB = 1;

/**
 * Keeps background that is itself periodic, mains hum or other people, from being taken for the speaker's voice. Praat's
 * threshold of silence is 30 dB below the peak, whatever the background; here it follows the background once that is known
 * to be periodic and the speaker to be louder. The level of the background is that of minimum statistics (Martin 2001).
 */
export class BackgroundVoicing {
  /** Result of {@link update}: what to multiply the silence threshold's share with, Infinity where background is no matter. */
  ratio = Infinity;

  private periodicity = 0;
  private meanDb = 0;
  private frames = 0;
  private run = 0;

  /**
   * Takes the next frame.
   * @param level with its level and the height of its best pitch peak
   * @param peak of the last seconds
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
