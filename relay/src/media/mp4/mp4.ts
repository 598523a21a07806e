import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input, type InputAudioTrack } from 'mediabunny';
import type { PcmBlock, PcmSource } from '../common/audio-format.js';
import { loadAac, type AacDecoder } from './aac.js';
import { undecodable, unsupported } from '../common/media-error.js';
import { OPUS_BATCH, OpusPackets, readOpusHead } from '../ogg/opus-packets.js';

/** Access units per call, which give at most 64 × 2,048 samples. */
const AAC_BATCH = 64;
/** The maximum silence that an edit list may put in front. A hostile one asks for hours. */
const MOST_SILENCE_S = 1;

/** An M4A or MP4 file with AAC or, as Chromium records it, Opus. */
export const openMp4 = async (bytes: Uint8Array): Promise<PcmSource> => {
  const track = await audioTrackOf(bytes);
  const config = await track.getDecoderConfig();
  if (config === null) throw unsupported('an MP4 file holds AAC or Opus audio to be supported');
  // By the tables of samples or the fragments, which are what is decoded: `mvhd` says no more, and is 0 in live recordings.
  const durationS = await track.computeDuration();
  const declared = durationS > 0 && { declaredS: durationS };
  if (config.codec === 'opus') {
    const head = opusHeadOf(toBytes(descriptionOf(config)));
    return { codec: 'opus', sampleRateHz: 48_000, ...declared, blocks: opusBlocks(track, head, durationS) };
  }
  if (!config.codec.startsWith('mp4a.40'))
    throw unsupported('an MP4 file holds AAC or Opus audio to be supported');
  const asc = toBytes(descriptionOf(config));
  if (asc === undefined) throw undecodable('the MP4 file does not describe its audio');
  const createDecoder = await loadAac();
  return { codec: 'aac', ...declared, blocks: aacBlocks(track, () => createDecoder(asc), durationS) };
};

const audioTrackOf = async (bytes: Uint8Array): Promise<InputAudioTrack> => {
  try {
    const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
    const track = await input.getPrimaryAudioTrack();
    if (track !== null) return track;
  } catch (cause) {
    throw undecodable('the MP4 file cannot be read', cause);
  }
  throw unsupported('the MP4 file has no audio');
};

async function* aacBlocks(
  track: InputAudioTrack,
  createDecoder: () => Promise<AacDecoder>,
  durationS: number,
): AsyncGenerator<PcmBlock> {
  const window = windowOf(durationS);
  const decoder = await createDecoder();
  let damaged = false;
  try {
    for await (const { packets, startS, firstS } of batches(track, AAC_BATCH)) {
      try {
        const { channelData, sampleRate } = decoder.decode(packets);
        if (sampleRate === 0) continue;
        // The decoder gives nothing for its first access unit, so time starts one unit later.
        window.begin(startS + firstS, sampleRate);
        yield window.cut({ channels: channelData, sampleRateHz: sampleRate, damaged });
      } catch {
        // The decoder still works for the next access units. Only the unit that failed is missing.
        damaged = true;
      }
    }
  } finally {
    decoder.free();
  }
}

async function* opusBlocks(
  track: InputAudioTrack,
  head: ReturnType<typeof readOpusHead>,
  durationS: number,
): AsyncGenerator<PcmBlock> {
  // The edit list moves the pre-skip before time zero. The header also gives the pre-skip.
  const window = windowOf(durationS);
  const stream = await OpusPackets.open(head);
  try {
    for await (const { packets } of batches(track, OPUS_BATCH)) {
      const block = stream.decode(packets);
      if (block !== undefined) yield window.cut(block);
    }
  } finally {
    stream.free();
  }
}

async function* batches(track: InputAudioTrack, size: number): AsyncGenerator<Batch> {
  let batch: Batch | undefined;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    batch ??= { packets: [], startS: packet.timestamp, firstS: packet.duration };
    batch.packets.push(packet.data);
    if (batch.packets.length < size) continue;
    yield batch;
    batch = undefined;
  }
  if (batch !== undefined) yield batch;
}

interface Batch {
  readonly packets: Uint8Array[];
  /** When the first packet plays. The edit list cuts off what is before zero. */
  readonly startS: number;
  readonly firstS: number;
}

/** The part of the decoded samples that the edit list plays: from zero to the end of the track. */
class PresentationWindow {
  /** The number of samples to drop. A negative number is silence to put in front. */
  private skip: number | undefined;
  private given = 0;

  constructor(private readonly durationS: number) {}

  /** Sets when the first sample plays. Later calls change nothing. */
  begin(startS: number, sampleRateHz: number): void {
    this.skip ??= -Math.round(Math.min(MOST_SILENCE_S, startS) * sampleRateHz);
  }

  cut(block: PcmBlock): PcmBlock {
    const frames = block.channels[0]?.length ?? 0;
    const skip = Math.min(this.skip ?? 0, frames);
    const left = Math.max(0, Math.round(this.durationS * block.sampleRateHz) - this.given);
    const length = Math.min(frames - skip, left);
    this.skip = Math.max(0, (this.skip ?? 0) - skip);
    this.given += length;
    return { ...block, channels: block.channels.map((samples) => moved(samples, skip, length)) };
  }
}

const moved = (samples: Float32Array, skip: number, length: number): Float32Array => {
  if (skip >= 0) return samples.subarray(skip, skip + length);
  const output = new Float32Array(length);
  output.set(samples.subarray(0, Math.max(0, length + skip)), -skip);
  return output;
};

const windowOf = (durationS: number): PresentationWindow =>
  new PresentationWindow(durationS > 0 ? durationS : Infinity);

/** MP4's `dOps` box is big-endian and lacks the magic. The demuxer makes an `OpusHead` from it. */
const opusHeadOf = (description: Uint8Array | undefined): ReturnType<typeof readOpusHead> => {
  if (description === undefined) throw undecodable('the MP4 file does not describe its audio');
  return readOpusHead(description);
};

/** The library uses the browser's type, which may be a buffer or a view. */
const toBytes = (data: unknown): Uint8Array | undefined => {
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : undefined;
};

const descriptionOf = (config: object): unknown => ('description' in config ? config.description : undefined);
