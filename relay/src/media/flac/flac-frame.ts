import { BitReader } from './flac-bits.js';
import type { FlacStreamInfo } from './flac.js';
import { undecodable } from '../common/media-error.js';

/** The content of a frame header (RFC 9639 section 9.1). */
export interface FlacFrameHeader {
  readonly blockSize: number;
  readonly channels: number;
  /** 8: left/side, 9: side/right, 10: mid/side, below 8: independent channels. */
  readonly assignment: number;
  readonly bits: number;
  readonly bodyOffset: number;
}

const BLOCK_SIZES = [
  0, 192, 576, 1_152, 2_304, 4_608, 0, 0, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768,
];
const RATES_HZ = [0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000];
const SAMPLE_BITS = [0, 8, 12, 0, 16, 20, 24, 32];

/** The header at an offset. Undefined if no header of this stream with a correct checksum begins there. */
export const flacHeaderAt = (
  bytes: Uint8Array,
  offset: number,
  info: FlacStreamInfo,
): FlacFrameHeader | undefined => {
  if (bytes[offset] !== 0xff || ((bytes[offset + 1] ?? 0) & 0xfe) !== 0xf8 || offset + 6 > bytes.length)
    return undefined;
  const third = bytes[offset + 2] ?? 0;
  const fourth = bytes[offset + 3] ?? 0;
  // The frame's number, coded like UTF-8.
  const lead = Math.clz32(~((bytes[offset + 4] ?? 0) << 24));
  if (lead === 1 || lead > 7) return undefined;
  let at = offset + 4 + Math.max(1, lead);
  const sizeCode = third >> 4;
  let blockSize = BLOCK_SIZES[sizeCode] ?? 0;
  if (sizeCode === 6) blockSize = (bytes[at++] ?? 0) + 1;
  if (sizeCode === 7) {
    blockSize = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0) + 1;
    at += 2;
  }
  const rateCode = third & 15;
  let rateHz = RATES_HZ[rateCode] ?? 0;
  if (rateCode === 12) rateHz = (bytes[at++] ?? 0) * 1_000;
  if (rateCode === 13 || rateCode === 14) {
    rateHz = ((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)) * (rateCode === 13 ? 1 : 10);
    at += 2;
  }
  if (at >= bytes.length || crc8(bytes, offset, at) !== bytes[at]) return undefined;
  const assignment = fourth >> 4;
  const channels = assignment < 8 ? assignment + 1 : 2;
  const bits = ((fourth >> 1) & 7) === 0 ? info.bits : (SAMPLE_BITS[(fourth >> 1) & 7] ?? 0);
  const isOfStream =
    channels === info.channels && bits === info.bits && (rateCode === 0 || rateHz === info.sampleRateHz);
  if (blockSize === 0 || assignment > 10 || rateCode === 15 || !isOfStream) return undefined;
  return { blockSize, channels, assignment, bits, bodyOffset: at + 1 };
};

/**
 * Decodes the frame with the given header. At most 8 × 65,536 samples, whatever the file says.
 * @returns the channels and where the next frame begins
 * @throws MediaError `undecodable_audio` if the frame contradicts itself or its checksum is wrong
 */
export const decodeFlacFrame = (
  bytes: Uint8Array,
  offset: number,
  header: FlacFrameHeader,
): { channels: Int32Array[]; end: number } => {
  const reader = new BitReader(bytes, header.bodyOffset);
  const { assignment, blockSize, bits } = header;
  const channels = Array.from({ length: header.channels }, (_, channel) => {
    // The difference of two channels needs one bit more.
    const isSide =
      (channel === 1 && (assignment === 8 || assignment === 10)) || (channel === 0 && assignment === 9);
    return readSubframe(reader, blockSize, bits + (isSide ? 1 : 0));
  });
  const end = reader.byteOffset;
  if (
    end + 2 > bytes.length ||
    crc16(bytes, offset, end) !== (bytes[end] ?? 0) * 256 + (bytes[end + 1] ?? 0)
  ) {
    throw undecodable('the checksum of a FLAC frame does not hold');
  }
  joinChannels(channels, assignment);
  return { channels, end: end + 2 };
};

const readSubframe = (reader: BitReader, blockSize: number, sampleBits: number): Int32Array => {
  const samples = new Int32Array(blockSize);
  const type = reader.read(7);
  const wasted = reader.read(1) === 0 ? 0 : reader.readUnary() + 1;
  const bits = sampleBits - wasted;
  if (type > 63 || bits < 1) throw damaged();
  if (type === 0) samples.fill(reader.readSigned(bits));
  else if (type === 1) for (let i = 0; i < blockSize; i++) samples[i] = reader.readSigned(bits);
  else if (type >= 8 && type <= 12) readFixed(reader, samples, bits, type - 8);
  else if (type >= 32) readLinear(reader, samples, bits, type - 31);
  else throw damaged();
  if (wasted > 0) for (let i = 0; i < blockSize; i++) samples[i] = (samples[i] ?? 0) << wasted;
  return samples;
};

