import { ProsodyError } from './prosody-error.js';
import { ANALYSIS_SAMPLE_RATE_HZ } from './prosody-options.js';
import { resamplerFilter } from './resampler-filter.js';

/** Input samples taken into the history at a time. */
const SLICE = 512;

/**
 * Streaming sample-rate converter for one channel. Output sample n lies exactly at n / outputRateHz of the input, and is the same
 * however the input is chunked. It needs {@link lookaheadSamples} of input beyond that point; {@link flush} supplies silence
 * for them at the end. Nothing is allocated by {@link process}.
 */
export class Resampler {
  /** Delay of the output, in input samples: 96 (2 ms) from 48 to 16 kHz. */
  readonly lookaheadSamples: number;

  private readonly up: number;
  private readonly wholeStep: number;
  private readonly phaseStep: number;
  private readonly tapsPerPhase: number;
  private readonly taps: Float64Array;
  private readonly history: Float32Array;
  private filled = 0;
  private start = 0;
  private phase = 0;
  private received = 0;
  private produced = 0;

  /** @throws ProsodyError `unsupported_sample_rate` for a rate that is not a whole number of 4,000 to 384,000 Hz. */
  constructor(
    readonly inputRateHz: number,
    readonly outputRateHz: number = ANALYSIS_SAMPLE_RATE_HZ,
  ) {
    const filter = resamplerFilter(inputRateHz, outputRateHz);
    this.up = filter.up;
    this.wholeStep = Math.floor(filter.down / filter.up);
    this.phaseStep = filter.down % filter.up;
    this.tapsPerPhase = filter.tapsPerPhase;
    this.taps = filter.taps;
    this.lookaheadSamples = inputRateHz === outputRateHz ? 0 : filter.tapsPerPhase / 2;
    this.history = new Float32Array(filter.tapsPerPhase + this.wholeStep + 1 + SLICE);
    this.reset();
  }

  /** Room that {@link process} of `inputLength` samples, or {@link flush} after it, may need. */
  maxOutput(inputLength: number): number {
    return Math.ceil(((inputLength + this.lookaheadSamples) * this.outputRateHz) / this.inputRateHz) + 1;
  }

  /**
   * Converts `input` into `output` from `offset` on.
   * @returns samples written
   * @throws ProsodyError `output_too_small` when less than {@link maxOutput} is free; nothing is consumed then
   */
  process(input: Float32Array, output: Float32Array, offset = 0): number {
    this.checkRoom(input.length, output, offset);
    this.received += input.length;
    if (this.lookaheadSamples === 0) {
      output.set(input, offset);
      return input.length;
    }
    let written = 0;
    for (let from = 0; from < input.length; from += SLICE) {
      const to = Math.min(input.length, from + SLICE);
      for (let i = from; i < to; i++) {
        const value = input[i] ?? 0;
        // One NaN would spoil every output within the filter's reach.
        this.history[this.filled++] = value - value === 0 ? value : 0;
      }
      written += this.drain(output, offset + written, Infinity);
    }
    return written;
  }

  /**
   * Writes the output that waited for look-ahead, and starts over. In total, ceil(received × outputRate / inputRate)
   * samples have then been written.
   * @throws ProsodyError `output_too_small`
   */
  flush(output: Float32Array, offset = 0): number {
    if (this.lookaheadSamples === 0) {
      this.reset();
      return 0;
    }
    this.checkRoom(0, output, offset);
    const total = Math.ceil((this.received * this.outputRateHz) / this.inputRateHz);
    let written = 0;
    for (let padded = 0; padded < this.lookaheadSamples; padded += SLICE) {
      const zeros = Math.min(SLICE, this.lookaheadSamples - padded);
      this.history.fill(0, this.filled, this.filled + zeros);
      this.filled += zeros;
      written += this.drain(output, offset + written, total - this.produced);
    }
    this.reset();
    return written;
  }

  /** Forgets the audio so far. */
  reset(): void {
    this.history.fill(0);
    // Silence before the first sample, because output 0 needs earlier input.
    this.filled = this.tapsPerPhase / 2 - 1;
    this.start = 0;
    this.phase = 0;
    this.received = 0;
    this.produced = 0;
  }

  private checkRoom(inputLength: number, output: Float32Array, offset: number): void {
    const needed = this.lookaheadSamples === 0 ? inputLength : this.maxOutput(inputLength);
    if (output.length - offset >= needed) return;
    throw new ProsodyError(
      'output_too_small',
      `output has room for ${output.length - offset} samples, up to ${needed} may be written`,
    );
  }

  private drain(output: Float32Array, offset: number, atMost: number): number {
    const { taps, history, tapsPerPhase } = this;
    let { start, phase } = this;
    let written = 0;
    while (start + tapsPerPhase <= this.filled && written < atMost) {
      const row = phase * tapsPerPhase;
      // Four sums let the processor overlap the additions.
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      for (let i = 0; i < tapsPerPhase; i += 4) {
        a += (taps[row + i] ?? 0) * (history[start + i] ?? 0);
        b += (taps[row + i + 1] ?? 0) * (history[start + i + 1] ?? 0);
        c += (taps[row + i + 2] ?? 0) * (history[start + i + 2] ?? 0);
        d += (taps[row + i + 3] ?? 0) * (history[start + i + 3] ?? 0);
      }
      output[offset + written++] = a + b + (c + d);
      start += this.wholeStep;
      phase += this.phaseStep;
      if (phase >= this.up) {
        phase -= this.up;
        start++;
      }
    }
    this.produced += written;
    const unused = Math.min(start, this.filled);
    history.copyWithin(0, unused, this.filled);
    this.filled -= unused;
    this.start = start - unused;
    this.phase = phase;
    return written;
  }
}

/** Converts a whole recording. @throws ProsodyError `unsupported_sample_rate` */
export const resample = (
  input: Float32Array,
  inputRateHz: number,
  outputRateHz: number = ANALYSIS_SAMPLE_RATE_HZ,
): Float32Array => {
  const resampler = new Resampler(inputRateHz, outputRateHz);
  const output = new Float32Array(2 * resampler.maxOutput(input.length));
  const written = resampler.process(input, output);
  return output.slice(0, written + resampler.flush(output, written));
};
