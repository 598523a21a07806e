import type { ProsodySummary } from '@undertone/prosody';
import type { EdgeProsody } from '../worklet/capture-messages.js';
import type { ProsodyEvent } from './session-events.js';

/** Joins the two rates of the worklet: current values ten times a second, a summary once a second. */
export class LocalProsody {
  private readonly summaries = new Map<number, ProsodySummary>();

  summary(channel: number, summary: ProsodySummary): void {
    this.summaries.set(channel, summary);
  }

  event({
    channel,
    sample,
    f0Hz,
    voicedShare,
    energyDb,
    hnrDb,
    peak,
    syllables,
    speaking,
  }: EdgeProsody): ProsodyEvent {
    const summary = this.summaries.get(channel) ?? null;
    const atMs = sample / 16;
    return { channel, sample, atMs, f0Hz, voicedShare, energyDb, hnrDb, peak, syllables, speaking, summary };
  }
}
