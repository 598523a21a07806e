/** Of this many windows of the network one stretch is heard, the rest is passed over. */
const HEARD_WINDOWS = 4;
const PASSED_WINDOWS = 12;

/** Lets a quarter of a stream's audio through, in stretches of whole windows. */
export class SparseAudio {
  private readonly heardSamples: number;
  private readonly roundSamples: number;
  private at = 0;

  /** @param windowSamples samples that the network hears at a time */
  constructor(windowSamples: number) {
    this.heardSamples = HEARD_WINDOWS * windowSamples;
    this.roundSamples = (HEARD_WINDOWS + PASSED_WINDOWS) * windowSamples;
  }

  /** @returns the part of the next samples that is to be heard, perhaps empty */
  take(samples: Float32Array): Float32Array {
    const heard = new Float32Array(samples.length);
    let count = 0;
    for (let from = 0; from < samples.length;) {
      const isHeard = this.at < this.heardSamples;
      const left = (isHeard ? this.heardSamples : this.roundSamples) - this.at;
      const part = samples.subarray(from, from + left);
      if (isHeard) {
        heard.set(part, count);
        count += part.length;
      }
      this.at = (this.at + part.length) % this.roundSamples;
      from += part.length;
    }
    return heard.subarray(0, count);
  }
}
