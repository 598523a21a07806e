import type { Container, PcmSource } from './audio-format.js';
import { openFlac } from './flac.js';
import { openWav } from './wav.js';

/** The decoder of a container. Those with libraries behind them are loaded when a first file needs them. */
export const openAudio = async (
  bytes: Uint8Array,
  container: Container,
  codec?: string,
): Promise<PcmSource> => {
  switch (container) {
    case 'wav':
      return openWav(bytes);
    case 'flac':
      return openFlac(bytes);
    case 'mp3':
      return (await import('./mp3.js')).openMp3(bytes);
    case 'ogg':
      return codec === 'opus'
        ? (await import('./ogg-opus.js')).openOggOpus(bytes)
        : (await import('./ogg-vorbis.js')).openOggVorbis(bytes);
    case 'webm':
      return (await import('./webm.js')).openWebm(bytes);
    case 'mp4':
      return (await import('./mp4.js')).openMp4(bytes);
  }
};
