import { OpusDecoder } from 'opus-decoder';
import { MAX_SEPARATE_CHANNELS, type PcmBlock } from '../common/audio-format.js';
import { textAt, viewOf } from '../common/bytes.js';
import { undecodable } from '../common/media-error.js';

/** Opus is decoded at the rate of the analysis. libopus then leaves out the bands above, and nothing is resampled. */
const OPUS_OUTPUT_RATE_HZ = 16_000;
/** Pre-skip, granules and packet durations use a clock of 48 kHz for any output rate (RFC 7845 section 4). */
const CLOCK_PER_SAMPLE = 48_000 / OPUS_OUTPUT_RATE_HZ;

/** Packets per call: at most 6 s of audio (RFC 6716 allows 120 ms a packet). */
export const OPUS_BATCH = 50;

/** `OpusHead` (RFC 7845 section 5.1), also WebM's `CodecPrivate`. */
export interface OpusHead {
  readonly channels: number;
  /** Samples at 48 kHz to drop at the beginning. */
  readonly preSkip: number;
  readonly inputRateHz: number;
  readonly gain: number;
  readonly streams: number;
  readonly coupled: number;
  readonly mapping: readonly number[];
}

/** @throws MediaError `undecodable_audio` */
export const readOpusHead = (packet: Uint8Array): OpusHead => {
  if (packet.length < 19 || textAt(packet, 0, 8) !== 'OpusHead')
    throw undecodable('the Opus header is incomplete');
  const view = viewOf(packet);
  const channels = view.getUint8(9);
  const family = view.getUint8(18);
  if (view.getUint8(8) >> 4 !== 0 || channels < 1 || channels > MAX_SEPARATE_CHANNELS) {
    throw undecodable(`the Opus stream has ${channels} channels, 1 to ${MAX_SEPARATE_CHANNELS} are read`);
  }
  const common = {
    channels,
    preSkip: view.getUint16(10, true),
    inputRateHz: view.getUint32(12, true),
    // Q7.8 decibels.
    gain: 10 ** (view.getInt16(16, true) / (20 * 256)),
  };
  if (family === 0) {
    if (channels > 2) throw undecodable('the Opus header contradicts itself');
    return { ...common, streams: 1, coupled: channels - 1, mapping: channels === 1 ? [0] : [0, 1] };
  }
  const streams = packet[19] ?? 0;
  const coupled = packet[20] ?? 0;
  const mapping = [...packet.subarray(21, 21 + channels)];
  const isValid = mapping.every((index) => index === 255 || index < streams + coupled);
  if (mapping.length < channels || streams < 1 || coupled > streams || streams + coupled > 255 || !isValid) {
    throw undecodable('the Opus header contradicts itself');
  }
  return { ...common, streams, coupled, mapping };
};

/** Samples at 48 kHz in a packet (RFC 6716 section 3.1); 0 for an invalid packet. */
export const opusPacketSamples = (packet: Uint8Array): number => {
  const [toc, count = 0] = packet;
  if (toc === undefined) return 0;
  const config = toc >> 3;
  const perFrame =
    config < 12
      ? [480, 960, 1_920, 2_880][config & 3]
      : config < 16
        ? [480, 960][config & 1]
        : 120 << (config & 3);
  const code = toc & 3;
  const frames = code === 0 ? 1 : code < 3 ? 2 : packet.length < 2 ? 0 : count & 63;
  const samples = frames * (perFrame ?? 0);
  return samples <= 5_760 ? samples : 0;
};

/** One Opus stream: packets in, samples at 16 kHz out, without the pre-skip of the encoder. */
export class OpusPackets {
  private skip: number;

  private constructor(
    private readonly decoder: OpusDecoder<typeof OPUS_OUTPUT_RATE_HZ>,
    private readonly head: OpusHead,
  ) {
    this.skip = Math.round(head.preSkip / CLOCK_PER_SAMPLE);
  }

  static async open(head: OpusHead): Promise<OpusPackets> {
    const decoder = new OpusDecoder({
      sampleRate: OPUS_OUTPUT_RATE_HZ,
      channels: head.channels,
      streamCount: head.streams,
      coupledStreamCount: head.coupled,
      channelMappingTable: [...head.mapping],
      preSkip: 0,
    });
    await decoder.ready;
    return new OpusPackets(decoder, head);
  }

  /** @param trimClock samples at 48 kHz that the encoder added after the audio */
  decode(packets: readonly Uint8Array[], trimClock = 0): PcmBlock | undefined {
    const valid = packets.filter((packet) => opusPacketSamples(packet) > 0);
    if (valid.length === 0) return undefined;
    const { channelData, samplesDecoded, errors } = this.decoder.decodeFrames(valid);
    const from = Math.min(this.skip, samplesDecoded);
    this.skip -= from;
    const to = Math.max(from, samplesDecoded - Math.round(trimClock / CLOCK_PER_SAMPLE));
    const channels = channelData.map((samples) => samples.slice(from, to));
    if (this.head.gain !== 1) {
      for (const samples of channels)
        for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] ?? 0) * this.head.gain;
    }
    const damaged = errors.length > 0 || valid.length < packets.length;
    return { channels, sampleRateHz: OPUS_OUTPUT_RATE_HZ, damaged };
  }

  free(): void {
    this.decoder.free();
  }
}
