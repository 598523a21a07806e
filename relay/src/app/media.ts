import { AUDIO_TYPES, MAX_AUDIO_BYTES } from '@undertone/protocol';
import type { DecodeAudio, FetchAudio } from '../domain/recordings/ports.js';
import { Fault } from '../domain/fault.js';
import { RefusedWork } from '../domain/limits/refused-work.js';
import {
  AudioUrlStatusError,
  fetchAudio,
  type MediaDecoder,
  MediaError,
  type MediaErrorCode,
} from '../media/index.js';
import { OutboundError, type SafeHttp } from '../outbound/index.js';

/** When to retry if the decoder is busy, or as many recordings wait as may. */
const RETRY_S = 5;

/** Refusals that may come after long work. */
const WASTED: ReadonlySet<MediaErrorCode> = new Set(['audio_too_long', 'undecodable_audio', 'timeout']);

/** The answer to a request that finds the queue of recordings full. */
export const overloaded = (): Fault =>
  new Fault('overloaded', 'as many recordings wait as may wait', { retryAfterS: RETRY_S });

/** The decoder as the domain sees it: every error is a `Fault`. */
export const decodeWith =
  (decoder: MediaDecoder, refusedWork = new RefusedWork(() => performance.now())): DecodeAudio =>
  async (bytes, { maxSeconds, separateChannels, orgId, signal }) => {
    refusedWork.assertMayTry(orgId);
    try {
      const layout = separateChannels ? 'separate' : 'mono';
      const { audio, durationS, container, codec, sampleRateHz, channels, damaged, release } =
        await decoder.decode(bytes, { maxSeconds, layout, signal, owner: orgId });
      const format = codec === container ? container : `${container}/${codec}`;
      return { channels: audio, durationS, format, sampleRateHz, channelCount: channels, damaged, release };
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      if (WASTED.has(error.code)) refusedWork.refused(orgId, error.workMs);
      throw fromMedia(error, signal);
    }
  };

const fromMedia = (error: MediaError, signal: AbortSignal): unknown => {
  const { code, message } = error;
  switch (code) {
    case 'unsupported_audio_format':
      return new Fault(code, message, { cause: error, details: { supported_formats: AUDIO_TYPES } });
    case 'undecodable_audio':
    case 'audio_too_long':
    case 'payload_too_large':
      return new Fault(code, message, { cause: error });
    case 'overloaded':
    case 'timeout':
    case 'decoder_failed':
      return new Fault('overloaded', message, { cause: error, retryAfterS: RETRY_S });
    case 'aborted':
      return signal.aborted
        ? signal.reason
        : new Fault('overloaded', 'the relay is stopping', { cause: error, retryAfterS: RETRY_S });
  }
};

/** Fetches a caller's URL. Every error is a `Fault`. */
export const fetchWith =
  (http: SafeHttp): FetchAudio =>
  async (url, signal) => {
    try {
      return await fetchAudio(http, url, { maxBytes: MAX_AUDIO_BYTES, signal });
    } catch (error) {
      if (error instanceof AudioUrlStatusError) throw notFetched(error);
      if (!(error instanceof OutboundError)) throw error;
      if (error.code === 'aborted') throw signal.reason;
      if (error.code === 'response_too_large') {
        const message = `the audio may hold at most ${MAX_AUDIO_BYTES} bytes (25 MB)`;
        throw new Fault('payload_too_large', message, { cause: error });
      }
      throw notFetched(error);
    }
  };

/** The URL is the caller's, so the fault names the field. */
const notFetched = (error: Error): Fault =>
  new Fault('validation_error', 'the audio behind audio_url could not be fetched', {
    cause: error,
    details: { audio_url: [error.message] },
  });
