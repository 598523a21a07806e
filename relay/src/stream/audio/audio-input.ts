import { LIMITS, type AudioGap, type AudioMessage, type Features } from '@undertone/protocol';
import { samplesToMs, samplesToWholeMs } from '../../domain/live/audio-encoding.js';
import { ClockDrift } from './clock-drift.js';
import type { ToldWarnings } from '../outgoing/told-warnings.js';
import { Ingest, type IngestOptions } from './ingest.js';

export interface AudioInputOptions extends Omit<IngestOptions, 'nowMs'> {
  readonly now: () => number;
  readonly told: ToldWarnings;
}

/** A session's incoming audio: when it last came, how fast its clock runs, and the path to inference. */
export class AudioInput {
  private current: Ingest;
  private lastMs: number;
  private readonly drift: ClockDrift;

  constructor(private readonly options: AudioInputOptions) {
    this.lastMs = options.now();
    this.drift = new ClockDrift(options.told.has('clock_drift'));
    this.current = new Ingest({ ...options, nowMs: this.lastMs });
  }

  get ingest(): Ingest {
    return this.current;
  }

  /** Milliseconds on the audio clock of channel 0. */
  get audioMs(): number {
    const rate = this.options.channels[0]?.sampleRate ?? 1;
    return samplesToWholeMs(this.current.clocks[0]?.received ?? 0, rate);
  }

  /** Where the longest channel ends, in milliseconds. */
  get endMs(): number {
    const { channels } = this.options;
    return Math.max(
      ...this.current.clocks.map(({ received }, index) =>
        samplesToWholeMs(received, channels[index]?.sampleRate ?? 1),
      ),
    );
  }

  /** Whether a moment of a channel has no result yet. */
  isAhead({ channel, atMs }: { readonly channel: number; readonly atMs: number }): boolean {
    const rate = this.options.channels[channel]?.sampleRate ?? 1;
    return atMs >= samplesToMs(this.current.clocks[channel]?.analysed ?? 0, rate);
  }

  /** Up to where channel 0 has results, in samples. */
  get analyzedPosition(): number {
    return this.current.clocks[0]?.analysed ?? 0;
  }

  /** For how long no audio has come. */
  idleMs(nowMs: number): number {
    return nowMs - this.lastMs;
  }

  /** Audio is expected from now on: a socket came, or a pause ended. */
  expectAudio(): void {
    this.lastMs = this.options.now();
  }

  /** Starts a new comparison of the client's clock with ours, after a pause, a gap or another socket. */
  restartClocks(): void {
    this.drift.restart();
  }

  /** Takes one framed span. @throws SessionFault */
  frame(message: AudioMessage): void {
    this.lastMs = this.options.now();
    this.current.audio(message, this.lastMs);
    if (message.channel === 0) this.watchClock();
  }

  /** Takes what a page heard. @throws SessionFault */
  features(message: Features): void {
    this.lastMs = this.options.now();
    this.current.features(message, this.lastMs);
    if (message.channel === 0) this.watchClock();
  }

  /** Takes raw samples of all channels. @throws SessionFault */
  samples(payload: Uint8Array): void {
    this.lastMs = this.options.now();
    this.current.interleaved(payload, this.lastMs);
    this.watchClock();
  }

  /** Takes a gap: a span that the client says it will never send. @throws SessionFault */
  gap(message: AudioGap): void {
    this.lastMs = this.options.now();
    this.drift.restart();
    this.current.gap(message, this.lastMs);
  }

  /** Goes back to the end of the results. The client sends the audio without results again. */
  rewind(): void {
    const { receivedMs, analyzing, waitingMs } = this.current;
    this.current = new Ingest({
      ...this.options,
      nowMs: this.options.now(),
      startSamples: this.current.rewind(),
      extraAheadMs: LIMITS.resumeWindowMs,
    });
    this.current.receivedMs = Math.max(0, receivedMs - waitingMs);
    this.current.analyzing = analyzing;
  }

  /** Warns once when the client's samples come at a different rate than it declared. */
  private watchClock(): void {
    const change = this.drift.note(this.lastMs, this.audioMs);
    if (change?.kind === 'keeps') this.options.told.isOver('clock_drift');
    if (change?.kind !== 'drifts' || !this.options.told.isNews('clock_drift')) return;
    this.options.warn('clock_drift', 'the audio comes at another rate than the stream says', {
      channel: '0',
      ppm: String(change.ppm),
    });
  }
}
