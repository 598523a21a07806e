import { MAX_CHANNELS, type Codec } from '../common/audio-format.js';
import { textAt, viewOf } from '../common/bytes.js';
import { undecodable, unsupported } from '../common/media-error.js';

/** Where the samples of a WAV file are, and in which format. */
export interface WavLayout {
  readonly codec: Extract<Codec, 'pcm' | 'float' | 'mulaw' | 'alaw'>;
  readonly sampleRateHz: number;
  readonly channels: number;
  /** Bytes of one sample of one channel. */
  readonly sampleBytes: 1 | 2 | 3 | 4 | 8;
  readonly dataOffset: number;
  readonly frames: number;
  /** Whether the header announces more bytes than there are. */
  readonly truncated: boolean;
}

type Encoding = Pick<WavLayout, 'codec' | 'sampleRateHz' | 'channels' | 'sampleBytes'>;

/** Microsoft's `mmreg.h`. */
const CODECS: Readonly<Record<number, WavLayout['codec']>> = { 1: 'pcm', 3: 'float', 6: 'alaw', 7: 'mulaw' };
const EXTENSIBLE = 0xfffe;
/** Bytes 2 to 15 of KSDATAFORMAT_SUBTYPE_*: the first two are the format tag. */
const SUBFORMAT_TAIL = '\x00\x00\x00\x00\x10\x00\x80\x00\x00\xaa\x00\x38\x9b\x71';
const UNKNOWN_SIZE = 0xffff_ffff;
/**
 * What programs write that do not know the size yet: SoX and espeak-ng 0x7fff_f000, arecord 0x7fff_ffff or 0x8000_0000, others the largest
 * number less a header. No upload is so large.
 */
const isPlaceholder = (size: number): boolean =>
  (size >= 0x7fff_f000 && size <= 0x8000_0000) || size >= 0xffff_f000;

/**
 * Reads the header of a RIFF, RF64 or BW64 file (EBU Tech 3306). Sizes count only up to the end of the file, and nothing is
 * allocated by them.
 * @throws MediaError `undecodable_audio`, `unsupported_audio_format`
 */
export const readWavLayout = (bytes: Uint8Array): WavLayout => {
  const view = viewOf(bytes);
  let encoding: Encoding | undefined;
  let size64: number | undefined;
  let offset = 12;
  while (offset + 8 <= bytes.length) {
    const id = textAt(bytes, offset, 4);
    const size = view.getUint32(offset + 4, true);
    const body = offset + 8;
    if (id === 'ds64' && body + 16 <= bytes.length) size64 = Number(view.getBigUint64(body + 8, true));
    if (id === 'fmt ') encoding = readFormat(bytes.subarray(body, body + size));
    if (id === 'data') {
      if (encoding === undefined) throw undecodable('the WAV file has samples before it says what they are');
      return layoutOf(bytes, body, size === UNKNOWN_SIZE ? (size64 ?? size) : size, encoding);
    }
    // Chunks begin at even offsets.
    offset = body + size + (size & 1);
  }
  throw undecodable('the WAV file has no samples');
};

const readFormat = (chunk: Uint8Array): Encoding => {
  if (chunk.length < 16) throw undecodable('the WAV header is incomplete');
  const view = viewOf(chunk);
  const tag = view.getUint16(0, true);
  const isExtensible = tag === EXTENSIBLE;
  if (isExtensible && (chunk.length < 40 || textAt(chunk, 26, 14) !== SUBFORMAT_TAIL)) {
    throw unsupported('this kind of WAV file is not supported');
  }
  const codec = CODECS[isExtensible ? view.getUint16(24, true) : tag];
  if (codec === undefined)
    throw unsupported('a WAV file holds PCM, float, µ-law or A-law samples to be supported');
  const channels = view.getUint16(2, true);
  const sampleRateHz = view.getUint32(4, true);
  if (channels === 0 || channels > MAX_CHANNELS) {
    throw undecodable(`the WAV file has ${channels} channels, 1 to ${MAX_CHANNELS} are read`);
  }
  return { codec, sampleRateHz, channels, sampleBytes: sampleBytesOf(codec, channels, view) };
};

/** `block_align` gives the size of a sample's container: 20 bits use three bytes, and 24 bits may use four. */
const sampleBytesOf = (
  codec: WavLayout['codec'],
  channels: number,
  view: DataView,
): WavLayout['sampleBytes'] => {
  const bits = view.getUint16(14, true);
  const perChannel = view.getUint16(12, true) / channels;
  const bytes = Number.isInteger(perChannel) && perChannel * 8 >= bits ? perChannel : Math.ceil(bits / 8);
  const allowed = codec === 'pcm' ? [1, 2, 3, 4] : codec === 'float' ? [4, 8] : [1];
  if (bits > 0 && isSampleBytes(bytes) && allowed.includes(bytes)) return bytes;
  throw unsupported(`${bits}-bit samples of this kind are not supported`);
};

const isSampleBytes = (bytes: number): bytes is WavLayout['sampleBytes'] => [1, 2, 3, 4, 8].includes(bytes);

const layoutOf = (bytes: Uint8Array, dataOffset: number, size: number, encoding: Encoding): WavLayout => {
  const left = bytes.length - dataOffset;
  // A recorder that could not seek back leaves 0 or a placeholder. Then the samples continue to the end.
  const isUnknown = (size > left && isPlaceholder(size)) || (size === 0 && !isChunk(bytes, dataOffset));
  const available = isUnknown ? left : Math.min(size, left);
  const frames = Math.floor(available / (encoding.sampleBytes * encoding.channels));
  return { ...encoding, dataOffset, frames, truncated: !isUnknown && size > left };
};

/** Whether another chunk that fits begins here. If so, a size of 0 means 0. */
const isChunk = (bytes: Uint8Array, offset: number): boolean => {
  if (offset + 8 > bytes.length) return false;
  const end = offset + 8 + viewOf(bytes).getUint32(offset + 4, true);
  return /^[A-Za-z][A-Za-z0-9 ]{3}$/.test(textAt(bytes, offset, 4)) && end <= bytes.length;
};
