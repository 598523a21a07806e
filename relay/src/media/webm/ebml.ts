import { viewOf } from '../common/bytes.js';

/** One element of a Matroska file (RFC 8794, RFC 9559). */
export interface EbmlElement {
  readonly id: number;
  /** Empty for master elements that are entered: their children follow as separate elements. */
  readonly body: Uint8Array;
  readonly offset: number;
}

/** A variable-length number at an offset. `value` is undefined for the reserved "unknown size". */
export const readVint = (
  bytes: Uint8Array,
  offset: number,
  keepMarker: boolean,
): { value: number | undefined; length: number } | undefined => {
  const first = bytes[offset] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || offset + length > bytes.length) return undefined;
  let value = keepMarker ? first : first & (0xff >> length);
  let allOnes = (first & (0xff >> length)) === 0xff >> length;
  for (let i = 1; i < length; i++) {
    const byte = bytes[offset + i] ?? 0;
    // Sizes beyond 2^53 lose precision, but stay far beyond any file.
    value = value * 256 + byte;
    allOnes &&= byte === 0xff;
  }
  return { value: allOnes && !keepMarker ? undefined : value, length };
};

/** The id and the size at an offset, and where the body begins. Undefined if no element begins there. */
const headerAt = (
  bytes: Uint8Array,
  offset: number,
): { id: number; size: number | undefined; bodyOffset: number } | undefined => {
  const id = readVint(bytes, offset, true);
  if (id?.value === undefined || id.length > 4) return undefined;
  const size = readVint(bytes, offset + id.length, false);
  return size && { id: id.value, size: size.value, bodyOffset: offset + id.length + size.length };
};

/**
 * All elements in file order. The masters in `entered` are opened. Readers do not need the end of a master, so the sizes of
 * masters, which live recordings leave unknown, are ignored. Each step moves forward by at least two bytes.
 */
export function* ebmlElements(bytes: Uint8Array, entered: ReadonlySet<number>): Generator<EbmlElement> {
  let offset = 0;
  while (offset < bytes.length) {
    const header = headerAt(bytes, offset);
    if (header === undefined) return;
    const { id, size, bodyOffset } = header;
    if (entered.has(id)) {
      yield { id, body: new Uint8Array(0), offset };
      offset = bodyOffset;
      continue;
    }
    if (size === undefined) return;
    yield { id, body: bytes.subarray(bodyOffset, bodyOffset + size), offset };
    offset = bodyOffset + size;
  }
}

/**
 * Whether the file ends inside an element. A master of unknown size, as live recordings have it, ends with the file, wherever that is;
 * only zeros may follow.
 */
export const isCutEbml = (bytes: Uint8Array, entered: ReadonlySet<number>): boolean => {
  let offset = 0;
  while (offset < bytes.length) {
    const header = headerAt(bytes, offset);
    if (header === undefined) return bytes.subarray(offset).some((byte) => byte !== 0);
    const { id, size, bodyOffset } = header;
    if (size !== undefined && bodyOffset + size > bytes.length) return true;
    if (size === undefined && !entered.has(id)) return false;
    offset = entered.has(id) ? bodyOffset : bodyOffset + (size ?? 0);
  }
  return false;
};

/** An unsigned integer of up to six bytes. */
export const ebmlUint = (body: Uint8Array): number =>
  body.subarray(0, 6).reduce((value, byte) => value * 256 + byte, 0);

/** A signed integer of one to eight bytes. */
export const ebmlInt = (body: Uint8Array): number => {
  if (body.length === 0 || body.length > 8) return 0;
  const padded = new Uint8Array(8).fill((body[0] ?? 0) >= 128 ? 0xff : 0);
  padded.set(body, 8 - body.length);
  return Number(viewOf(padded).getBigInt64(0));
};
