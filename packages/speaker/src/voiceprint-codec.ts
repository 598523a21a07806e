import { SpeakerError } from './speaker-error.js';
import type { Voiceprint } from './voiceprint.js';

/*
 * Layout, little-endian: "UVP1", uint8 length of the space's name, the name in ASCII, float32 seconds of speech,
 * uint16 dimensions, float32 [dimensions].
 */
const MAGIC = [0x55, 0x56, 0x50, 0x31] as const;
const MOST_DIMENSIONS = 4_096;
const fail = (expected: string): never => {
  throw new SpeakerError('voiceprint_invalid', `voiceprint: expected ${expected}`);
};

/**
 * Encodes a voiceprint to bytes, which must be encrypted before storage.
 *
 * @throws SpeakerError `voiceprint_invalid` for a space that is not 1 to 255 printable ASCII characters
 */
export const encodeVoiceprint = ({ space, embedding, speechSeconds }: Voiceprint): Uint8Array => {
  if (!/^[\x21-\x7e]{1,255}$/u.test(space)) fail('a space of printable ASCII');
  const bytes = new Uint8Array(MAGIC.length + 1 + space.length + 4 + 2 + 4 * embedding.length);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  bytes[4] = space.length;
  for (let n = 0; n < space.length; n += 1) bytes[5 + n] = space.charCodeAt(n);
  const at = 5 + space.length;
  view.setFloat32(at, speechSeconds, true);
  view.setUint16(at + 4, embedding.length, true);
  embedding.forEach((value, n) => view.setFloat32(at + 6 + 4 * n, value, true));
  return bytes;
};

/**
 * Encodes the voiceprints of one person, one after the other; must be encrypted before storage.
 *
 * @throws SpeakerError as {@link encodeVoiceprint}
 */
export const encodeVoiceprints = (voiceprints: readonly Voiceprint[]): Uint8Array => {
  const parts = voiceprints.map(encodeVoiceprint);
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
    part.fill(0);
  }
  return bytes;
};

/**
 * Decodes the voiceprints of one person; bytes of `encodeVoiceprint` are one.
 *
 * @returns at least one
 * @throws SpeakerError `voiceprint_invalid` for anything but complete bytes of `encodeVoiceprints` with finite
 * numbers
 */
export const decodeVoiceprints = (bytes: Uint8Array): [Voiceprint, ...Voiceprint[]] => {
  const size = sizeOf(bytes);
  const first = decodeVoiceprint(bytes.subarray(0, size));
  return size === bytes.length ? [first] : [first, ...decodeVoiceprints(bytes.subarray(size))];
};

/** Of the voiceprint at the beginning. */
const sizeOf = (bytes: Uint8Array): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || MAGIC.some((byte, n) => bytes[n] !== byte)) fail('bytes of encodeVoiceprint');
  const at = 5 + view.getUint8(4);
  if (bytes.length < at + 6) fail('whole bytes');
  const dimensions = view.getUint16(at + 4, true);
  if (dimensions === 0 || dimensions > MOST_DIMENSIONS) fail('whole bytes');
  return at + 6 + 4 * dimensions;
};

/**
 * Decodes a voiceprint.
 *
 * @throws SpeakerError `voiceprint_invalid` for anything but complete bytes of `encodeVoiceprint` with finite
 * numbers
 */
export const decodeVoiceprint = (bytes: Uint8Array): Voiceprint => {
  if (sizeOf(bytes) !== bytes.length) fail('whole bytes');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = 5 + view.getUint8(4);
  const dimensions = view.getUint16(at + 4, true);
  const space = String.fromCharCode(...bytes.subarray(5, at));
  const speechSeconds = view.getFloat32(at, true);
  const embedding = Float32Array.from({ length: dimensions }, (_, n) =>
    view.getFloat32(at + 6 + 4 * n, true),
  );
  if (!(speechSeconds > 0 && speechSeconds < Infinity)) fail('seconds above 0');
  if (!(Math.abs(Math.hypot(...embedding) - 1) < 1e-3)) fail('unit length');
  return { space, embedding, speechSeconds };
};
