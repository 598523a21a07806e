import type { Container, PcmSource } from '../common/audio-format.js';
import { openFlac } from '../flac/flac.js';
import { openWav } from '../wav/wav.js';

/** The decoder of a container. Decoders that use libraries are loaded when the first file needs them. */
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
      return (await import('../mp3/mp3.js')).openMp3(bytes);
    case 'ogg':
      return codec === 'opus'
        ? (await import('../ogg/ogg-opus.js')).openOggOpus(bytes)
        : (await import('../ogg/ogg-vorbis.js')).openOggVorbis(bytes);
    case 'webm':
      return (await import('../webm/webm.js')).openWebm(bytes);
    case 'mp4':
      return (await import('../mp4/mp4.js')).openMp4(bytes);
  }
};
