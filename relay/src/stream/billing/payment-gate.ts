import type { AnalysisResult } from '../../domain/call/analysis-result.js';
import type { StreamPayments } from './stream-payments.js';

interface HeldResult {
  readonly result: AnalysisResult;
  readonly sinceMs: number;
}

/**
 * Results wait here until their seconds are paid. They rarely wait: a second is paid while it is still being
 * spoken.
 */
export class PaymentGate {
  private queue: HeldResult[] = [];
  private waiting: (() => void)[] = [];
  /**
   * Channels with a second that could not be paid. No later result of the channel leaves, because its
   * acknowledgement would cover that second too.
   */
  private readonly shut = new Set<number>();

  constructor(
    private readonly meter: StreamPayments | undefined,
    private readonly deliver: (result: AnalysisResult) => void,
    /** Called when a result has to wait, so that the wallet is asked at once. */
    private readonly hurry: () => void,
    /** On the monotonic clock. */
    private readonly nowMs: () => number,
  ) {}

  /** Delivers a result, or keeps it behind the waiting ones, or drops it when its channel is shut. */
  pass(result: AnalysisResult): void {
    if (this.shut.has(result.channel)) return;
    if (this.queue.length === 0 && this.isPaid(result)) {
      this.deliver(result);
      return;
    }
    this.queue.push({ result, sinceMs: this.nowMs() });
    if (this.meter?.exhaustedBy !== undefined) this.open();
    else this.hurry();
  }

  /**
   * Delivers the waiting results that are paid. A result that the wallet could not pay never leaves: it is
   * neither acknowledged nor billed.
   */
  open(): void {
    while (this.queue.length > 0) {
      const [head] = this.queue;
      if (head === undefined) break;
      const { channel } = head.result;
      if (!this.isPaid(head.result)) {
        if (this.meter?.exhaustedBy === undefined) return;
        this.shut.add(channel);
        this.queue = this.queue.filter(({ result }) => result.channel !== channel);
        continue;
      }
      this.queue.shift();
      this.deliver(late(head.result, this.nowMs() - head.sinceMs));
    }
    this.tell();
  }

  /** Discards the waiting results: their audio will be analyzed again, or nobody may have them. */
  clear(): void {
    this.queue = [];
    this.tell();
  }

  /** Resolves when nothing waits. */
  settled(): Promise<void> {
    if (this.queue.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private isPaid({ span, channel, startSample, endSample }: AnalysisResult): boolean {
    if (this.meter === undefined || span !== 'audio' || endSample <= startSample) return true;
    return this.meter.covers(channel, startSample, endSample);
  }

  private tell(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

/** Adds the time a result waited here to its latency, which otherwise covers only the analysis. */
const late = (result: AnalysisResult, ms: number): AnalysisResult => {
  const { timing } = result;
  return {
    ...result,
    timing: { ...timing, queueMs: timing.queueMs + ms, totalMs: timing.totalMs + ms },
  };
};
