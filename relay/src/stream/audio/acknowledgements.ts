import { LIMITS, type AudioAck } from '@undertone/protocol';
import type { Ingest } from './ingest.js';

interface Acknowledged {
  readonly throughSample: number;
  readonly atMs: number;
}

const NOTHING_YET: Acknowledged = { throughSample: 0, atMs: 0 };

export interface AcknowledgementsOptions {
  /** The current audio input. A session gets a new one when its client starts over. */
  readonly ingest: () => Ingest;
  readonly nowMs: () => number;
  readonly send: (ack: AudioAck) => void;
}

/** Tells the client up to where each channel's audio has results. */
export class Acknowledgements {
  /** The newest acknowledgement of each channel. */
  private readonly last: Acknowledged[] = [];

  constructor(private readonly options: AcknowledgementsOptions) {}

  acknowledge(channel: number): void {
    const { ingest, nowMs, send } = this.options;
    const clock = ingest().clocks[channel];
    if (clock === undefined) return;
    const now = nowMs();
    const throughSample = clock.acknowledgeable;
    const lagMs = clock.lagMs(now);
    this.last[channel] = { throughSample, atMs: now };
    send({ channel, throughSample, lagMs });
  }

  acknowledgeAll(): void {
    this.options.ingest().clocks.forEach((_, channel) => this.acknowledge(channel));
  }

  /**
   * Repeats an acknowledgement while audio waits, so that the client sees the lag grow.
   * @param tickMs the time until the next call
   */
  repeat(nowMs: number, tickMs: number): void {
    this.options.ingest().clocks.forEach((clock, channel) => {
      const { throughSample, atMs } = this.last[channel] ?? NOTHING_YET;
      const waits = clock.received > throughSample;
      if (waits && nowMs - atMs + tickMs > LIMITS.ackIntervalMs) this.acknowledge(channel);
    });
  }
}
