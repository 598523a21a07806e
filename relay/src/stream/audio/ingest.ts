import type { AudioGap, AudioMessage, Features, GapReason, LostSpan, WarningCode } from '@undertone/protocol';
import {
  allFinite,
  bytesPerSample,
  samplesToMs,
  samplesToWholeMs,
} from '../../domain/live/audio-encoding.js';
import type { SessionChannel } from '../../domain/live/session-config.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import type { InferenceStream } from '../../inference/port.js';
import { ChannelClock } from './channel-clock.js';
import { AudioPacer, CLOCK_AHEAD_MS } from './pacing.js';
import type { StreamMetrics } from '../ports.js';

export type Warn = (code: WarningCode, message: string, detail: Record<string, string>) => void;

export interface IngestOptions {
  readonly channels: readonly SessionChannel[];
  /** Where each channel's audio starts. */
  readonly startSamples: readonly number[];
  /** Up to where an earlier relay has counted each channel's audio. Absent where it began here. */
  readonly countedSamples?: readonly number[];
  /** How much further a gap may lead ahead of the wall clock, for the time before this process. */
  readonly extraAheadMs: number;
  readonly nowMs: number;
  readonly metrics: StreamMetrics;
  readonly warn: Warn;
  /** Audio that is about to be analyzed. */
  readonly charge: (channel: number, startSample: number, count: number) => void;
}

interface Lane {
  readonly index: number;
  readonly channel: SessionChannel;
  readonly bytesPerSample: number;
  readonly clock: ChannelClock;
  readonly pacer: AudioPacer;
  readonly startSample: number;
}

/** Gaps that mean a loss. The other reasons say that there was nothing to hear. */
const LOSSES: ReadonlySet<GapReason> = new Set(['offline', 'backpressure']);

/**
 * Takes incoming audio. Each sample goes to inference once and in order, whatever the frames look like. It
 * looks into a payload only to find floats that are not numbers, and copies only interleaved channels.
 */
export class Ingest {
  /** Absent while a consent is withdrawn and after a failure. Audio is then only counted. */
  inference: InferenceStream | undefined;
  /** Whether analysis is on. When off, audio moves the clock and is dropped. */
  analyzing = true;
  receivedMs = 0;
  private readonly lanes: readonly Lane[];
  private readonly startedAtMs: number;
  private scratch: Uint8Array | undefined;

  constructor(private readonly options: IngestOptions) {
    this.startedAtMs = options.nowMs;
    this.lanes = options.channels.map((channel, index) => {
      const startSample = options.startSamples[index] ?? 0;
      return {
        index,
        channel,
        startSample,
        bytesPerSample: bytesPerSample(channel.encoding),
        clock: new ChannelClock(startSample, options.countedSamples?.[index]),
        pacer: new AudioPacer(options.nowMs),
      };
    });
  }

  get clocks(): readonly ChannelClock[] {
    return this.lanes.map(({ clock }) => clock);
  }

  /** Length of the audio that never had a result, over all channels. */
  get waitingMs(): number {
    return this.lanes.reduce(
      (sum, { clock, channel }) =>
        sum + samplesToMs(Math.max(0, clock.received - clock.counted), channel.sampleRate),
      0,
    );
  }

  /**
   * How far all channels together have moved since these positions; never negative.
   * @param counts selects the channels
   */
  msSince(positions: readonly number[], counts: (channel: SessionChannel) => boolean = () => true): number {
    return this.lanes.reduce((sum, { clock, channel, index }) => {
      if (!counts(channel)) return sum;
      const samples = Math.max(0, clock.received - (positions[index] ?? 0));
      return sum + samplesToMs(samples, channel.sampleRate);
    }, 0);
  }

  /** The clock of a channel named in a message. @throws SessionFault for a channel that was not negotiated */
  lane(index: number, param: string): Lane {
    const lane = this.lanes[index];
    if (lane !== undefined) return lane;
    throw new SessionFault('protocol_error', `${param} ${index} was not negotiated`, { param });
  }

  /** Takes one framed span. @throws SessionFault */
  audio(message: AudioMessage, nowMs: number): void {
    const lane = this.lane(message.channel, 'channel');
    const { payload, sampleCount } = message;
    if (sampleCount === 0 || sampleCount * lane.bytesPerSample !== payload.length) {
      const holds = payload.length / lane.bytesPerSample;
      throw new SessionFault(
        'protocol_error',
        `sample_count is ${sampleCount}, the payload holds ${holds} samples of ${lane.channel.encoding}`,
        { param: 'sample_count' },
      );
    }
    this.span(lane, message.firstSample, payload, message.flags?.muted === true, nowMs);
  }

