import type { DecodeAudio, DecodedAudio, DecodeOrder, FetchAudio } from './ports.js';

/** What reads a recording. */
export interface AudioPorts {
  readonly decode: DecodeAudio;
  readonly fetchAudio: FetchAudio;
}

/**
 * Decodes a recording for some work, and gives its samples back when the work is over, also when it failed.
 * @throws Fault of {@link FetchAudio} and {@link DecodeAudio}; whatever the work throws
 */
export const withAudio = async <T>(
  { decode, fetchAudio }: AudioPorts,
  source: { readonly url: string } | { readonly bytes: Uint8Array },
  order: DecodeOrder,
  work: (audio: DecodedAudio) => Promise<T>,
): Promise<T> => {
  const bytes = 'url' in source ? await fetchAudio(source.url, order.signal) : source.bytes;
  const audio = await decode(bytes, order);
  try {
    return await work(audio);
  } finally {
    audio.release();
  }
};
