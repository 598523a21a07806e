import type { AudioFlags, AudioMessage, ClientMessage } from '@undertone/protocol';

/**
 * Nineteen of twenty messages are audio. So audio has its own reader: one pass, no schema, no copy. It reads
 * only the plain case. It leaves everything else (another body, an unknown field, a repeated field, an
 * overlong number) to the general decoder, which decides what is an error. A property test compares the two.
 */

const VARINT = 0;
const BYTES = 2;
const AUDIO_FIELD = 11;
/**
 * Seven bytes hold 49 bits, which is enough for any sample counter. Longer numbers are not the plain case.
 */
const MAX_VARINT_BYTES = 7;

/** A place in the bytes. `at` becomes -1 when anything is not the plain case. */
interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
  end: number;
}

const varint = (cursor: Cursor): number => {
  const { bytes } = cursor;
  let value = 0;
  let scale = 1;
  const start = cursor.at;
  for (let at = start; at >= 0 && at < cursor.end && at - start < MAX_VARINT_BYTES; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte < 0x80) {
      cursor.at = at + 1;
      return value;
    }
  }
  cursor.at = -1;
  return 0;
};

/** Reads the length of a length-prefixed field and checks that it fits. */
const length = (cursor: Cursor): number => {
  const value = varint(cursor);
  if (cursor.at >= 0 && value <= cursor.end - cursor.at) return value;
  cursor.at = -1;
  return 0;
};

const flags = (cursor: Cursor, size: number): AudioFlags => {
  const read: AudioFlags = {};
  const end = cursor.at + size;
  while (cursor.at >= 0 && cursor.at < end) {
    const tag = varint(cursor);
    const value = varint(cursor);
    if (value > 1 || cursor.at > end) cursor.at = -1;
    if (tag === 1 << 3) read.speech = value === 1;
    else if (tag === 2 << 3) read.discontinuity = value === 1;
    else if (tag === 3 << 3) read.muted = value === 1;
    else cursor.at = -1;
  }
  return read;
};

const tagOf = (field: number, wire: number): number => (field << 3) | wire;

/** Reads the body that starts at the cursor. */
const audio = (cursor: Cursor): AudioMessage | undefined => {
  const value: AudioMessage = { channel: 0, firstSample: 0, sampleCount: 0, payload: EMPTY };
  let seen = 0;
  while (cursor.at >= 0 && cursor.at < cursor.end) {
    const tag = varint(cursor);
    const bit = 1 << (tag >> 3);
    if ((seen & bit) !== 0) return undefined;
    seen |= bit;
    switch (tag) {
      case tagOf(1, VARINT):
        value.channel = varint(cursor);
        break;
      case tagOf(2, VARINT):
        value.firstSample = varint(cursor);
        break;
      case tagOf(3, VARINT):
        value.sampleCount = varint(cursor);
        break;
      case tagOf(4, BYTES): {
        const size = length(cursor);
        if (cursor.at < 0) return undefined;
        value.payload = cursor.bytes.subarray(cursor.at, cursor.at + size);
        cursor.at += size;
        break;
      }
      case tagOf(5, VARINT):
        value.captureTsUs = varint(cursor);
        break;
      case tagOf(6, BYTES): {
        const size = length(cursor);
        if (cursor.at >= 0) value.flags = flags(cursor, size);
        break;
      }
      default:
        return undefined;
    }
  }
  const whole = cursor.at === cursor.end && value.channel <= UINT32_MAX && value.sampleCount <= UINT32_MAX;
  return whole ? value : undefined;
};

const EMPTY = new Uint8Array(0);
const UINT32_MAX = 0xffff_ffff;

/** @returns the message when it is audio in the plain case; its payload points into `bytes` */
export const readAudioFrame = (bytes: Uint8Array): ClientMessage | undefined => {
  const cursor: Cursor = { bytes, at: 0, end: bytes.length };
  const message: ClientMessage = { seq: 0, ack: 0, generation: 0, audioPos: 0 };
  let seen = 0;
  while (cursor.at >= 0 && cursor.at < cursor.end) {
    const tag = varint(cursor);
    const bit = 1 << (tag >> 3);
    if ((seen & bit) !== 0) return undefined;
    seen |= bit;
    switch (tag) {
      case tagOf(1, VARINT):
        message.seq = varint(cursor);
        break;
      case tagOf(2, VARINT):
        message.ack = varint(cursor);
        break;
      case tagOf(3, VARINT):
        message.generation = varint(cursor);
        break;
      case tagOf(4, VARINT):
        message.audioPos = varint(cursor);
        break;
      case tagOf(AUDIO_FIELD, BYTES): {
        const size = length(cursor);
        if (cursor.at < 0) return undefined;
        cursor.end = cursor.at + size;
        const value = audio(cursor);
        if (value === undefined) return undefined;
        message.body = { kind: 'audio', value };
        cursor.end = bytes.length;
        break;
      }
      default:
        return undefined;
    }
  }
  return cursor.at === bytes.length && message.body !== undefined && message.generation <= UINT32_MAX
    ? message
    : undefined;
};
