import { CUT, type PcmBlock, type PcmSource } from '../common/audio-format.js';
import { textAt, viewOf } from '../common/bytes.js';
import { decodeFlacFrame, flacHeaderAt } from './flac-frame.js';
import { MediaError, undecodable, unsupported } from '../common/media-error.js';

/** From the STREAMINFO block (RFC 9639 section 8.2). */
export interface FlacStreamInfo {
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly bits: number;
  /** 0 where the encoder did not know it. */
  readonly totalSamples: number;
}

/**
 * How many frames may fail before the rest is given up. A failed frame costs up to half a million samples of work and
 * counts as no audio. Without a limit, a file with only good headers would keep a decoder busy for an hour.
 */
const MOST_DAMAGED_FRAMES = 100;

/** A FLAC file. We use our own decoder because it must return each frame: 64 kB can hold 22 minutes of silence. */
export const openFlac = (bytes: Uint8Array): PcmSource => {
  const { info, audioOffset } = readMetadata(bytes);
  const declaredS = info.totalSamples / info.sampleRateHz;
  return { codec: 'flac', declaredS, blocks: blocksOf(bytes, audioOffset, info) };
};

const readMetadata = (bytes: Uint8Array): { info: FlacStreamInfo; audioOffset: number } => {
  const view = viewOf(bytes);
  let info: FlacStreamInfo | undefined;
  let offset = 4;
  for (let isLast = false; !isLast;) {
    if (offset + 4 > bytes.length) throw undecodable('the FLAC header is incomplete');
    const header = view.getUint32(offset);
    const body = offset + 4;
    isLast = header >>> 31 === 1;
    if (((header >>> 24) & 0x7f) === 0 && info === undefined) info = readStreamInfo(bytes.subarray(body));
    offset = body + (header & 0xff_ffff);
  }
  if (info === undefined) throw undecodable('the FLAC header is incomplete');
  return { info, audioOffset: offset };
};

const readStreamInfo = (body: Uint8Array): FlacStreamInfo => {
  if (body.length < 34) throw undecodable('the FLAC header is incomplete');
  // 20 bits of rate, 3 of channels, 5 of depth, and the beginning of the length.
  const word = viewOf(body).getUint32(10);
  const info = {
    sampleRateHz: word >>> 12,
    channels: ((word >>> 9) & 7) + 1,
    bits: ((word >>> 4) & 31) + 1,
    totalSamples: (word & 15) * 2 ** 32 + viewOf(body).getUint32(14),
  };
  if (info.sampleRateHz === 0) throw undecodable('the FLAC file has a sample rate of 0');
  if (info.bits < 4 || info.bits > 24) throw unsupported('FLAC with more than 24 bits is not supported');
  return info;
};

function* blocksOf(bytes: Uint8Array, start: number, info: FlacStreamInfo): Generator<PcmBlock> {
  const scale = 2 ** (1 - info.bits);
  let damagedFrames = 0;
  let damaged = false;
  let samples = 0;
  let end = start;
  for (let offset = start; offset < bytes.length && damagedFrames < MOST_DAMAGED_FRAMES;) {
    const header = flacHeaderAt(bytes, offset, info);
    if (header === undefined) {
      damaged = true;
      offset = bytes.indexOf(0xff, offset + 1);
      if (offset < 0) break;
      continue;
    }
    try {
      const frame = decodeFlacFrame(bytes, offset, header);
      offset = end = frame.end;
      samples += frame.channels[0]?.length ?? 0;
      yield {
        channels: frame.channels.map((channel) => scaled(channel, scale)),
        sampleRateHz: info.sampleRateHz,
        damaged,
      };
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      damaged = true;
      damagedFrames++;
      offset++;
    }
  }
  if (isCut(bytes, end, samples, info)) yield CUT;
}

/** By the length in the header, if the encoder knew it. Else by what follows the last frame: tags may, half a frame may not. */
const isCut = (bytes: Uint8Array, end: number, samples: number, { totalSamples }: FlacStreamInfo): boolean =>
  totalSamples > 0 ? samples < totalSamples : end < bytes.length && !TAGS.has(textAt(bytes, end, 3));

/** Tags that programs for MP3 append to any file: ID3v1, APE. */
const TAGS: ReadonlySet<string> = new Set(['TAG', 'APE']);

const scaled = (samples: Int32Array, scale: number): Float32Array => {
  const output = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i++) output[i] = (samples[i] ?? 0) * scale;
  return output;
};
