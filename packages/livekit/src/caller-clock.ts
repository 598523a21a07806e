import type { GapReason } from '@undertone/protocol';

/** What the clock hands on: each sample once, as audio or as a gap. */
export interface ClockSink {
  audio(firstSample: number, samples: Int16Array): void;
  gap(firstSample: number, sampleCount: number, reason: GapReason): void;
}

/** A track that brings nothing for so long is away. Jitter and a busy process stay below it. */
const STALLED_MS = 1_000;

/**
 * The audio clock of one caller. It starts with the first sound. From then on every sample is audio or a gap: while the caller is muted,
 * has no track or brings nothing, the time that passes is declared. LiveKit goes on bringing silence for a muted track; that is dropped.
 */
export class CallerClock {
  private position = 0;
  private started = false;
  private away: { readonly reason: GapReason; sinceMs: number } | undefined;
  private heardMs = 0;

  constructor(
    private readonly rateHz: number,
    private readonly nowMs: () => number,
    private readonly sink: ClockSink,
  ) {}

  /** Takes samples of the track. They end an absence that nobody declared. */
  frame(samples: Int16Array): void {
    const nowMs = this.nowMs();
    if (this.away !== undefined && this.away.reason === 'muted') return;
    // The sound of these samples began before now.
    this.pass(nowMs - (samples.length * 1_000) / this.rateHz);
    this.started = true;
    this.away = undefined;
    this.heardMs = nowMs;
    this.sink.audio(this.position, samples);
    this.position += samples.length;
  }

  /** From now on there is no sound, for a reason that is known. */
  leave(reason: GapReason): void {
    this.tick();
    this.away = { reason, sinceMs: this.away?.sinceMs ?? this.nowMs() };
  }

  /** The caller unmuted, or has a track again: the next samples count. */
  comeBack(): void {
    if (this.away === undefined) return;
    this.tick();
    this.away = { reason: 'device_switch', sinceMs: this.away.sinceMs };
  }

  /** Declares the time that passed without sound. Call it about once a second. */
  tick(): void {
    const nowMs = this.nowMs();
    if (this.away === undefined && this.started && nowMs - this.heardMs > STALLED_MS)
      this.away = { reason: 'offline', sinceMs: this.heardMs };
    this.pass(nowMs);
  }

  private pass(untilMs: number): void {
    if (this.away === undefined) return;
    const count = Math.round(((untilMs - this.away.sinceMs) * this.rateHz) / 1_000);
    if (!this.started) {
      this.away.sinceMs = untilMs;
      return;
    }
    if (count <= 0) return;
    this.sink.gap(this.position, count, this.away.reason);
    this.position += count;
    this.away.sinceMs = untilMs;
  }
}
