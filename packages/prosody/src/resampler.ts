import { type PolyphasePlace, sharedPolyphase } from './polyphase.js';
import { ProsodyError } from './prosody-error.js';
import { ANALYSIS_SAMPLE_RATE_HZ } from './prosody-options.js';
import { type ResamplerFilter, resamplerFilter } from './resampler-filter.js';

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

  private readonly filterBank: ResamplerFilter;
  private readonly filterOutputs = sharedPolyphase();
  /** The next output's; its count and offset are those of the last call. */
  private readonly outputPlace: PolyphasePlace = { start: 0, phase: 0, count: 0, offset: 0 };
  private readonly history: Float32Array;
  private filled = 0;
  private takenSamples = 0;
  private produced = 0;

  /** @throws ProsodyError `unsupported_sample_rate` for a rate that is not a whole number of 4,000 to 384,000 Hz. */
  constructor(
    /** Of the samples that come. */
    readonly inputRateHz: number,
    /** Of the samples that are made. */
    readonly outputRateHz: number = ANALYSIS_SAMPLE_RATE_HZ,
  ) {
    const filter = resamplerFilter(inputRateHz, outputRateHz);
    this.filterBank = filter;
    this.lookaheadSamples = inputRateHz === outputRateHz ? 0 : filter.tapsPerPhase / 2;
    this.history = new Float32Array(filter.tapsPerPhase + Math.ceil(filter.down / filter.up) + 1 + SLICE);
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
    this.takenSamples += input.length;
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
      written += this.writeReady(output, offset + written, Infinity);
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
    const total = Math.ceil((this.takenSamples * this.outputRateHz) / this.inputRateHz);
    let written = 0;
    for (let padded = 0; padded < this.lookaheadSamples; padded += SLICE) {
      const zeros = Math.min(SLICE, this.lookaheadSamples - padded);
      this.history.fill(0, this.filled, this.filled + zeros);
      this.filled += zeros;
      written += this.writeReady(output, offset + written, total - this.produced);
    }
    this.reset();
    return written;
  }

  /** Forgets the audio so far. */
  reset(): void {
    this.history.fill(0);
    // Silence before the first sample, because output 0 needs earlier input.
    this.filled = this.filterBank.tapsPerPhase / 2 - 1;
    this.outputPlace.start = 0;
    this.outputPlace.phase = 0;
    this.takenSamples = 0;
    this.produced = 0;
  }

  private checkRoom(inputLength: number, output: Float32Array, offset: number): void {
    const needed = this.lookaheadSamples === 0 ? inputLength : this.maxOutput(inputLength);
    if (output.length - offset >= needed) return;
    throw new ProsodyError(
      'output_too_small',
      `output has room for ${output.length - offset} of up to ${needed} samples`,
    );
  }

  private writeReady(output: Float32Array, offset: number, atMost: number): number {
    const { filterBank, history, outputPlace } = this;
    const { up, down, tapsPerPhase } = filterBank;
    const starts = Math.max(0, this.filled - tapsPerPhase - outputPlace.start + 1);
    outputPlace.count = Math.min(atMost, Math.max(0, Math.ceil((starts * up - outputPlace.phase) / down)));
    outputPlace.offset = offset;
    this.filterOutputs(filterBank, history, outputPlace, output);
    this.produced += outputPlace.count;
    const moved = outputPlace.phase + outputPlace.count * down;
    const start = outputPlace.start + Math.floor(moved / up);
    const unused = Math.min(start, this.filled);
    history.copyWithin(0, unused, this.filled);
    this.filled -= unused;
    outputPlace.start = start - unused;
    outputPlace.phase = moved % up;
    return outputPlace.count;
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
