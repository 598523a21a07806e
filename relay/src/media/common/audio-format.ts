/** Most bytes of one file (specification, "Maximum audio size"). */
export { MAX_AUDIO_BYTES } from '@undertone/protocol';

/** Most decoded seconds of one file unless the caller says otherwise: 25 MB of speech at 32 kbit/s last 109 minutes. */
export const MAX_DECODED_SECONDS = 2 * 3600;

/** Most channels of one file; each can be had separately up to {@link MAX_SEPARATE_CHANNELS}. */
export const MAX_CHANNELS = 64;
export const MAX_SEPARATE_CHANNELS = 8;

export type Container = 'wav' | 'mp3' | 'ogg' | 'webm' | 'flac' | 'mp4';
export type Codec = 'pcm' | 'float' | 'mulaw' | 'alaw' | 'mp3' | 'vorbis' | 'opus' | 'flac' | 'aac';

/** The container, by the first bytes. The codec of a WAV or WebM file is known only once it is read. */
export interface SniffedFormat {
  readonly container: Container;
  readonly codec?: Codec;
}

/** Samples as a decoder gives them, all channels equally long, full scale ±1. */
export interface PcmBlock {
  readonly channels: readonly Float32Array[];
  readonly sampleRateHz: number;
  /** Something was skipped or missing before or in this block. */
  readonly damaged?: boolean;
}

/** A file being decoded: what it is, and its samples, a bounded number at a time. */
export interface PcmSource {
  readonly codec: Codec;
  /** The file's own rate and channels, where decoding gives others (Opus is decoded at 16 kHz). */
  readonly sampleRateHz?: number;
  readonly blocks: AsyncIterable<PcmBlock> | Iterable<PcmBlock>;
}

/** Samples per channel of one block where a decoder is free to choose. */
export const BLOCK_FRAMES = 16_384;
