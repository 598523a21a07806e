import { textAt, viewOf } from '../common/bytes.js';

/** The content of a layer III frame header (ISO/IEC 11172-3 section 2.4.1.3 and 13818-3). */
export interface Mp3Header {
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly frameBytes: number;
  /** Samples of one frame. */
  readonly samples: number;
  /** Where an encoder puts its own header, after the header and the side information of the first frame. */
  readonly infoOffset: number;
}

const BITRATES_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES_V1 = [44_100, 48_000, 32_000];

/** The header at an offset. Undefined if there is no sync word, another layer, a reserved value, or free format. */
export const mp3HeaderAt = (bytes: Uint8Array, offset: number): Mp3Header | undefined => {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(offset, offset + 4);
  if (a !== 0xff || (b & 0xe0) !== 0xe0 || offset + 4 > bytes.length) return undefined;
  const version = (b >> 3) & 3;
  const isLayer3 = ((b >> 1) & 3) === 1;
  const kbps = (version === 3 ? BITRATES_V1 : BITRATES_V2)[c >> 4];
  const rateV1 = RATES_V1[(c >> 2) & 3];
  if (!isLayer3 || version === 1 || !kbps || rateV1 === undefined || (d & 3) === 2) return undefined;
  // Version codes: 3 is MPEG-1, 2 is MPEG-2 at half its rates, 0 is MPEG-2.5 at a quarter.
  const sampleRateHz = rateV1 / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const samples = version === 3 ? 1_152 : 576;
  const frameBytes = Math.floor(((samples / 8) * kbps * 1_000) / sampleRateHz) + ((c >> 1) & 1);
  const channels = d >> 6 === 3 ? 1 : 2;
  const sideBytes = version === 3 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17;
  return { sampleRateHz, channels, frameBytes, samples, infoOffset: 4 + sideBytes };
};

/**
 * How long the file says it is: the number of frames in a `Xing` or `Info` header, as nearly every encoder writes it, or in Fraunhofer's
 * `VBRI`, which is always 32 bytes behind the header. Undefined when there is neither.
 */
export const declaredSeconds = (bytes: Uint8Array, start: number): number | undefined => {
  const header = mp3HeaderAt(bytes, start);
  const frames = header && declaredFrames(bytes, start, header);
  return header && frames && (frames * header.samples) / header.sampleRateHz;
};

const declaredFrames = (bytes: Uint8Array, start: number, { infoOffset }: Mp3Header): number | undefined =>
  framesAt(bytes, start + infoOffset) ?? vbriFramesAt(bytes, start + 36);

/**
 * Whether the file ends inside a frame, or has fewer than its header says. Some encoders count the frame with that header, which has
 * no audio, and others do not.
 */
export const isCutMp3 = (bytes: Uint8Array, start: number): boolean => {
  const first = mp3HeaderAt(bytes, start);
  if (first === undefined) return false;
  let frames = 0;
  for (let offset = start; offset < bytes.length;) {
    const header = mp3HeaderAt(bytes, offset);
    if (header === undefined) {
      offset = nextFrame(bytes, offset + 1);
      continue;
    }
    if (offset + header.frameBytes > bytes.length) return true;
    offset += header.frameBytes;
    frames++;
  }
  return frames < (declaredFrames(bytes, start, first) ?? 0);
};

/** Where two frames follow each other. One header alone may be anything: a picture in a tag, for example. */
const nextFrame = (bytes: Uint8Array, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const header = mp3HeaderAt(bytes, at);
    if (header !== undefined && mp3HeaderAt(bytes, at + header.frameBytes) !== undefined) return at;
  }
  return bytes.length;
};

const framesAt = (bytes: Uint8Array, at: number): number | undefined => {
  if (at + 12 > bytes.length || !['Xing', 'Info'].includes(textAt(bytes, at, 4))) return undefined;
  const hasFrames = (viewOf(bytes).getUint32(at + 4) & 1) === 1;
  return hasFrames ? viewOf(bytes).getUint32(at + 8) : undefined;
};

const vbriFramesAt = (bytes: Uint8Array, at: number): number | undefined =>
  at + 18 <= bytes.length && textAt(bytes, at, 4) === 'VBRI' ? viewOf(bytes).getUint32(at + 14) : undefined;

/** The length of the ID3v2 tags at the beginning in bytes (sizes are synchsafe: 7 bits per byte). */
export const id3Bytes = (bytes: Uint8Array): number => {
  let offset = 0;
  while (bytes[offset] === 0x49 && bytes[offset + 1] === 0x44 && bytes[offset + 2] === 0x33) {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(offset + 6, offset + 10);
    const footer = ((bytes[offset + 5] ?? 0) & 0x10) === 0 ? 0 : 10;
    offset += 10 + footer + ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (d & 0x7f);
  }
  return offset;
};
