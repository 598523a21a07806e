/** The limits at which a stream of probabilities starts and stops to count as speech. */
export interface SegmenterOptions {
  /** At this probability or more, a window counts as speech, 0 … 1. */
  startProbability: number;
  /** Below this probability a window counts as silence. Between the two limits, the previous decision stays. */
  endProbability: number;
  /** Silence that ends speech, ms. */
  endSilenceMs: number;
  /** Speech shorter than this is reported as a misfire, ms. */
  minimumSpeechMs: number;
}

/** The thresholds are Silero's own (.5, and .15 below it). The times suit turns of a conversation. */
const DEFAULT_SEGMENTER: Readonly<SegmenterOptions> = {
  startProbability: 0.5,
  endProbability: 0.35,
  endSilenceMs: 400,
  minimumSpeechMs: 96,
};

export interface SegmentEvent {
  event: 'start' | 'end' | 'misfire';
  /** The position on the 16 kHz clock where it happened, not where it was noticed. */
  sample: number;
  probability: number;
}

type State =
  | { kind: 'quiet' }
  | { kind: 'onset'; fromSample: number; lastSample: number }
  | { kind: 'speech'; lastSample: number };

const SAMPLES_PER_MS = 16;

/** Turns probabilities into starts, ends and misfires: a pure state machine on the sample clock. */
export class SpeechSegmenter {
  private state: State = { kind: 'quiet' };

  constructor(private readonly options: Readonly<SegmenterOptions> = DEFAULT_SEGMENTER) {}

  get speaking(): boolean {
    return this.state.kind === 'speech';
  }

  /** Takes one window that starts at `sample` and has `length` samples. */
  update(sample: number, length: number, probability: number): SegmentEvent | null {
    const { startProbability, endProbability, endSilenceMs, minimumSpeechMs } = this.options;
    const { state } = this;
    const end = sample + length;
    switch (state.kind) {
      case 'quiet':
        if (probability >= startProbability) {
          this.state = { kind: 'onset', fromSample: sample, lastSample: end };
          return this.confirm(probability, minimumSpeechMs);
        }
        return null;
      case 'onset':
        if (probability >= endProbability) {
          state.lastSample = end;
          return this.confirm(probability, minimumSpeechMs);
        }
        this.state = { kind: 'quiet' };
        return { event: 'misfire', sample: state.fromSample, probability };
      case 'speech':
        if (probability >= endProbability) {
          state.lastSample = end;
          return null;
        }
        if (end - state.lastSample < endSilenceMs * SAMPLES_PER_MS) return null;
        this.state = { kind: 'quiet' };
        return { event: 'end', sample: state.lastSample, probability };
    }
  }

  /** Ends speech in progress, at a gap or at the end of the audio. */
  finish(): SegmentEvent | null {
    const { state } = this;
    this.state = { kind: 'quiet' };
    return state.kind === 'speech' ? { event: 'end', sample: state.lastSample, probability: 0 } : null;
  }

  private confirm(probability: number, minimumSpeechMs: number): SegmentEvent | null {
    if (this.state.kind !== 'onset') return null;
    const { fromSample, lastSample } = this.state;
    if (lastSample - fromSample < minimumSpeechMs * SAMPLES_PER_MS) return null;
    this.state = { kind: 'speech', lastSample };
    return { event: 'start', sample: fromSample, probability };
  }
}
