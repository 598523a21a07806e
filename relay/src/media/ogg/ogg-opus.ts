import { CUT, type PcmBlock, type PcmSource } from '../common/audio-format.js';
import { undecodable } from '../common/media-error.js';
import { declaredSeconds, isCutAfter, type OggPage, OggPackets, oggPages } from './ogg.js';
import { OpusPackets, opusPacketSamples, readOpusHead } from './opus-packets.js';

/** Granules count at this rate (RFC 7845 section 4). */
const CLOCK_HZ = 48_000;

/** An Ogg Opus file (RFC 7845), or several in a row. */
export const openOggOpus = (bytes: Uint8Array): PcmSource => {
  const declaredS = declaredSeconds(bytes, CLOCK_HZ);
  return {
    codec: 'opus',
    sampleRateHz: CLOCK_HZ,
    ...(declaredS !== undefined && { declaredS }),
    blocks: blocksOf(bytes),
  };
};

async function* blocksOf(bytes: Uint8Array): AsyncGenerator<PcmBlock> {
  let link: OpusLink | undefined;
  let last: OggPage | undefined;
  try {
    for (const page of oggPages(bytes)) {
      last = page;
      if (page.isFirst && (link === undefined || link.ended)) {
        link?.stream.free();
        link = undefined;
        link = await openOpusLink(page);
        continue;
      }
      if (link?.serial !== page.serial) continue;
      const { block } = link.read(page);
      if (block !== undefined) yield page.afterGap ? { ...block, damaged: true } : block;
    }
    if (isCutAfter(bytes, last)) yield CUT;
  } finally {
    link?.stream.free();
  }
}

/** Opens the logical stream that begins with this page. @throws MediaError `undecodable_audio` */
export const openOpusLink = async (page: OggPage): Promise<OpusLink> => {
  const [head] = new OggPackets().take(page);
  if (head === undefined) throw undecodable('the Opus header is incomplete');
  return new OpusLink(page.serial, await OpusPackets.open(readOpusHead(head)));
};

/** What a page held. */
export interface OpusPage {
  /** Samples of its packets on the clock of 48 kHz. */
  readonly clock: number;
  readonly block: PcmBlock | undefined;
}

/** One logical stream of a chain. */
export class OpusLink {
  private readonly packets = new OggPackets();
  ended = false;
  private sawTags = false;
  /** The current granule, after a page has given one. */
  private clock: number | undefined;

  constructor(
    readonly serial: number,
    readonly stream: OpusPackets,
  ) {}

  /** A page has at most 255 packets, so at most 31 s. */
  read(page: OggPage): OpusPage {
    const { granule, isLast } = page;
    const packets = this.packets.take(page);
    this.ended ||= isLast;
    // The second packet is OpusTags.
    if (!this.sawTags && packets.length > 0) {
      this.sawTags = true;
      packets.shift();
    }
    if (packets.length === 0) return { clock: 0, block: undefined };
    const samples = packets.reduce((sum, packet) => sum + opusPacketSamples(packet), 0);
    // RFC 7845 section 4.4: the last page's granule may be less than the sum of its packets. It then cuts off the end.
    const expected = (this.clock ?? Math.max(0, (granule ?? samples) - samples)) + samples;
    const trim = isLast && granule !== undefined ? Math.min(samples, Math.max(0, expected - granule)) : 0;
    this.clock = granule ?? expected;
    return { clock: samples, block: this.stream.decode(packets, trim) };
  }
}
