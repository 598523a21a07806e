/** A second of audio: every block costs both processes a frame, a wait and a look at the memory. */
const LEAST_SAMPLES = 16_000;

/** Puts a decoder's small blocks together. A FLAC frame is a quarter of a second, or a fiftieth. */
export class GatheredAudio {
  private blocks: (readonly Float32Array[])[] = [];
  private length = 0;

  /**
   * Takes a block, one array per channel; they are kept as they are.
   * @returns all that was gathered, once that is a second
   */
  add(channels: readonly Float32Array[]): Float32Array[] | undefined {
    const length = channels[0]?.length ?? 0;
    if (length === 0) return undefined;
    this.blocks.push(channels);
    this.length += length;
    return this.length < LEAST_SAMPLES ? undefined : this.take();
  }

  /** What was gathered, one array per channel; nothing is left. */
  take(): Float32Array[] {
    const { blocks, length } = this;
    this.blocks = [];
    this.length = 0;
    return (blocks[0] ?? []).map((_, channel) => {
      const whole = new Float32Array(length);
      let at = 0;
      for (const { [channel]: samples } of blocks) {
        if (samples === undefined) continue;
        whole.set(samples, at);
        at += samples.length;
      }
      return whole;
    });
  }
}
