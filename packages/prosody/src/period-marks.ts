import { MarkMatcher } from './mark-matcher.js';
import { HOP_SAMPLES } from './prosody-options.js';
import type { SampleBuffer } from './sample-buffer.js';

/** Voiced frames that are waited for before the first mark is set: their middle is safely inside the voice. */
const FRAMES_TO_START = 4;
/** F0 values kept for the run in progress; only the newest few are asked for. */
const TRACK = 16;

/** Receives the marks in order of time (fractional samples on the stream's clock). */
export interface MarkListener {
  mark(time: number): void;
}

/**
 * One mark per glottal period inside each voiced run: the first at the extremum of the waveform, the next where the
 * waveform of one period correlates best with that around the mark before, between .8 and 1.25 periods away (Praat's
 * "To PointProcess (cc)", after Boersma & Weenink; waveform matching in Titze & Liang 1993 keeps jitter's error lowest).
 * Praat starts in the middle of a run; a stream starts 20 ms into it and first walks back to its beginning.
 */
export class PeriodMarks {
  private readonly matcher: MarkMatcher;
  private readonly track = new Float64Array(TRACK);
  private readonly early = new Float64Array(64);
  private firstFrame = -1;
  private lastFrame = -1;
  private newest = 0;
  private started = false;
  private origin = 0;
  private emitted = -Infinity;

  constructor(
    buffer: SampleBuffer,
    private readonly listener: MarkListener,
  ) {
    this.matcher = new MarkMatcher(buffer);
  }

  /**
   * Takes the next decided frame.
   * @param f0Hz in periods: 0 ends the run
   * @param globalPeak running peak of the signal; marks far below it are not set
   */
  update(frame: number, centerSample: number, f0Hz: number, globalPeak: number): void {
    if (f0Hz === 0) {
      this.end(globalPeak);
      return;
    }
    if (this.firstFrame < 0) this.firstFrame = frame;
    this.lastFrame = frame;
    this.origin = centerSample - frame * HOP_SAMPLES;
    this.track[frame % TRACK] = f0Hz;
    if (!this.started && frame - this.firstFrame + 1 >= FRAMES_TO_START) this.begin(globalPeak);
    if (this.started) this.extendRight(centerSample, globalPeak);
  }

  /** Ends the run in progress. */
  end(globalPeak: number): void {
    if (this.firstFrame >= 0) {
      if (!this.started) this.begin(globalPeak);
      this.extendRight(this.centerOf(this.lastFrame), globalPeak);
      this.extendToEdge(globalPeak);
    }
    this.firstFrame = -1;
    this.started = false;
  }

  reset(): void {
    this.emitted = -Infinity;
    this.firstFrame = -1;
    this.started = false;
  }

  private emit(time: number): void {
    this.emitted = time;
    this.listener.mark(time);
  }

  private centerOf(frame: number): number {
    return this.origin + frame * HOP_SAMPLES;
  }

  /** Period in samples at a time inside the run, F0 interpolated between frames. */
  private periodAt(time: number): number {
    const position = (time - this.origin) / HOP_SAMPLES;
    const left = Math.min(this.lastFrame, Math.max(this.firstFrame, Math.floor(position)));
    const right = Math.min(this.lastFrame, left + 1);
    const fraction = Math.min(1, Math.max(0, position - left));
    const low = this.track[left % TRACK] ?? 0;
    const high = this.track[right % TRACK] ?? 0;
    return 16_000 / (low + fraction * (high - low));
  }

  private begin(globalPeak: number): void {
    this.started = true;
    const middle = 0.5 * (this.centerOf(this.firstFrame) + this.centerOf(this.lastFrame));
    const first = this.matcher.extremum(middle, this.periodAt(middle));
    const count = this.extendLeft(first, globalPeak);
    for (let i = count - 1; i >= 0; i--) this.emit(this.early[i] ?? 0);
    this.emit(first);
    this.newest = first;
  }

  /** Marks before the first one, newest first, into `early`. */
  private extendLeft(first: number, globalPeak: number): number {
    const { matcher } = this;
    const edge = this.centerOf(this.firstFrame) - HOP_SAMPLES / 2;
    let time = first;
    let count = 0;
    while (count < this.early.length) {
      const period = this.periodAt(time);
      const last = time;
      matcher.match(last, period, -1);
      time = matcher.time;
      const accepted = time < edge ? matcher.acceptsBeyond(globalPeak) : matcher.accepts(globalPeak);
      if (accepted && time - this.emitted > 0.8 * period) this.early[count++] = time;
      if (time < edge) break;
    }
    return count;
  }

  /** Sets marks from the newest on, while the newest lies before `until`: F0 is known on both sides of it. */
  private extendRight(until: number, globalPeak: number): void {
    const { matcher } = this;
    while (this.newest < until) {
      matcher.match(this.newest, this.periodAt(this.newest), 1);
      if (matcher.time > this.centerOf(this.lastFrame) + HOP_SAMPLES / 2) return;
      this.newest = matcher.time;
      if (matcher.accepts(globalPeak)) this.emit(matcher.time);
    }
  }

  /** The last marks of a run: up to half a frame past its last, and one more where the waveform clearly continues. */
  private extendToEdge(globalPeak: number): void {
    const { matcher } = this;
    const edge = this.centerOf(this.lastFrame) + HOP_SAMPLES / 2;
    while (this.newest <= edge) {
      matcher.match(this.newest, this.periodAt(this.newest), 1);
      this.newest = matcher.time;
      const accepted = matcher.time > edge ? matcher.acceptsBeyond(globalPeak) : matcher.accepts(globalPeak);
      if (accepted) this.emit(matcher.time);
    }
  }
}
