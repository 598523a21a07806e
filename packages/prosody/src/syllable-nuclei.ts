/** de Jong & Wempe 2009: a peak within 25 dB of the loudest, and a dip of 2 dB after it. */
const BELOW_LOUDEST_DB = 25;
const DIP_DB = 2;
/** The loudest level is forgotten by 1 dB a second, so that a shout does not mute the rest of a call. */
const FORGET_DB_PER_FRAME = 0.01;

/**
 * Syllable nuclei: voiced peaks of the intensity curve with a dip between each and the next (de Jong & Wempe 2009,
 * "Praat script to detect syllable nuclei and measure speech rate automatically", Behavior Research Methods 41).
 * Their script knows the whole file; here the loudest level is a running one, and a nucleus counts as soon as the
 * curve has fallen 2 dB.
 */
export class SyllableNuclei {
  private loudestDb = -100;
  private beforeDb = -100;
  private hereDb = -100;
  private hereVoiced = false;
  private peakDb = -100;
  private peakOpen = false;
  private peakVoiced = false;

  /**
   * Takes the next frame (10 ms).
   * @param loudness with the intensity smoothed over 64 ms
   * @returns true when a nucleus is now known (its peak is a few frames back)
   */
  update(loudness: { readonly syllableDb: number }, voiced: boolean): boolean {
    const intensityDb = loudness.syllableDb;
    this.loudestDb = Math.max(intensityDb, this.loudestDb - FORGET_DB_PER_FRAME);
    const isPeak = this.hereDb > this.beforeDb && this.hereDb >= intensityDb;
    if (isPeak && this.hereDb > this.loudestDb - BELOW_LOUDEST_DB) {
      this.peakDb = this.hereDb;
      this.peakOpen = true;
      this.peakVoiced = this.hereVoiced;
    }
    this.beforeDb = this.hereDb;
    this.hereDb = intensityDb;
    this.hereVoiced = voiced;
    if (!this.peakOpen || this.peakDb - intensityDb <= DIP_DB) return false;
    this.peakOpen = false;
    return this.peakVoiced;
  }

  reset(): void {
    this.loudestDb = -100;
    this.beforeDb = -100;
    this.hereDb = -100;
    this.hereVoiced = false;
    this.peakOpen = false;
  }
}
