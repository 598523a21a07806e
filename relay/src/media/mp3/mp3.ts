import { decoder as mp3Decoder } from '@audio/decode-mp3';
import { CUT, type PcmBlock, type PcmSource } from '../common/audio-format.js';
import { declaredSeconds, id3Bytes, isCutMp3, mp3HeaderAt } from './mp3-header.js';

/** At 8 kbit/s, the lowest bit rate, this is 16 s. */
const CHUNK_BYTES = 16 * 1024;

/** An MP3 file. Encoder delay and padding are removed if a LAME header gives them. */
export const openMp3 = (bytes: Uint8Array): PcmSource => {
  const declaredS = declaredSeconds(bytes, id3Bytes(bytes));
  return { codec: 'mp3', ...(declaredS !== undefined && { declaredS }), blocks: blocksOf(bytes) };
};

async function* blocksOf(bytes: Uint8Array): AsyncGenerator<PcmBlock> {
  const start = id3Bytes(bytes);
  // For a mono file, the decoder gives two equal channels.
  const isMono = mp3HeaderAt(bytes, start)?.channels === 1;
  const decoder = await mp3Decoder();
  try {
    for (let offset = start; offset < bytes.length; offset += CHUNK_BYTES) {
      const { channelData, sampleRate } = decoder.decode(bytes.subarray(offset, offset + CHUNK_BYTES));
      if ((channelData[0]?.length ?? 0) === 0) continue;
      yield { channels: isMono ? channelData.slice(0, 1) : channelData, sampleRateHz: sampleRate };
    }
    if (isCutMp3(bytes, start)) yield CUT;
  } finally {
    decoder.free();
  }
}
