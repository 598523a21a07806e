import { takeTurns } from '../../concurrency/in-slices.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import { MediaError, undecodable } from '../../media/common/media-error.js';
import type { OggPage } from '../../media/ogg/ogg.js';
import type { OpusLink } from '../../media/ogg/ogg-opus.js';
import { OggPageReader } from './ogg-pages.js';

/** RFC 7845 section 6 allows a decoder to refuse packets above 61,298 bytes. One page more is kept. */
const MAX_PACKET_BYTES = 2 * 65_307;
/**
 * A packet of one byte may stand for 120 ms, so 64 kB could hold two hours of silence. A live stream needs no more than this in a
 * message.
 */
const MAX_MESSAGE_MS = 20_000;
const CLOCK_PER_MS = 48;

/** An Ogg Opus stream (RFC 7845) that arrives in pieces: bytes in, 16-bit samples at 16 kHz out, mixed to one channel. */
export class OggOpusStream {
  private readonly pages = new OggPageReader();
  private link: OpusLink | undefined;
  private unfinishedBytes = 0;

  /** @throws SessionFault `undecodable_audio`, `rate_limited` */
  async decode(bytes: Uint8Array): Promise<Buffer> {
    const pieces: Buffer[] = [];
    try {
      let clock = 0;
      for (const page of this.pages.take(bytes)) {
        clock += await this.read(page, pieces);
        if (clock > MAX_MESSAGE_MS * CLOCK_PER_MS) {
          throw new SessionFault('rate_limited', 'a message holds more than 20 s of audio', {
            retryAfterMs: 5_000,
          });
        }
        await takeTurns();
      }
    } catch (cause) {
      if (cause instanceof SessionFault) throw cause;
      const reason = cause instanceof MediaError ? cause.message : 'the Opus stream cannot be decoded';
      throw new SessionFault('undecodable_audio', reason, { cause });
    }
    return Buffer.concat(pieces);
  }

  free(): void {
    this.link?.stream.free();
    this.link = undefined;
  }

  /** @returns samples of the page on Opus's own clock of 48 kHz */
  private async read(page: OggPage, into: Buffer[]): Promise<number> {
    if (page.isFirst && (this.link === undefined || this.link.ended)) {
      this.free();
      // Only who sends Opus pays for its decoder.
      const { openOpusLink } = await import('../../media/ogg/ogg-opus.js');
      this.link = await openOpusLink(page);
      return 0;
    }
    const { link } = this;
    if (link === undefined) throw undecodable('the Ogg stream does not begin with an Opus header');
    if (link.serial !== page.serial) return 0;
    this.unfinishedBytes = page.lacing.some((length) => length < 255)
      ? 0
      : this.unfinishedBytes + page.body.length;
    if (this.unfinishedBytes > MAX_PACKET_BYTES) throw undecodable('an Opus packet is too long');
    const { clock, block } = link.read(page);
    if (block?.damaged === true) throw undecodable('an Opus packet cannot be decoded');
    if (block !== undefined) into.push(toPcm(block.channels));
    return clock;
  }
}

const toPcm = (channels: readonly Float32Array[]): Buffer => {
  const length = channels[0]?.length ?? 0;
  const pcm = Buffer.allocUnsafe(length * 2);
  for (let i = 0; i < length; i++) {
    let sum = 0;
    for (const samples of channels) sum += samples[i] ?? 0;
    const value = Math.round((sum / channels.length) * 32_768);
    pcm.writeInt16LE(Math.max(-32_768, Math.min(32_767, value)), i * 2);
  }
  return pcm;
};
