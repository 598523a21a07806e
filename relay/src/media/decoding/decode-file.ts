import { AnalysisAudio, type ChannelLayout, tooLong } from './analysis-audio.js';
import type { Codec, Container } from '../common/audio-format.js';
import { MediaError, undecodable } from '../common/media-error.js';
import { GatheredAudio } from './gathered-audio.js';
import { openAudio } from './open-audio.js';
import { sniff } from './sniff.js';

/** Encoders count their own delay and padding. A file within this of the limit is measured by decoding it. */
const DELAY_S = 0.5;

/** Facts about a file, known after it is decoded. */
export interface AudioInfo {
  readonly container: Container;
  readonly codec: Codec;
  /** The rate of the file. The returned samples are at 16 kHz. */
  readonly sampleRateHz: number;
  /** The number of channels of the file. */
  readonly channels: number;
  /** The decoded duration, not the declared one. */
  readonly durationS: number;
  /** Whether parts were missing or could not be decoded. */
  readonly damaged: boolean;
}

export interface DecodeRequest {
  readonly layout: ChannelLayout;
  readonly maxSeconds: number;
}

/**
 * Decodes a whole file to 16 kHz and passes it on a second at a time, as it comes. Only for the child process, because a hostile file may
 * crash it.
 * @param emit gets one array per channel. It is awaited, so that a slow receiver slows the decoder down.
 * @throws MediaError
 */
export const decodeFile = async (
  bytes: Uint8Array,
  { layout, maxSeconds }: DecodeRequest,
  emit: (channels: Float32Array[]) => Promise<void>,
): Promise<AudioInfo> => {
  const format = sniff(bytes);
  const audio = new AnalysisAudio(layout, maxSeconds);
  const gathered = new GatheredAudio();
  try {
    const source = await openAudio(bytes, format.container, format.codec);
    if ((source.declaredS ?? 0) > maxSeconds + DELAY_S) throw tooLong(maxSeconds);
    for await (const block of source.blocks) {
      const second = gathered.add(audio.take(block));
      if (second !== undefined) await emit(second);
    }
    if (audio.durationS === 0) throw undecodable('no audio could be decoded');
    await emit(gathered.add(audio.finish()) ?? gathered.take());
    return {
      container: format.container,
      codec: source.codec,
      sampleRateHz: source.sampleRateHz ?? audio.sampleRateHz,
      channels: audio.channels,
      durationS: audio.durationS,
      damaged: audio.damaged,
    };
  } catch (error) {
    if (error instanceof MediaError) throw error;
    // A library's message may quote the file and does not help the sender.
    throw undecodable('the audio cannot be decoded', error);
  }
};
