/** The part of a span that is new to the channel. */
export interface FreshSpan {
  /** Samples before the span that were never sent: a hole. */
  readonly hole: number;
  /** Samples at the start of the span that the channel already has. */
  readonly skip: number;
  /** Samples to take, after `skip`. 0 for a duplicate. */
  readonly take: number;
}

/** Arrival times kept per channel. At 40 ms a frame they cover 2.5 s; beyond that the estimate is coarser. */
const ARRIVALS = 64;

/**
 * One channel's position on the audio clock, in samples at the wire rate. `received` has arrived or was
 * declared, `handed` was given to inference, `analysed` has come back. All are exclusive ends.
 */
export class ChannelClock {
  received: number;
  handed: number;
  analysed: number;
  private readonly arrivalEnds = new Float64Array(ARRIVALS);
  private readonly arrivalTimes = new Float64Array(ARRIVALS);
  private oldest = 0;
  private kept = 0;

  /** @param countedBefore up to where an earlier relay has counted the channel's audio; its client may have seen less */
  constructor(
    startSample: number,
    readonly countedBefore = startSample,
  ) {
    this.received = startSample;
    this.handed = startSample;
    this.analysed = startSample;
  }

  /** Compares a span with the position of the channel. Changes nothing. */
  fresh(firstSample: number, count: number): FreshSpan {
    const end = firstSample + count;
    if (end <= this.received) return { hole: 0, skip: count, take: 0 };
    if (firstSample <= this.received) {
      return { hole: 0, skip: this.received - firstSample, take: end - this.received };
    }
    return { hole: firstSample - this.received, skip: 0, take: count };
  }

  /** Moves `received` forward and notes the time. */
  receive(endSample: number, nowMs: number): void {
    this.received = endSample;
    if (this.kept === ARRIVALS) {
      this.arrivalEnds[(this.oldest + ARRIVALS - 1) % ARRIVALS] = endSample;
      return;
    }
    const at = (this.oldest + this.kept) % ARRIVALS;
    this.arrivalEnds[at] = endSample;
    this.arrivalTimes[at] = nowMs;
    this.kept += 1;
  }

  /** Moves `analysed` forward. */
  analyse(endSample: number): void {
    if (endSample <= this.analysed) return;
    this.analysed = endSample;
    this.forgetArrivals(this.acknowledgeable);
  }

  /**
   * The position that an acknowledgement may give. It includes discarded audio once nothing before that is in
   * flight.
   */
  get acknowledgeable(): number {
    return this.analysed >= this.handed ? this.received : this.analysed;
  }

  /** Up to where the audio has had results, here or at an earlier relay: what the session knows and counts. */
  get counted(): number {
    return Math.max(this.acknowledgeable, this.countedBefore);
  }

  /** How many samples of a span are counted for the first time. */
  uncounted(startSample: number, endSample: number): number {
    return Math.max(0, endSample - Math.max(startSample, this.countedBefore));
  }

  /** Age of the oldest audio without a result, in ms. */
  lagMs(nowMs: number): number {
    this.forgetArrivals(this.acknowledgeable);
    if (this.kept === 0) return 0;
    return Math.max(0, Math.round(nowMs - (this.arrivalTimes[this.oldest] ?? nowMs)));
  }

  private forgetArrivals(throughSample: number): void {
    while (this.kept > 0 && (this.arrivalEnds[this.oldest] ?? 0) <= throughSample) {
      this.oldest = (this.oldest + 1) % ARRIVALS;
      this.kept -= 1;
    }
  }
}
