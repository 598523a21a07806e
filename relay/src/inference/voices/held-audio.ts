/** A span of a channel that waits until it is known who speaks in it. */
interface HeldSpan {
  readonly firstSample: number;
  readonly count: number;
  /** Undefined for a gap. */
  readonly payload: Uint8Array | undefined;
}

export interface AudioSink {
  push(firstSample: number, payload: Uint8Array): void;
  gap(firstSample: number, count: number): void;
}

/** One channel's audio in order, from its arrival to the decision who speaks. The caller limits its length. */
export class HeldAudio {
  private spans: HeldSpan[] = [];

  constructor(
    private readonly bytesPerSample: number,
    /** The next sample that leaves. */
    private firstSample: number,
  ) {}

  get nextOut(): number {
    return this.firstSample;
  }

  get nextIn(): number {
    const last = this.spans.at(-1);
    return last === undefined ? this.firstSample : last.firstSample + last.count;
  }

  /** Takes audio. The bytes are copied. */
  push(firstSample: number, payload: Uint8Array): void {
    const count = payload.length / this.bytesPerSample;
    this.spans.push({ firstSample, count, payload: payload.slice() });
  }

  gap(firstSample: number, count: number): void {
    this.spans.push({ firstSample, count, payload: undefined });
  }

  /** Releases everything before `sample`. Of audio that may not be analyzed, only its length is released. */
  release(sample: number, mayHear: boolean, sink: AudioSink): void {
    for (let span = this.spans[0]; span !== undefined && span.firstSample < sample; span = this.spans[0]) {
      const count = Math.min(span.count, sample - span.firstSample);
      const bytes = count * this.bytesPerSample;
      if (span.payload === undefined || !mayHear) sink.gap(span.firstSample, count);
      else sink.push(span.firstSample, span.payload.subarray(0, bytes));
      span.payload?.fill(0, 0, bytes);
      this.firstSample = span.firstSample + count;
      if (count === span.count) this.spans.shift();
      else {
        const rest = { firstSample: this.firstSample, count: span.count - count };
        this.spans[0] = { ...rest, payload: span.payload?.subarray(bytes) };
      }
    }
  }

  wipe(): void {
    for (const { payload } of this.spans) payload?.fill(0);
    this.spans = [];
  }
}
