import { decoder as vorbisDecoder } from '@audio/decode-vorbis';
import { CUT, type PcmBlock, type PcmSource } from '../common/audio-format.js';
import { viewOf } from '../common/bytes.js';
import { declaredSeconds, isCutAfter, type OggPage, oggPages } from './ogg.js';

/** An Ogg Vorbis file. It is decoded page by page, because 64 kB can hold 47 minutes of silence, but a page at most 22 s. */
export const openOggVorbis = (bytes: Uint8Array): PcmSource => {
  const rateHz = rateOf(bytes);
  const declaredS = rateHz > 0 ? declaredSeconds(bytes, rateHz) : undefined;
  return { codec: 'vorbis', ...(declaredS !== undefined && { declaredS }), blocks: blocksOf(bytes) };
};

/** From the identification header (Vorbis I section 4.2.2), the first packet of the first page. 0 when it is too short. */
const rateOf = (bytes: Uint8Array): number => {
  const [first] = oggPages(bytes);
  return first === undefined || first.body.length < 16 ? 0 : viewOf(first.body).getUint32(12, true);
};

async function* blocksOf(bytes: Uint8Array): AsyncGenerator<PcmBlock> {
  const decoder = await vorbisDecoder();
  let damaged = false;
  let last: OggPage | undefined;
  try {
    for (const page of oggPages(bytes)) {
      last = page;
      damaged ||= page.afterGap;
      const { channelData, sampleRate } = decoder.decode(page.bytes);
      if (hasSamples(channelData)) yield { channels: channelData, sampleRateHz: sampleRate, damaged };
    }
    const { channelData, sampleRate } = decoder.flush();
    if (hasSamples(channelData)) yield { channels: channelData, sampleRateHz: sampleRate, damaged };
    if (isCutAfter(bytes, last)) yield CUT;
  } finally {
    decoder.free();
  }
}

const hasSamples = (channels: readonly Float32Array[]): boolean => (channels[0]?.length ?? 0) > 0;
