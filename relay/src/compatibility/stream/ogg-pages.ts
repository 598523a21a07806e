import { undecodable } from '../../media/common/media-error.js';
import { type OggPage, oggPages } from '../../media/ogg/ogg.js';

const HEADER_BYTES = 27;
const SEGMENTS_AT = 26;
const VERSION_AT = 4;
const VERSION = 0;

/** Cuts an Ogg stream that arrives in pieces of any size into its pages. At most one page, 64 kB, is kept. */
export class OggPageReader {
  private rest: Uint8Array = new Uint8Array(0);

  /**
   * The pages that are complete with these bytes. They point into memory of their own.
   * @throws MediaError `undecodable_audio`: on a WebSocket nothing is lost, so what is no page is not skipped
   */
  *take(bytes: Uint8Array): Generator<OggPage> {
    const data = Buffer.concat([this.rest, bytes]);
    let from = 0;
    for (let size = sizeAt(data, from); from + size <= data.length; size = sizeAt(data, from)) {
      const [page] = oggPages(data.subarray(from, from + size));
      if (page === undefined) throw undecodable('an Ogg page is damaged');
      yield page;
      from += size;
    }
    this.rest = data.subarray(from);
  }
}

/** Bytes of the page at an offset; more than there are while its header is incomplete. */
const sizeAt = (data: Buffer, from: number): number => {
  const start = data.toString('latin1', from, from + 4);
  if (!'OggS'.startsWith(start)) throw undecodable('this is not an Ogg stream');
  if ((data[from + VERSION_AT] ?? VERSION) !== VERSION) throw undecodable('this is not an Ogg stream');
  const segments = data[from + SEGMENTS_AT];
  if (segments === undefined || from + HEADER_BYTES + segments > data.length) return Infinity;
  const lacing = data.subarray(from + HEADER_BYTES, from + HEADER_BYTES + segments);
  return HEADER_BYTES + segments + lacing.reduce((sum, length) => sum + length, 0);
};
