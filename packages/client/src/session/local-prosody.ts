import type { ProsodySummary } from '@undertone/prosody';
import type { EdgeProsody } from '../worklet/capture-messages.js';
import type { ProsodyEvent } from './session-events.js';

/** Joins the two rates of the worklet: current values ten times a second, a summary once a second. */
export class LocalProsody {
  private readonly summaries = new Map<number, ProsodySummary>();

  summary(channel: number, summary: ProsodySummary): void {
    this.summaries.set(channel, summary);
  }

  event(report: EdgeProsody): ProsodyEvent {
    const summary = this.summaries.get(report.channel) ?? null;
    return { ...report, atMs: report.sample / 16, summary };
  }
}
