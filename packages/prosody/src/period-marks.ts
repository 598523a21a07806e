import { MarkMatcher } from './mark-matcher.js';
import { ANALYSIS_SAMPLE_RATE_HZ, HOP_SAMPLES } from './prosody-options.js';
import type { PeriodSearch } from './period-search.js';
import type { ProsodyFrame } from './prosody-frame.js';
import type { RunningPeak } from './running-peak.js';
import type { SampleBuffer } from './sample-buffer.js';

/** Voiced frames to wait for before the first mark is set. The middle of these frames is safely inside the voice. */
const FRAMES_TO_START = 4;
/** F0 values kept for the run in progress. Only the newest few are needed. */
const TRACK = 16;

/**
 * Long before the stream began. It is whole, because the engine updates fields that start as whole numbers in place.
 */
const NEVER = -1_000_000_000;

/** A mark, and what is known about the noise around it. */
export interface MarkSource {
  /** Fractional samples on the stream's clock. */
  markTime: number;
  noisePower: number;
  slopeEnergy: number;
  /** Energy of the noise's slope over its power. */
  noiseSpread: number;
}

/** Receives the marks in order of time (fractional samples on the stream's clock): `source.markTime` is the new one. */
export interface MarkListener {
  mark(source: Readonly<MarkSource>): void;
}

/**
 * One mark per glottal period inside each voiced run: the first at the extremum of the waveform, the next where the
 * waveform of one period correlates best with that around the mark before, between .8 and 1.25 periods away (Praat's
 * "To PointProcess (cc)", after Boersma & Weenink; waveform matching in Titze & Liang 1993 keeps jitter's error lowest).
 * Praat starts in the middle of a run; a stream starts 20 ms into it and first walks back to its beginning.
 */
export class PeriodMarks implements MarkSource {
  /**
   * The latest mark. It is a field, not an argument, because passing a fractional number to a call may cost an
   * allocation.
   */
  markTime = NEVER;

  noisePower = 0;
  slopeEnergy = 0;
  noiseSpread = 0;

  private readonly matcher: MarkMatcher;
  private readonly track = new Float64Array(TRACK);
  private readonly early = new Float64Array(64);
  private firstFrame = -1;
  private lastFrame = -1;
  private newest = 0;
  private started = false;
  private origin = 0;

  /** @param peak of the signal; marks far below it are not set */
  constructor(
    buffer: SampleBuffer,
    periods: PeriodSearch,
    private readonly peak: RunningPeak,
    private readonly listener: MarkListener,
  ) {
    this.matcher = new MarkMatcher(buffer, periods);
  }

  /** Takes the next decided frame; an unvoiced one ends the run. */
  update(frame: Readonly<ProsodyFrame>): void {
    if (!frame.voiced) {
      this.end();
      return;
    }
    const { index } = frame;
    if (this.firstFrame < 0) this.firstFrame = index;
    this.lastFrame = index;
    this.origin = frame.centerSample - index * HOP_SAMPLES;
    this.track[index % TRACK] = frame.f0Hz;
    if (!this.started && index - this.firstFrame + 1 >= FRAMES_TO_START) this.begin();
    if (this.started) this.extendRight();
  }

  /** Ends the run in progress. */
  end(): void {
    if (this.firstFrame >= 0) {
      if (!this.started) this.begin();
      this.extendRight();
      this.extendToEdge();
    }
    this.firstFrame = -1;
    this.started = false;
  }

  reset(): void {
    this.markTime = NEVER;
    this.noisePower = 0;
    this.slopeEnergy = 0;
    this.noiseSpread = 0;
    this.firstFrame = -1;
    this.started = false;
  }

  private centerOf(frame: number): number {
    return this.origin + frame * HOP_SAMPLES;
  }

  /** Sets the matcher to a time inside the run, with the period at that time. F0 is interpolated between frames. */
  private aim(time: number): void {
    const position = (time - this.origin) / HOP_SAMPLES;
    const left = Math.min(this.lastFrame, Math.max(this.firstFrame, Math.floor(position)));
    const right = Math.min(this.lastFrame, left + 1);
    const fraction = Math.min(1, Math.max(0, position - left));
    const low = this.track[left % TRACK] ?? 0;
    const high = this.track[right % TRACK] ?? 0;
    this.matcher.time = time;
    this.matcher.period = ANALYSIS_SAMPLE_RATE_HZ / (low + fraction * (high - low));
  }

  /** Uses accepted matches only: a place where nothing matched gives no information about noise. */
  private noteNoise(): void {
    this.noisePower = this.matcher.noisePower;
    this.slopeEnergy = this.matcher.slopeEnergy;
    this.noiseSpread = this.matcher.noiseSpread;
  }

  private emit(): void {
    this.listener.mark(this);
  }

  private begin(): void {
    const { matcher, early } = this;
    this.started = true;
    this.aim(0.5 * (this.centerOf(this.firstFrame) + this.centerOf(this.lastFrame)));
    matcher.moveToExtremum();
    this.newest = matcher.time;
    for (let i = this.extendLeft() - 1; i >= 0; i--) {
      this.markTime = early[i] ?? 0;
      this.emit();
    }
    this.markTime = this.newest;
    this.emit();
  }

  /** Finds the marks before the first one and writes them, newest first, into `early`. Returns how many there are. */
  private extendLeft(): number {
    const { matcher } = this;
    const edge = this.centerOf(this.firstFrame) - HOP_SAMPLES / 2;
    let count = 0;
    while (count < this.early.length) {
      this.aim(matcher.time);
      matcher.match(-1);
      const beyond = matcher.time < edge;
      if (matcher.accepts(this.peak, beyond) && matcher.time - this.markTime > 0.8 * matcher.period) {
        this.early[count++] = matcher.time;
        this.noteNoise();
      }
      if (beyond) break;
    }
    return count;
  }

  /**
   * Sets marks from the newest one on, while the newest lies before the last frame. There, F0 is known on both sides of
   * the mark.
   */
  private extendRight(): void {
    const { matcher } = this;
    const last = this.centerOf(this.lastFrame);
    while (this.newest < last) {
      this.aim(this.newest);
      matcher.match(1);
      if (matcher.time > last + HOP_SAMPLES / 2) return;
      this.take(false);
    }
  }

  /**
   * Sets the last marks of a run: up to half a frame past its last frame, and one more where the waveform clearly
   * continues.
   */
  private extendToEdge(): void {
    const { matcher } = this;
    const edge = this.centerOf(this.lastFrame) + HOP_SAMPLES / 2;
    while (this.newest <= edge) {
      this.aim(this.newest);
      matcher.match(1);
      this.take(matcher.time > edge);
    }
  }

  private take(beyond: boolean): void {
    this.newest = this.matcher.time;
    if (!this.matcher.accepts(this.peak, beyond)) return;
    this.noteNoise();
    this.markTime = this.newest;
    this.emit();
  }
}
