import { CUT, type PcmBlock, type PcmSource } from '../common/audio-format.js';
import { textAt, viewOf } from '../common/bytes.js';
import { ebmlElements, ebmlInt, ebmlUint, isCutEbml, readVint } from './ebml.js';
import { undecodable, unsupported } from '../common/media-error.js';
import { OPUS_BATCH, OpusPackets, readOpusHead, type OpusHead } from '../ogg/opus-packets.js';

/** Element ids with their names in RFC 9559. */
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const CLUSTER = 0x1f43b675;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_NUMBER = 0xd7;
const TRACK_TYPE = 0x83;
const CODEC_ID = 0x86;
const CODEC_PRIVATE = 0x63a2;
const CONTENT_ENCODINGS = 0x6d80;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const DISCARD_PADDING = 0x75a2;
const ENTERED: ReadonlySet<number> = new Set([SEGMENT, INFO, CLUSTER, TRACKS, TRACK_ENTRY, BLOCK_GROUP]);
const AUDIO_TRACK = 2;

interface Track {
  number?: number;
  type?: number;
  codec?: string;
  codecPrivate?: Uint8Array;
  isEncoded?: boolean;
}

/** A WebM or Matroska file with an Opus track, as browsers record it. */
export const openWebm = (bytes: Uint8Array): PcmSource => {
  const { number, head } = opusTrack(bytes);
  const declaredS = declaredSeconds(bytes);
  return {
    codec: 'opus',
    sampleRateHz: 48_000,
    ...(declaredS !== undefined && { declaredS }),
    blocks: blocksOf(bytes, number, head),
  };
};

/** The duration of the segment (RFC 9559 section 5.1.2). Browsers, which record live, leave it out. */
const declaredSeconds = (bytes: Uint8Array): number | undefined => {
  let nanosecondsPerTick = 1_000_000;
  let ticks: number | undefined;
  for (const { id, body } of ebmlElements(bytes, ENTERED)) {
    if (id === CLUSTER) break;
    if (id === TIMESTAMP_SCALE) nanosecondsPerTick = ebmlUint(body);
    if (id === DURATION && body.length === 4) ticks = viewOf(body).getFloat32(0);
    if (id === DURATION && body.length === 8) ticks = viewOf(body).getFloat64(0);
  }
  const seconds = ticks === undefined ? undefined : (ticks * nanosecondsPerTick) / 1e9;
  return seconds !== undefined && seconds > 0 ? seconds : undefined;
};

const opusTrack = (bytes: Uint8Array): { number: number; head: OpusHead } => {
  const tracks: Track[] = [];
  for (const { id, body } of ebmlElements(bytes, ENTERED)) {
    if (id === CLUSTER) break;
    if (id === TRACK_ENTRY) tracks.push({});
    const track = tracks.at(-1);
    if (track === undefined) continue;
    if (id === TRACK_NUMBER) track.number = ebmlUint(body);
    if (id === TRACK_TYPE) track.type = ebmlUint(body);
    if (id === CODEC_ID) track.codec = textAt(body, 0, 32);
    if (id === CODEC_PRIVATE) track.codecPrivate = body;
    if (id === CONTENT_ENCODINGS) track.isEncoded = true;
  }
  if (tracks.length === 0) throw undecodable('the WebM file has no tracks');
  const track = tracks.find(({ type, codec }) => type === AUDIO_TRACK && codec === 'A_OPUS');
  if (track === undefined || track.isEncoded === true) {
    throw unsupported('a WebM file holds plain Opus audio to be supported');
  }
  if (track.number === undefined || track.codecPrivate === undefined)
    throw undecodable('the WebM header is incomplete');
  return { number: track.number, head: readOpusHead(track.codecPrivate) };
};

async function* blocksOf(bytes: Uint8Array, track: number, head: OpusHead): AsyncGenerator<PcmBlock> {
  const stream = await OpusPackets.open(head);
  let batch: Uint8Array[] = [];
  let trimClock = 0;
  const flush = () => {
    const block = stream.decode(batch, trimClock);
    batch = [];
    trimClock = 0;
    return block;
  };
  try {
    for (const { id, body } of ebmlElements(bytes, ENTERED)) {
      // In nanoseconds, after the block that it belongs to. A positive value is at the end of the block.
      if (id === DISCARD_PADDING) trimClock += Math.max(0, (ebmlInt(body) * 48) / 1e6);
      if (id !== SIMPLE_BLOCK && id !== BLOCK) continue;
      if (batch.length >= OPUS_BATCH || trimClock > 0) {
        const block = flush();
        if (block !== undefined) yield block;
      }
      batch.push(...framesOf(body, track));
    }
    const block = flush();
    if (block !== undefined) yield block;
    if (isCutEbml(bytes, ENTERED)) yield CUT;
  } finally {
    stream.free();
  }
}

/** The frames of a block if it belongs to that track (RFC 9559 section 10.3: no lacing, Xiph, fixed size, EBML). */
const framesOf = (block: Uint8Array, track: number): Uint8Array[] => {
  const number = readVint(block, 0, false);
  if (number?.value !== track) return [];
  // Track, two bytes of time, flags.
  const flags = block[number.length + 2] ?? 0;
  const body = block.subarray(number.length + 3);
  const lacing = (flags >> 1) & 3;
  if (lacing === 0) return [body];
  const frames = (body[0] ?? 0) + 1;
  if (lacing === 2) {
    const size = Math.floor((body.length - 1) / frames);
    return Array.from({ length: frames }, (_, i) => body.subarray(1 + i * size, 1 + (i + 1) * size));
  }
  const laced = lacing === 1 ? xiphSizes(body, frames) : ebmlSizes(body, frames);
  let offset = laced.offset;
  const parts = laced.sizes.map((size) => body.subarray(offset, (offset += Math.max(0, size))));
  return [...parts, body.subarray(offset)];
};

const xiphSizes = (body: Uint8Array, frames: number): { sizes: number[]; offset: number } => {
  const sizes: number[] = [];
  let offset = 1;
  while (sizes.length < frames - 1 && offset < body.length) {
    let size = 0;
    let byte = 255;
    while (byte === 255 && offset < body.length) size += byte = body[offset++] ?? 0;
    sizes.push(size);
  }
  return { sizes, offset };
};

const ebmlSizes = (body: Uint8Array, frames: number): { sizes: number[]; offset: number } => {
  const sizes: number[] = [];
  let offset = 1;
  while (sizes.length < frames - 1) {
    const vint = readVint(body, offset, false);
    if (vint?.value === undefined) break;
    offset += vint.length;
    const last = sizes.at(-1);
    // From the second frame on, it is the difference from the previous size, biased to be positive.
    sizes.push(last === undefined ? vint.value : last + vint.value - (2 ** (7 * vint.length - 1) - 1));
  }
  return { sizes, offset };
};
