/**
 * What the gate passes on: whole blocks in order, and where a new stretch of speech begins. The array is reused, so copy
 * what you keep.
 */
export interface BlockSink {
  /** The next block begins a stretch, so drop the state. */
  fresh(): void;
  /** Takes one block of samples, −1 to 1. */
  block(samples: Float32Array): void;
  /** The stretch is over. */
  end(): void;
}

/**
 * After this much silence, counted from the end that voice activity reports (300 ms late), the next speech is a new
 * stretch. That makes a pause of half a second. See the table in ../README.md.
 */
export const STRETCH_SILENCE_MS = 200;
/** How much audio before an onset is passed on: the soft start of a word, and the sound of the room. */
const LEAD_MS = 100;
/** The blocks that are kept for that. Voice activity notices an onset 60 to 200 ms late. */
const KEPT_BLOCKS = 6;
const SAMPLES_PER_MS = 16;
const FULL_SCALE = 32_767;

/**
 * Decides which audio of a channel the model gets: speech with a short lead and pauses under half a second, but no longer
 * silence. Each stretch begins with a fresh state, like the clips that the model was trained on. Otherwise the state, which
 * remembers for seconds and weighs by loudness, would carry one sentence's emotion into the next.
 *
 * It works block by block with what voice activity knows when the block is complete. So the outcome does not depend on how
 * the audio was cut into chunks.
 */
export class SpeechGate {
  private open = false;
  private lastSpeechSample = 0;
  /** The newest blocks while closed, as 16 bits. That takes half the memory, and 98 dB are enough for a lead. */
  private readonly kept: Int16Array;
  private keptBlocks = 0;

  constructor(
    private readonly blockSamples: number,
    private readonly stretchSilenceMs = STRETCH_SILENCE_MS,
  ) {
    this.kept = new Int16Array(KEPT_BLOCKS * blockSamples);
  }

  /**
   * Takes the next block. Its content afterwards is undefined.
   * @param endSample the block's end on the clock of `onsetSample` and {@link speechEnded}
   * @param speaking whether voice activity finds speech at the block's end
   * @param onsetSample where speech began, if that was noticed in this block
   */
  offer(
    block: Float32Array,
    endSample: number,
    speaking: boolean,
    onsetSample: number | undefined,
    sink: BlockSink,
  ): void {
    if (!this.open) {
      this.keep(block);
      if (onsetSample !== undefined) this.begin(block, endSample, onsetSample, sink);
      return;
    }
    sink.block(block);
    if (speaking) this.lastSpeechSample = endSample;
    if (endSample - this.lastSpeechSample >= this.stretchSilenceMs * SAMPLES_PER_MS) this.close(sink);
  }

  /** Ends the stretch. Call it before a gap, and at the end of the channel. */
  close(sink: BlockSink): void {
    if (this.open) sink.end();
    this.empty();
  }

  private empty(): void {
    this.open = false;
    this.keptBlocks = 0;
    this.lastSpeechSample = 0;
    this.kept.fill(0);
  }

  /** @param space the block that was just kept. Its memory is used to pass on the kept blocks. */
  private begin(space: Float32Array, endSample: number, onsetSample: number, sink: BlockSink): void {
    const wanted = Math.ceil((endSample - onsetSample + LEAD_MS * SAMPLES_PER_MS) / this.blockSamples);
    const count = Math.min(this.keptBlocks, Math.max(1, wanted));
    sink.fresh();
    for (let i = this.keptBlocks - count; i < this.keptBlocks; i++) {
      for (let n = 0; n < this.blockSamples; n++) {
        space[n] = (this.kept[i * this.blockSamples + n] ?? 0) / FULL_SCALE;
      }
      sink.block(space);
    }
    this.empty();
    this.open = true;
    this.lastSpeechSample = endSample;
  }

  private keep(block: Float32Array): void {
    if (this.keptBlocks === KEPT_BLOCKS) {
      this.kept.copyWithin(0, this.blockSamples);
      this.keptBlocks--;
    }
    const from = this.keptBlocks++ * this.blockSamples;
    for (let n = 0; n < this.blockSamples; n++) {
      this.kept[from + n] = Math.round(Math.min(1, Math.max(-1, block[n] ?? 0)) * FULL_SCALE);
    }
  }
}
