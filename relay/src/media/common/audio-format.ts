/** The maximum size of one file in bytes (specification, "Maximum audio size"). */
export { MAX_AUDIO_BYTES } from '@undertone/protocol';

/** The maximum decoded seconds of one file by default. 25 MB of speech at 32 kbit/s last 109 minutes. */
export const MAX_DECODED_SECONDS = 2 * 3600;

/** The maximum number of channels of one file. At most {@link MAX_SEPARATE_CHANNELS} can be decoded separately. */
export const MAX_CHANNELS = 64;
export const MAX_SEPARATE_CHANNELS = 8;

export type Container = 'wav' | 'mp3' | 'ogg' | 'webm' | 'flac' | 'mp4';
export type Codec = 'pcm' | 'float' | 'mulaw' | 'alaw' | 'mp3' | 'vorbis' | 'opus' | 'flac' | 'aac';

/** The container, by the first bytes. The codec of a WAV or WebM file is known only after the file is read. */
export interface SniffedFormat {
  readonly container: Container;
  readonly codec?: Codec;
}

/** Samples from a decoder. All channels have the same length. Full scale is ±1. */
export interface PcmBlock {
  readonly channels: readonly Float32Array[];
  readonly sampleRateHz: number;
  /** Whether something was skipped or missing before or in this block. */
  readonly damaged?: boolean;
}

/** Said after the last block of a file that ends too early: inside something that it began, or before the length that it promises. */
export const CUT: PcmBlock = { channels: [], sampleRateHz: 0, damaged: true };

/** A file that is being decoded: its format, and its samples in blocks of limited size. */
export interface PcmSource {
  readonly codec: Codec;
  /** The file's own rate, if decoding gives another one (Opus is decoded at 16 kHz). */
  readonly sampleRateHz?: number;
  /** The duration that a header tells. Only a reason to refuse: nothing else believes it. */
  readonly declaredS?: number;
  readonly blocks: AsyncIterable<PcmBlock> | Iterable<PcmBlock>;
}

/** Samples per channel of one block, if a decoder is free to choose. */
export const BLOCK_FRAMES = 16_384;

export const LOWEST_RATE_HZ = 4_000;
export const HIGHEST_RATE_HZ = 384_000;
export const isSupportedRate = (sampleRateHz: number): boolean =>
  sampleRateHz >= LOWEST_RATE_HZ && sampleRateHz <= HIGHEST_RATE_HZ;
