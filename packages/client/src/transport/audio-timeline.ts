import type { Features, GapReason } from '@undertone/protocol';

/** Samples that the page captured and the client still holds. */
export interface AudioSpan {
  readonly kind: 'audio';
  readonly firstSample: number;
  readonly sampleCount: number;
  /** In the channel's encoding, the same number of bytes for each sample: little-endian PCM16, or G.711. */
  readonly payload: Uint8Array;
  readonly speech: boolean;
  /** Wall-clock time of the first sample, µs since the epoch. */
  readonly captureTsUs?: number;
}

/** Samples that the page heard by itself. They cannot be cut. */
export interface HeardSpan {
  readonly kind: 'features';
  readonly firstSample: number;
  readonly sampleCount: number;
  readonly features: Features;
}

/** Samples that are lost: never captured, or dropped when the ring was full. */
export interface GapSpan {
  readonly kind: 'gap';
  readonly firstSample: number;
  readonly sampleCount: number;
  readonly reason: GapReason;
}

export type Span = AudioSpan | HeardSpan | GapSpan;

export const bytesPerSample = ({ payload, sampleCount }: AudioSpan): number => payload.length / sampleCount;

const endOf = (span: Span): number => span.firstSample + span.sampleCount;

/**
 * The part of one channel's audio that is not acknowledged yet. Every sample from {@link base} to {@link end} is in exactly
 * one span, audio or gap. {@link cursor} says which of them were given to the current socket. So each sample is delivered or
 * declared lost once per socket, and no sample is missing after a resume.
 */
export class AudioTimeline {
  private spans: Span[] = [];
  private heldSamples = 0;
  private baseSample = 0;
  private cursorSample = 0;
  private endSample = 0;

  /** @param capacitySamples most audio that is kept; beyond it the oldest becomes a gap */
  constructor(private readonly capacitySamples: number) {}

  /** First sample whose result has not been seen. */
  get base(): number {
    return this.baseSample;
  }

  /** First sample not yet given to the current socket. */
  get cursor(): number {
    return this.cursorSample;
  }

  /** One past the newest sample. */
  get end(): number {
    return this.endSample;
  }

  /** Audio held in memory, samples. */
  get held(): number {
    return this.heldSamples;
  }

  /**
   * Appends captured audio. A hole before it becomes a `suspended` gap, because the audio thread was stopped. A part that
   * overlaps earlier audio is cut off, because the clock never runs backwards.
   */
  appendAudio(span: AudioSpan | HeardSpan): void {
    if (span.firstSample > this.endSample) {
      this.appendGap(this.endSample, span.firstSample - this.endSample, 'suspended');
    }
    const fresh = after(span, this.endSample);
    if (fresh === null || fresh.kind === 'gap') return;
    this.push(fresh);
    this.heldSamples += fresh.sampleCount;
    while (this.heldSamples > this.capacitySamples) this.forgetOldest('offline');
  }

  /** Appends samples that were never captured. */
  appendGap(firstSample: number, sampleCount: number, reason: GapReason): void {
    if (firstSample > this.endSample)
      this.appendGap(this.endSample, firstSample - this.endSample, 'suspended');
    const fresh = after({ kind: 'gap', firstSample, sampleCount, reason }, this.endSample);
    if (fresh !== null) this.push(fresh);
  }

  /** Drops everything before `throughSample`: its result was seen. Never moves backwards. */
  acknowledge(throughSample: number): void {
    const through = Math.min(throughSample, this.endSample);
    if (through <= this.baseSample) return;
    const kept: Span[] = [];
    this.heldSamples = 0;
    for (const span of this.spans) {
      const rest = after(span, through);
      if (rest === null) continue;
      kept.push(rest);
      if (rest.kind !== 'gap') this.heldSamples += rest.sampleCount;
    }
    this.spans = kept;
    this.baseSample = through;
    this.cursorSample = Math.max(this.cursorSample, through);
  }

  /** Sets the first sample for the next socket. It cannot be earlier than {@link base}. */
  rewind(nextSample: number): void {
    this.cursorSample = Math.min(Math.max(nextSample, this.baseSample), this.endSample);
  }

  /** The next span for the current socket, without taking it; null when all was given. */
  peek(): Span | null {
    if (this.cursorSample >= this.endSample) return null;
    for (const span of this.spans) {
      const rest = after(span, this.cursorSample);
      if (rest !== null) return rest;
    }
    return null;
  }

  /** Marks the span from {@link peek} as given. */
  take(span: Span): void {
    this.cursorSample = endOf(span);
  }

  /** Audio not yet given to the current socket, samples. */
  unsent(): number {
    let samples = 0;
    for (const span of this.spans) {
      if (span.kind !== 'gap')
        samples += Math.max(0, endOf(span) - Math.max(span.firstSample, this.cursorSample));
    }
    return samples;
  }

  /** Turns unsent audio into a gap until at most `keepSamples` are left. The oldest goes first. */
  dropUnsent(keepSamples: number, reason: GapReason): void {
    let excess = this.unsent() - keepSamples;
    for (let index = 0; index < this.spans.length && excess > 0; index++) {
      const span = this.spans[index];
      if (span === undefined || span.kind === 'gap' || span.firstSample < this.cursorSample) continue;
      excess -= span.sampleCount;
      this.replaceByGap(index, reason);
    }
    this.mergeGaps();
  }

  private forgetOldest(reason: GapReason): void {
    const index = this.spans.findIndex((span) => span.kind !== 'gap');
    if (index < 0) return;
    this.replaceByGap(index, reason);
    this.mergeGaps();
  }

  private replaceByGap(index: number, reason: GapReason): void {
    const span = this.spans[index];
    if (span === undefined || span.kind === 'gap') return;
    this.heldSamples -= span.sampleCount;
    this.spans[index] = { kind: 'gap', firstSample: span.firstSample, sampleCount: span.sampleCount, reason };
  }

  private push(span: Span): void {
    this.endSample = endOf(span);
    const last = this.spans.at(-1);
    if (last !== undefined && mergeable(last, span)) {
      this.spans[this.spans.length - 1] = merged(last, span);
    } else {
      this.spans.push(span);
    }
  }

  private mergeGaps(): void {
    const { spans } = this;
    this.spans = [];
    for (const span of spans) this.push(span);
  }
}

const mergeable = (left: Span, right: Span): left is GapSpan =>
  left.kind === 'gap' && right.kind === 'gap' && left.reason === right.reason;

const merged = (left: GapSpan, right: Span): GapSpan => ({
  ...left,
  sampleCount: left.sampleCount + right.sampleCount,
});

/** The part of a span from `sample` on; null when the span ends before it. */
const after = (span: Span, sample: number): Span | null => {
  const skip = sample - span.firstSample;
  if (skip <= 0) return span.sampleCount > 0 ? span : null;
  const sampleCount = span.sampleCount - skip;
  if (sampleCount <= 0) return null;
  if (span.kind === 'gap') return { ...span, firstSample: sample, sampleCount };
  // The relay takes all of it or nothing, so this part was answered with the rest.
  if (span.kind === 'features') return { kind: 'gap', firstSample: sample, sampleCount, reason: 'offline' };
  // The time of capture belongs to the first sample, which is cut off.
  const { speech } = span;
  const payload = span.payload.subarray(skip * bytesPerSample(span));
  return { kind: 'audio', firstSample: sample, sampleCount, payload, speech };
};
