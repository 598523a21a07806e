/**
 * Cuts short lists of doubles out of larger pieces of memory. A list of numbers may hold each in an object of its own, which takes
 * three times as much; a typed array with memory of its own takes 250 bytes besides its numbers.
 */
export class DoubleRoom {
  private piece = new Float64Array(0);
  private used = 0;

  /** @param pieceLength doubles that are made room for at a time */
  constructor(private readonly pieceLength: number) {}

  /** Zeros. A piece is garbage when none of its lists is in use. */
  take(length: number): Float64Array {
    if (this.used + length > this.piece.length) {
      this.piece = new Float64Array(Math.max(length, this.pieceLength));
      this.used = 0;
    }
    const from = this.used;
    this.used += length;
    return this.piece.subarray(from, this.used);
  }

  /** A copy of these numbers. */
  copy(numbers: readonly number[]): Float64Array {
    const list = this.take(numbers.length);
    list.set(numbers);
    return list;
  }
}
