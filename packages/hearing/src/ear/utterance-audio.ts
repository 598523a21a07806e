const FULL_SCALE = 32_767;

/** The audio of one utterance for the full reader, as 16 bits. It grows with the speech. */
export class UtteranceAudio {
  private kept = new Int16Array(0);
  private length = 0;

  /** Samples that are kept. */
  get samples(): number {
    return this.length;
  }

  /** Adds samples, -1 to 1. */
  add(samples: Float32Array): void {
    const needed = this.length + samples.length;
    if (needed > this.kept.length) {
      const wider = new Int16Array(Math.max(needed, 2 * this.kept.length));
      wider.set(this.kept.subarray(0, this.length));
      this.clear();
      this.kept = wider;
    }
    const from = needed - samples.length;
    for (let n = 0; n < samples.length; n++)
      this.kept[from + n] = Math.round(Math.min(1, Math.max(-1, samples[n] ?? 0)) * FULL_SCALE);
    this.length = needed;
  }

  /** All of it, as 16 bits; it is the caller's, and nothing is kept here. */
  take(): Int16Array {
    const taken = this.kept.subarray(0, this.length);
    this.kept = new Int16Array(0);
    this.length = 0;
    return taken;
  }

  /** Wipes it and gives the memory back. */
  clear(): void {
    this.kept.fill(0);
    this.kept = new Int16Array(0);
    this.length = 0;
  }
}

/** Samples of {@link UtteranceAudio.take} as -1 to 1. */
export const toFloats = (samples: Int16Array): Float32Array => {
  const floats = new Float32Array(samples.length);
  for (let n = 0; n < samples.length; n++) floats[n] = (samples[n] ?? 0) / FULL_SCALE;
  return floats;
};
