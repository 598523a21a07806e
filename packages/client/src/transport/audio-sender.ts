import { LIMITS, type ClientBody, type Features, type GapReason } from '@undertone/protocol';
import type { Scheduler } from '../common/scheduler.js';
import { AudioTimeline, bytesPerSample, type Span } from './audio-timeline.js';
import { Pacer } from './pacer.js';

/** A frame of captured sound at its place on the channel's clock. */
export interface CapturedAudio {
  /** Its place in the hello, from 0. */
  channel: number;
  /** On the audio clock of the channel. */
  firstSample: number;
  /** As many as the payload has. */
  sampleCount: number;
  /** In the channel's encoding: little-endian PCM16, or G.711. */
  payload: Uint8Array;
  /** Whether voice activity found speech. */
  speech: boolean;
  /** When it was captured, µs on any clock. */
  captureTsUs?: number;
}

/** Samples of a channel that were never captured, and why. */
export interface CapturedGap {
  /** Its place in the hello, from 0. */
  channel: number;
  /** On the audio clock of the channel. */
  firstSample: number;
  /** How many. */
  sampleCount: number;
  /** Why. */
  reason: GapReason;
}

/** Below the relay's limit of 4x, so that a clock that runs a little fast stays inside it. */
const REPLAY_RATE = LIMITS.replayRate * 0.9;
const BURST_MS = 400;
/** The most audio in one message, and the step size of a replay. */
const MAX_FRAME_MS = LIMITS.frameMs.max;
/** When the socket is full, older unsent audio is dropped, because current audio matters more. 256 kB of PCM16 at 16 kHz. */
const MAX_UNSENT_WHILE_FULL_MS = 8_000;

/** At most this much audio from before the first connection is sent. It fits into the relay's 5 s reserve for jitter. */
const MAX_BACKLOG_MS = 4_000;

interface Channel {
  readonly timeline: AudioTimeline;
  readonly pacer: Pacer;
  discontinuous: boolean;
}

/** Moves audio from the channels' timelines to a socket: fairly between channels, paced, and limited by the socket's buffer. */
export class AudioSender {
  private readonly channels: Channel[];
  private full = false;
  private lostSamples = 0;

  constructor(
    channelCount: number,
    private readonly sampleRateHz: number,
    scheduler: Scheduler,
    private readonly onGap: (gap: CapturedGap) => void,
  ) {
    this.channels = Array.from({ length: channelCount }, () => ({
      timeline: new AudioTimeline(this.samples(LIMITS.clientRingMs)),
      pacer: new Pacer(scheduler, sampleRateHz, REPLAY_RATE, BURST_MS),
      discontinuous: false,
    }));
  }

  append({ channel, ...span }: CapturedAudio): void {
    this.channels[channel]?.timeline.appendAudio({ kind: 'audio', ...span });
  }

  appendHeard(features: Features): void {
    const { channel, firstSample, sampleCount } = features;
    this.channels[channel]?.timeline.appendAudio({ kind: 'features', firstSample, sampleCount, features });
  }

  appendGap({ channel, firstSample, sampleCount, reason }: CapturedGap): void {
    this.channels[channel]?.timeline.appendGap(firstSample, sampleCount, reason);
  }

  acknowledge(channel: number, throughSample: number): void {
    this.channels[channel]?.timeline.acknowledge(throughSample);
  }

  /** A new socket starts at the sample that the relay asks for. */
  rewind(nextSample: readonly number[]): void {
    this.full = false;
    this.channels.forEach(({ timeline }, channel) => timeline.rewind(nextSample[channel] ?? timeline.base));
  }

  /** Declares audio that waited too long as lost: the relay's tolerance for live audio does not allow sending it. */
  dropBacklog(): void {
    for (const { timeline } of this.channels) timeline.dropUnsent(this.samples(MAX_BACKLOG_MS), 'offline');
  }

  /** Consent was withdrawn: audio that was not sent yet will never be sent. */
  withdraw(): void {
    for (const { timeline } of this.channels) timeline.dropUnsent(0, 'privacy');
  }