  /**
   * Takes raw interleaved samples of all channels, which continue where the last ones ended. @throws
   * SessionFault
   */
  interleaved(payload: Uint8Array, nowMs: number): void {
    const first = this.lane(0, 'channel');
    const width = first.bytesPerSample * this.lanes.length;
    for (const { channel } of this.lanes) {
      if (channel.encoding === first.channel.encoding && channel.sampleRate === first.channel.sampleRate)
        continue;
      throw new SessionFault('protocol_error', 'interleaved channels need the same encoding and rate', {
        param: 'channels',
      });
    }
    if (payload.length === 0 || payload.length % width !== 0) {
      throw new SessionFault('protocol_error', `binary audio comes in whole samples of ${width} bytes`, {
        param: 'audio',
      });
    }
    if (this.lanes.length === 1) {
      this.span(first, first.clock.received, payload, false, nowMs);
      return;
    }
    for (const lane of this.lanes) {
      this.span(lane, lane.clock.received, this.pick(lane, payload), false, nowMs);
    }
  }

  /**
   * Takes what a page heard of a span. It is paced and paid as audio of this length. @throws SessionFault when it
   * overlaps with what came before
   */
  features(message: Features, nowMs: number): void {
    const lane = this.lane(message.channel, 'channel');
    const { clock, channel } = lane;
    const { firstSample, sampleCount } = message;
    const { hole, skip, take } = clock.fresh(firstSample, sampleCount);
    const isEmpty = sampleCount === 0 && firstSample === clock.received;
    if (take === 0 && !isEmpty) {
      if (skip > 0) this.options.metrics.count('audio_duplicate_samples', skip);
      return;
    }
    if (skip > 0) {
      throw new SessionFault('validation_error', 'first_sample lies inside of a span that came before', {
        param: 'first_sample',
      });
    }
    if (hole > 0) {
      const start = clock.received;
      this.skip(lane, start, hole, 'first_sample', nowMs);
      this.warnOfGap(lane, start, hole, 'hole');
    }
    this.receive(lane, firstSample, take, nowMs);
    if (!this.analyzing || this.inference === undefined) return;
    if (!channel.analyse) this.inference.gap(lane.index, firstSample, take);
    else {
      this.options.charge(lane.index, firstSample, take);
      this.inference.takeFeatures?.(message);
    }
    clock.handed = firstSample + take;
  }

  /** Takes a gap: a span that the client says it will never send. @throws SessionFault */
  gap(message: AudioGap, nowMs: number): void {
    const lane = this.lane(message.channel, 'channel');
    const { firstSample, sampleCount, reason } = message;
    const { hole, take } = lane.clock.fresh(firstSample, sampleCount);
    if (take === 0) return;
    const start = lane.clock.received;
    this.skip(lane, start, hole + take, 'sample_count', nowMs);
    if (LOSSES.has(reason)) this.warnOfGap(lane, start, hole + take, reason);
    else if (hole > 0) this.warnOfGap(lane, start, hole, 'hole');
  }

  /**
   * Skips to `toSample` on one channel: audio that a client lost while it was away.
   * @returns what was lost; undefined where nothing was
   */
  declareLost(channel: number, toSample: number, nowMs: number): LostSpan | undefined {
    const lane = this.lane(channel, 'resume.next_sample');
    const firstSample = lane.clock.received;
    const count = toSample - firstSample;
    if (count <= 0) return undefined;
    this.skip(lane, firstSample, count, 'resume.next_sample', nowMs);
    return { channel, firstSample, count };
  }

  /**
   * Turns the audio that was received while analysis was off into a gap. @returns its length, ms, on channel
   * 0
   */
  resumeAnalysis(inference: InferenceStream): number {
    this.inference = inference;
    this.analyzing = true;
    let discardedMs = 0;
    for (const { clock, channel, index } of this.lanes) {
      const count = clock.received - clock.handed;
      if (index === 0) discardedMs = samplesToWholeMs(count, channel.sampleRate);
      if (count > 0) inference.gap(index, clock.handed, count);
      clock.handed = clock.received;
    }
    return discardedMs;
  }

  /** Counts everything received so far as done without a result, because its buffers were discarded. */
  abandon(): void {
    this.inference = undefined;
    for (const { clock } of this.lanes) {
      clock.handed = clock.received;
      clock.analyse(clock.received);
    }
  }

  /** Goes back to the end of the results. The client sends the rest again. */
  rewind(): number[] {
    this.inference = undefined;
    return this.lanes.map(({ clock }) => clock.acknowledgeable);
  }

  /** The relay itself stood still for so long. */
  forgive(pauseMs: number): void {
    for (const { pacer } of this.lanes) pacer.forgive(pauseMs);
  }

