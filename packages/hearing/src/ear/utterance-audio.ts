import type { Spares } from './spares.js';

const FULL_SCALE = 32_767;
/** Samples that are made room for at a time, a quarter of a second. One array that doubled took twice the memory, and left its halves as garbage. */
export const PIECE_SAMPLES = 4_000;

/** The audio of one utterance for the full reader, as 16 bits. It grows with the speech. */
export class UtteranceAudio {
  private pieces: Int16Array[] = [];
  private length = 0;

  /** @param spares pieces of `PIECE_SAMPLES` */
  constructor(private readonly spares: Spares<Int16Array>) {}

  /** Samples that are kept. */
  get samples(): number {
    return this.length;
  }

  /** Adds samples, -1 to 1. */
  add(samples: Float32Array): void {
    for (let from = 0; from < samples.length;) {
      const at = this.length % PIECE_SAMPLES;
      if (at === 0) this.pieces.push(this.spares.take());
      const piece = this.pieces[this.pieces.length - 1];
      const count = Math.min(PIECE_SAMPLES - at, samples.length - from);
      if (piece !== undefined) toShorts(samples, from, count, piece, at);
      this.length += count;
      from += count;
    }
  }

  /**
   * All of it, -1 to 1.
   * @param floats takes it; at least as many as there are samples
   */
  read(floats: Float32Array): void {
    for (const [index, piece] of this.pieces.entries()) {
      const from = index * PIECE_SAMPLES;
      const count = Math.min(PIECE_SAMPLES, this.length - from);
      for (let n = 0; n < count; n++) floats[from + n] = (piece[n] ?? 0) / FULL_SCALE;
    }
  }

  /** Wipes it and gives the memory back. */
  clear(): void {
    for (const piece of this.pieces) this.spares.give(piece);
    this.pieces = [];
    this.length = 0;
  }
}

const toShorts = (
  samples: Float32Array,
  from: number,
  count: number,
  piece: Int16Array,
  at: number,
): void => {
  for (let n = 0; n < count; n++)
    piece[at + n] = Math.round(Math.min(1, Math.max(-1, samples[from + n] ?? 0)) * FULL_SCALE);
};
