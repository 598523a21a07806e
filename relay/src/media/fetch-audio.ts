import type { SafeHttp } from '../outbound/index.js';
import { MAX_AUDIO_BYTES } from './common/audio-format.js';

export interface FetchAudioOptions {
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** The time from the first lookup to the last byte: 25 MB at 7 Mbit/s. */
const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 3;

/** The host answered, but not with a file. */
export class AudioUrlStatusError extends Error {
  override readonly name = 'AudioUrlStatusError';
  readonly code = 'audio_url_status';
  readonly retryable: boolean;

  constructor(readonly status: number) {
    super(`the host of audio_url answered with status ${status}`);
    this.retryable = status >= 500 || status === 429;
  }
}

/**
 * Fetches the bytes behind an `audio_url` from a stranger. The name and content type of the answer are ignored, because
 * decoding shows the format.
 * @throws OutboundError, AudioUrlStatusError
 */
export const fetchAudio = async (
  http: SafeHttp,
  url: string,
  { maxBytes = MAX_AUDIO_BYTES, timeoutMs = TIMEOUT_MS, signal }: FetchAudioOptions = {},
): Promise<Uint8Array> => {
  const { status, body } = await http.request({
    url,
    method: 'GET',
    headers: { accept: 'audio/*, */*;q=0.1' },
    maxRedirects: MAX_REDIRECTS,
    timeoutMs,
    limit: { maxBytes, whenLonger: 'refuse' },
    refuseEncodings: true,
    ...(signal !== undefined && { signal }),
  });
  if (status !== 200) throw new AudioUrlStatusError(status);
  return body;
};