  /** Audio up to here may come as a replay, as far as it can have been spoken by now. */
  expectReplay(channel: number, endSample: number, nowMs: number): void {
    const lane = this.lanes[channel];
    if (lane === undefined) return;
    const spokenMs = nowMs - this.startedAtMs + CLOCK_AHEAD_MS + this.options.extraAheadMs;
    const latest = lane.startSample + (spokenMs * lane.channel.sampleRate) / 1_000;
    lane.pacer.expectReplay(Math.min(endSample, latest));
  }

  private span(lane: Lane, firstSample: number, payload: Uint8Array, muted: boolean, nowMs: number): void {
    const { clock, channel } = lane;
    const count = payload.length / lane.bytesPerSample;
    const { hole, skip, take } = clock.fresh(firstSample, count);
    if (skip > 0) this.options.metrics.count('audio_duplicate_samples', skip);
    if (take === 0) return;
    if (channel.encoding === 'pcm_f32le' && !allFinite(payload)) {
      throw new SessionFault('undecodable_audio', 'a sample is not a finite number', {
        param: 'payload',
      });
    }
    if (hole > 0) {
      const start = clock.received;
      this.skip(lane, start, hole, 'first_sample', nowMs);
      this.warnOfGap(lane, start, hole, 'hole');
    }
    const start = firstSample + skip;
    this.receive(lane, start, take, nowMs);
    if (!this.analyzing || this.inference === undefined) return;
    // Of a channel that may not be analyzed, only the length is passed on.
    if (muted || !channel.analyse) this.inference.gap(lane.index, start, take);
    else {
      this.options.charge(lane.index, start, take);
      this.inference.push(
        lane.index,
        start,
        skip > 0 ? payload.subarray(skip * lane.bytesPerSample) : payload,
      );
    }
    clock.handed = start + take;
  }

  private skip(lane: Lane, start: number, count: number, param: string, nowMs: number): void {
    const { clock, channel } = lane;
    const aheadMs =
      samplesToMs(start + count - lane.startSample, channel.sampleRate) - (nowMs - this.startedAtMs);
    if (!Number.isSafeInteger(start + count) || aheadMs > CLOCK_AHEAD_MS + this.options.extraAheadMs) {
      throw new SessionFault('protocol_error', `${param} leads into the future of this session`, { param });
    }
    this.options.metrics.count('audio_gap_samples', count);
    clock.receive(start + count, nowMs);
    if (!this.analyzing || this.inference === undefined) return;
    this.inference.gap(lane.index, start, count);
    clock.handed = start + count;
  }

  /** Counts a span that was sent, as audio or as what a page heard of it. @throws SessionFault `rate_limited` */
  private receive(lane: Lane, start: number, count: number, nowMs: number): void {
    const durationMs = samplesToMs(count, lane.channel.sampleRate);
    this.pace(lane, start, durationMs, nowMs);
    this.receivedMs += samplesToMs(lane.clock.uncounted(start, start + count), lane.channel.sampleRate);
    lane.clock.receive(start + count, nowMs);
  }

  private pace(lane: Lane, start: number, durationMs: number, nowMs: number): void {
    switch (lane.pacer.charge(durationMs, start, nowMs)) {
      case 'on_time':
        return;
      case 'ahead':
        this.options.warn('ahead_of_realtime', 'audio comes faster than it can have been spoken', {
          channel: String(lane.index),
        });
        return;
      case 'too_fast':
        throw new SessionFault('rate_limited', 'audio came faster than real time for too long', {
          param: 'audio',
          retryAfterMs: 5_000,
        });
    }
  }

  private warnOfGap(lane: Lane, firstSample: number, count: number, reason: string): void {
    this.options.warn('audio_gap', 'audio is missing; the audio clock went on without it', {
      channel: String(lane.index),
      first_sample: String(firstSample),
      sample_count: String(count),
      reason,
    });
  }

  /** Picks one channel out of interleaved samples, into a buffer that the next call overwrites. */
  private pick(lane: Lane, payload: Uint8Array): Uint8Array {
    const size = lane.bytesPerSample;
    const count = payload.length / (size * this.lanes.length);
    if (this.scratch === undefined || this.scratch.length < count * size) {
      this.scratch = new Uint8Array(count * size);
    }
    const picked = this.scratch.subarray(0, count * size);
    const stride = size * this.lanes.length;
    for (let sample = 0, from = lane.index * size; sample < count; sample += 1, from += stride) {
      for (let byte = 0; byte < size; byte += 1) picked[sample * size + byte] = payload[from + byte] ?? 0;
    }
    return picked;
  }
}