/** Fixed predictors (RFC 9639 section 9.2.5). */
const FIXED = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]];

const readFixed = (reader: BitReader, samples: Int32Array, bits: number, order: number): void => {
  readWarmUp(reader, samples, bits, order);
  readResidual(reader, samples, order);
  predict(samples, Int32Array.from(FIXED[order] ?? []), 0, bits + 4 <= 32);
};

const readLinear = (reader: BitReader, samples: Int32Array, bits: number, order: number): void => {
  readWarmUp(reader, samples, bits, order);
  const precision = reader.read(4) + 1;
  const shift = reader.readSigned(5);
  if (precision > 15 || shift < 0) throw damaged();
  const coefficients = Int32Array.from({ length: order }, () => reader.readSigned(precision));
  readResidual(reader, samples, order);
  predict(samples, coefficients, shift, bits + precision + 32 - Math.clz32(order) <= 32);
};

const readWarmUp = (reader: BitReader, samples: Int32Array, bits: number, order: number): void => {
  if (order > samples.length) throw damaged();
  for (let i = 0; i < order; i++) samples[i] = reader.readSigned(bits);
};

const readResidual = (reader: BitReader, samples: Int32Array, order: number): void => {
  const method = reader.read(2);
  const partitions = 1 << reader.read(4);
  const size = samples.length / partitions;
  if (method > 1 || !Number.isInteger(size) || size < order) throw damaged();
  const width = method === 0 ? 4 : 5;
  const escape = method === 0 ? 15 : 31;
  for (let partition = 0, from = order; partition < partitions; partition++) {
    const to = (partition + 1) * size;
    const parameter = reader.read(width);
    if (parameter === escape) {
      const bits = reader.read(5);
      for (let i = from; i < to; i++) samples[i] = reader.readSigned(bits);
    } else {
      reader.readRice(parameter, samples, from, to - from);
    }
    from = to;
  }
};

/** Adds the prediction to the residuals in place (RFC 9639 section 9.2.6). */
const predict = (samples: Int32Array, coefficients: Int32Array, shift: number, fits32: boolean): void => {
  const order = coefficients.length;
  const divisor = 2 ** shift;
  for (let i = order; i < samples.length; i++) {
    let sum = 0;
    if (fits32) {
      for (let j = 0; j < order; j++)
        sum = (sum + Math.imul(coefficients[j] ?? 0, samples[i - 1 - j] ?? 0)) | 0;
      samples[i] = (samples[i] ?? 0) + (sum >> shift);
    } else {
      // 25 + 15 + 5 bits: exact in a double.
      for (let j = 0; j < order; j++) sum += (coefficients[j] ?? 0) * (samples[i - 1 - j] ?? 0);
      samples[i] = (samples[i] ?? 0) + Math.floor(sum / divisor);
    }
  }
};

const joinChannels = (channels: Int32Array[], assignment: number): void => {
  const [first, second] = channels;
  if (assignment < 8 || first === undefined || second === undefined) return;
  for (let i = 0; i < first.length; i++) {
    const a = first[i] ?? 0;
    const b = second[i] ?? 0;
    if (assignment === 8) second[i] = a - b;
    else if (assignment === 9) first[i] = a + b;
    else {
      const mid = (a << 1) | (b & 1);
      first[i] = (mid + b) >> 1;
      second[i] = (mid - b) >> 1;
    }
  }
};

const damaged = () => undecodable('a FLAC frame contradicts itself');

const crcTable = (polynomial: number, width: number): Uint16Array => {
  const top = 1 << (width - 1);
  return Uint16Array.from({ length: 256 }, (_, index) => {
    let value = index << (width - 8);
    for (let bit = 0; bit < 8; bit++) value = (value & top) !== 0 ? (value << 1) ^ polynomial : value << 1;
    return value & (2 * top - 1);
  });
};

const CRC8_TABLE = crcTable(0x07, 8);
const CRC16_TABLE = crcTable(0x8005, 16);

const crc8 = (bytes: Uint8Array, from: number, to: number): number => {
  let crc = 0;
  for (let i = from; i < to; i++) crc = CRC8_TABLE[crc ^ (bytes[i] ?? 0)] ?? 0;
  return crc;
};

const crc16 = (bytes: Uint8Array, from: number, to: number): number => {
  let crc = 0;
  for (let i = from; i < to; i++)
    crc = ((crc << 8) & 0xffff) ^ (CRC16_TABLE[(crc >> 8) ^ (bytes[i] ?? 0)] ?? 0);
  return crc;
};