  bases(): number[] {
    return this.channels.map(({ timeline }) => timeline.base);
  }

  cursors(): number[] {
    return this.channels.map(({ timeline }) => timeline.cursor);
  }

  positions(): number[] {
    return this.channels.map(({ timeline }) => timeline.end);
  }

  measure(): { unackedMs: number; unsentMs: number; lostMs: number } {
    const ms = (samples: number) => Math.round((samples * 1000) / this.sampleRateHz);
    return {
      unackedMs: ms(Math.max(0, ...this.channels.map(({ timeline }) => timeline.end - timeline.base))),
      unsentMs: ms(Math.max(0, ...this.channels.map(({ timeline }) => timeline.unsent()))),
      lostMs: ms(this.lostSamples),
    };
  }

  /**
   * Sends the audio that may be sent now.
   *
   * @param send sends one message and returns the bytes in the socket's buffer afterwards
   * @param before per channel: only audio before this sample; none where it is missing
   * @returns false when such audio is left that must wait for the socket or the pacer
   */
  drain(
    bufferedBytes: number,
    send: (body: ClientBody) => number,
    before: readonly number[] = this.positions(),
  ): boolean {
    let buffered = bufferedBytes;
    for (;;) {
      this.full = buffered > (this.full ? LIMITS.sendBufferBytes.low : LIMITS.sendBufferBytes.high);
      const index = this.furthestBehind(before);
      if (index < 0) return true;
      if (this.full) {
        for (const { timeline } of this.channels) {
          timeline.dropUnsent(this.samples(MAX_UNSENT_WHILE_FULL_MS), 'backpressure');
        }
        return false;
      }
      const channel = this.channels[index];
      const span = channel?.timeline.peek();
      if (channel === undefined || span === null || span === undefined) return true;
      const piece = limited(span, this.samples(MAX_FRAME_MS));
      if (piece.kind !== 'gap' && !channel.pacer.admit(piece.sampleCount)) return false;
      channel.timeline.take(piece);
      buffered = send(this.message(index, channel, piece));
    }
  }

  /** The channel whose next unsent sample is the oldest; -1 when there is nothing to send. */
  private furthestBehind(before: readonly number[]): number {
    let behind = -1;
    let oldest = Infinity;
    this.channels.forEach(({ timeline }, index) => {
      if (timeline.cursor < (before[index] ?? 0) && timeline.cursor < oldest) {
        oldest = timeline.cursor;
        behind = index;
      }
    });
    return behind;
  }

  private message(index: number, channel: Channel, span: Span): ClientBody {
    const { firstSample, sampleCount } = span;
    if (span.kind === 'gap') {
      channel.discontinuous = true;
      this.declare({ channel: index, firstSample, sampleCount, reason: span.reason });
      return { kind: 'audio.gap', value: { channel: index, firstSample, sampleCount, reason: span.reason } };
    }
    if (span.kind === 'features') return { kind: 'features', value: span.features };
    const flags = { speech: span.speech, ...(channel.discontinuous ? { discontinuity: true } : {}) };
    channel.discontinuous = false;
    const { payload, captureTsUs } = span;
    return {
      kind: 'audio',
      value: { channel: index, firstSample, sampleCount, payload, captureTsUs, flags },
    };
  }

  private declare(gap: CapturedGap): void {
    if (gap.reason === 'offline' || gap.reason === 'backpressure') this.lostSamples += gap.sampleCount;
    this.onGap(gap);
  }

  private samples(ms: number): number {
    return Math.round((ms * this.sampleRateHz) / 1000);
  }
}

/** At most `maxSamples` of an audio span. A gap of any length is one message, and what was heard is not cut. */
const limited = (span: Span, maxSamples: number): Span => {
  if (span.kind !== 'audio' || span.sampleCount <= maxSamples) return span;
  return {
    ...span,
    sampleCount: maxSamples,
    payload: span.payload.subarray(0, maxSamples * bytesPerSample(span)),
  };
};
