const FULL_SCALE = 32_767;
/** Samples that are made room for at a time, a quarter of a second. One array that doubled took twice the memory, and left its halves as garbage. */
const PIECE = 4_000;

/** The audio of one utterance for the full reader, as 16 bits. It grows with the speech. */
export class UtteranceAudio {
  private pieces: Int16Array[] = [];
  private length = 0;

  /** Samples that are kept. */
  get samples(): number {
    return this.length;
  }

  /** Adds samples, -1 to 1. */
  add(samples: Float32Array): void {
    for (let from = 0; from < samples.length;) {
      const at = this.length % PIECE;
      if (at === 0) this.pieces.push(new Int16Array(PIECE));
      const piece = this.pieces[this.pieces.length - 1];
      const count = Math.min(PIECE - at, samples.length - from);
      if (piece !== undefined) toShorts(samples, from, count, piece, at);
      this.length += count;
      from += count;
    }
  }

  /** All of it, as 16 bits; it is the caller's, and nothing is kept here. */
  take(): Int16Array {
    const taken = new Int16Array(this.length);
    for (const [index, piece] of this.pieces.entries()) {
      const from = index * PIECE;
      taken.set(piece.subarray(0, Math.min(PIECE, this.length - from)), from);
    }
    this.clear();
    return taken;
  }

  /** Wipes it and gives the memory back. */
  clear(): void {
    for (const piece of this.pieces) piece.fill(0);
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

/** Samples of {@link UtteranceAudio.take} as -1 to 1. */
export const toFloats = (samples: Int16Array): Float32Array => {
  const floats = new Float32Array(samples.length);
  for (let n = 0; n < samples.length; n++) floats[n] = (samples[n] ?? 0) / FULL_SCALE;
  return floats;
};
