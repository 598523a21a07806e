import { decoder as vorbisDecoder } from '@audio/decode-vorbis';
import type { PcmBlock, PcmSource } from '../common/audio-format.js';
import { oggPages } from './ogg.js';

/** An Ogg Vorbis file. It is decoded page by page, because 64 kB can hold 47 minutes of silence, but a page at most 22 s. */
export const openOggVorbis = (bytes: Uint8Array): PcmSource => ({ codec: 'vorbis', blocks: blocksOf(bytes) });

async function* blocksOf(bytes: Uint8Array): AsyncGenerator<PcmBlock> {
  const decoder = await vorbisDecoder();
  let damaged = false;
  try {
    for (const page of oggPages(bytes)) {
      damaged ||= page.afterGap;
      const { channelData, sampleRate } = decoder.decode(page.bytes);
      if (hasSamples(channelData)) yield { channels: channelData, sampleRateHz: sampleRate, damaged };
    }
    const { channelData, sampleRate } = decoder.flush();
    if (hasSamples(channelData)) yield { channels: channelData, sampleRateHz: sampleRate, damaged };
  } finally {
    decoder.free();
  }
}

const hasSamples = (channels: readonly Float32Array[]): boolean => (channels[0]?.length ?? 0) > 0;
