import { MAX_AUDIO_BYTES } from '@undertone/protocol';
import { takeTurns } from '../../concurrency/in-slices.js';

/** Digits that are decoded before others get the thread. A multiple of four, so that no byte is cut. */
const SLICE_DIGITS = 256 * 1024;

/** A long base64 text of a JSON body, already decoded. As one JavaScript string, 34 MB held the thread for 130 ms. */
export class EncodedBytes {
  private constructor(
    /** What the digits stand for, in bytes, also where they were not decoded. */
    readonly size: number,
    /** Absent when the text is not base64, and when it holds more than any audio may. */
    readonly bytes: Uint8Array | undefined,
  ) {}

  /** Decodes either alphabet, with or without padding. @param text the characters, each one byte */
  static async decode(text: Buffer): Promise<EncodedBytes> {
    const padding = text.at(-1) !== PADDING ? 0 : text.at(-2) !== PADDING ? 1 : 2;
    const digits = text.length - padding;
    const size = Math.floor((digits * 3) / 4);
    // A single last digit has six bits, less than a byte.
    const isOdd = digits % 4 === 1 || (padding > 0 && text.length % 4 !== 0);
    if (isOdd || size > MAX_AUDIO_BYTES) return new EncodedBytes(size, undefined);
    const bytes = Buffer.allocUnsafeSlow(size);
    for (let from = 0; from < digits; from += SLICE_DIGITS) {
      if (from > 0) await takeTurns();
      const slice = text.toString('latin1', from, Math.min(digits, from + SLICE_DIGITS));
      // Node skips characters that are not digits and stops at padding; in both cases bytes are missing.
      const expected = Math.floor((slice.length * 3) / 4);
      if (bytes.write(slice, (from / 4) * 3, 'base64') !== expected) return new EncodedBytes(size, undefined);
    }
    return new EncodedBytes(size, bytes);
  }
}

const PADDING = 0x3d;
