import { textAt, viewOf } from '../common/bytes.js';

/** One page of an Ogg stream (RFC 3533 section 6). */
export interface OggPage {
  /** The page as it is in the file. */
  readonly bytes: Uint8Array;
  readonly serial: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isContinued: boolean;
  /** Samples up to the last packet that ends on this page. Undefined if none ends here. */
  readonly granule: number | undefined;
  /** Segment lengths. A packet ends with a length below 255. */
  readonly lacing: Uint8Array;
  readonly body: Uint8Array;
  /** Whether bytes were skipped to find this page. */
  readonly afterGap: boolean;
}

/** The pages with a correct checksum. Bytes between them are skipped. */
export function* oggPages(bytes: Uint8Array): Generator<OggPage> {
  const view = viewOf(bytes);
  const search = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 0;
  let afterGap = false;
  while (offset + 27 <= bytes.length) {
    const page = pageAt(bytes, view, offset, afterGap);
    if (page !== undefined) {
      yield page;
      offset += page.bytes.length;
      afterGap = false;
      continue;
    }
    afterGap = true;
    offset = search.indexOf('OggS', offset + 1);
    if (offset < 0) return;
  }
}

const pageAt = (
  bytes: Uint8Array,
  view: DataView,
  offset: number,
  afterGap: boolean,
): OggPage | undefined => {
  if (textAt(bytes, offset, 4) !== 'OggS' || bytes[offset + 4] !== 0) return undefined;
  const segments = bytes[offset + 26] ?? 0;
  const lacing = bytes.subarray(offset + 27, offset + 27 + segments);
  const bodyOffset = offset + 27 + segments;
  const end = bodyOffset + lacing.reduce((sum, length) => sum + length, 0);
  if (lacing.length < segments || end > bytes.length) return undefined;
  const page = bytes.subarray(offset, end);
  if (checksum(page) !== view.getUint32(offset + 22, true)) return undefined;
  const flags = bytes[offset + 5] ?? 0;
  const granule = view.getBigInt64(offset + 6, true);
  return {
    bytes: page,
    serial: view.getUint32(offset + 14, true),
    isContinued: (flags & 1) !== 0,
    isFirst: (flags & 2) !== 0,
    isLast: (flags & 4) !== 0,
    granule: granule < 0n ? undefined : Number(granule),
    lacing,
    body: bytes.subarray(bodyOffset, end),
    afterGap,
  };
};

/**
 * Whether the file ends inside a page or a packet, after its last whole page. An end-of-stream flag that is missing alone says nothing:
 * recordings of stations, which have no end, have none.
 */
export const isCutAfter = (bytes: Uint8Array, last: OggPage | undefined): boolean => {
  if (last === undefined) return false;
  if (!last.isLast && last.lacing.at(-1) === 255) return true;
  const rest = bytes.subarray(last.bytes.byteOffset - bytes.byteOffset + last.bytes.length);
  const search = Buffer.from(rest.buffer, rest.byteOffset, rest.byteLength);
  return rest.length > 0 && ('OggS'.startsWith(textAt(rest, 0, 4)) || search.includes('OggS'));
};

/** A recording of a station may begin at a late time of its clock. */
const LATE_START_S = 60;

/**
 * How long the file says it is: the clock of its last page. Undefined when that belongs to another stream than the first page, as in
 * files that were put in a row.
 */
export const declaredSeconds = (bytes: Uint8Array, ticksPerS: number): number | undefined => {
  const view = viewOf(bytes);
  const search = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let first: OggPage | undefined;
  let begin: number | undefined;
  for (const page of oggPages(bytes)) {
    first ??= page;
    // Pages of headers have no samples before them.
    if ((page.granule ?? 0) === 0) continue;
    begin = page.granule;
    break;
  }
  for (let at = bytes.length; first !== undefined && at > 0;) {
    at = search.lastIndexOf('OggS', at - 1);
    if (at < 0) return undefined;
    const last = pageAt(bytes, view, at, false);
    if (last?.granule === undefined) continue;
    if (last.serial !== first.serial) return undefined;
    const fromS = (begin ?? 0) / ticksPerS;
    return last.granule / ticksPerS - (fromS > LATE_START_S ? fromS : 0);
  }
  return undefined;
};

/** Joins the packets of one logical stream that are split across pages. */
export class OggPackets {
  private rest: Uint8Array[] = [];

  /** The packets that end on this page. */
  take(page: OggPage): Uint8Array[] {
    // A packet is dropped if its beginning or its rest is on a lost page.
    if (!page.isContinued || page.afterGap) this.rest = [];
    const packets: Uint8Array[] = [];
    let skip = page.isContinued && this.rest.length === 0;
    let start = 0;
    let end = 0;
    for (const length of page.lacing) {
      end += length;
      if (length === 255) continue;
      const piece = page.body.subarray(start, end);
      if (!skip) packets.push(this.rest.length === 0 ? piece : Buffer.concat([...this.rest, piece]));
      skip = false;
      this.rest = [];
      start = end;
    }
    if (start < end && !skip) this.rest.push(page.body.subarray(start, end));
    return packets;
  }
}

/** RFC 3533: CRC-32 with polynomial 0x04c11db7, without reflection. The field itself counts as zero. */
const checksum = (page: Uint8Array): number => {
  let crc = 0;
  for (let i = 0; i < page.length; i++) {
    const byte = i >= 22 && i < 26 ? 0 : (page[i] ?? 0);
    crc = (crc << 8) ^ (CRC_TABLE[(crc >>> 24) ^ byte] ?? 0);
  }
  return crc >>> 0;
};

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit++) value = value < 0 ? (value << 1) ^ 0x04c1_1db7 : value << 1;
  return value;
});
