import { SpeechSegmenter, type SegmentEvent } from './speech-segmenter.js';

/** A model that gives the probability of speech in a window. It keeps state from window to window. */
export interface SpeechModel {
  /** @param window {@link WINDOW_SAMPLES} at 16 kHz, ±1 @returns 0 … 1 */
  probability(window: Float32Array): Promise<number>;
  reset(): void;
}

/** 32 ms: the only length that Silero v5 accepts at 16 kHz. */
const WINDOW_SAMPLES = 512;
/** When the detector is behind by more than a second, it skips to the newest sound. */
const MAX_WAITING = 32;
/**
 * After more than this many windows (3 s) without an answer, the model counts as failed. No browser reports that a worker's
 * thread is gone or hangs. The time is counted in sound, which stops while the computer sleeps.
 */
const MAX_UNANSWERED = 94;

interface Window {
  firstSample: number;
  samples: Float32Array;
}

/**
 * Runs one channel's frames through a speech model, window by window and in order, when the model is free. A gap resets
 * the model.
 */
export class NeuralDetector {
  private readonly segmenter = new SpeechSegmenter();
  private current: Window | null = null;
  private filled = 0;
  private nextSample = 0;
  private waiting: Window[] = [];
  private unanswered = 0;
  private running = false;
  private stopped = false;

  /**
   * @param onEvent a start, end or misfire
   * @param onFailure the model threw, or stopped answering; this detector reports nothing more
   */
  constructor(
    private readonly model: SpeechModel,
    private readonly onEvent: (event: SegmentEvent) => void,
    private readonly onFailure: (cause: unknown) => void,
  ) {}

  get speaking(): boolean {
    return this.segmenter.speaking;
  }

  /** Takes PCM16 at its position on the 16 kHz clock. The samples are copied. */
  push(firstSample: number, samples: Int16Array): void {
    if (this.stopped) return;
    if (firstSample !== this.nextSample) this.restart(firstSample);
    for (const sample of samples) {
      this.current ??= { firstSample: this.nextSample, samples: new Float32Array(WINDOW_SAMPLES) };
      this.current.samples[this.filled++] = sample / 32_768;
      this.nextSample++;
      if (this.filled === WINDOW_SAMPLES) {
        this.waiting.push(this.current);
        this.unanswered++;
        this.current = null;
        this.filled = 0;
      }
    }
    if (this.unanswered > MAX_UNANSWERED) {
      this.fail(new Error('it does not answer'));
      return;
    }
    if (this.waiting.length > MAX_WAITING) {
      this.waiting = this.waiting.slice(-1);
      this.model.reset();
    }
    void this.work();
  }

  stop(): void {
    this.stopped = true;
    this.waiting = [];
  }

  private restart(firstSample: number): void {
    this.nextSample = firstSample;
    this.current = null;
    this.filled = 0;
    this.waiting = [];
    this.model.reset();
    const event = this.segmenter.finish();
    if (event !== null) this.onEvent(event);
  }

  private async work(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      for (let window = this.waiting.shift(); window !== undefined; window = this.waiting.shift()) {
        const probability = await this.model.probability(window.samples);
        if (this.stopped) return;
        this.unanswered = 0;
        const event = this.segmenter.update(window.firstSample, WINDOW_SAMPLES, probability);
        if (event !== null) this.onEvent(event);
      }
    } catch (cause) {
      this.fail(cause);
    } finally {
      this.running = false;
    }
  }

  private fail(cause: unknown): void {
    if (this.stopped) return;
    this.stop();
    this.onFailure(cause);
  }
}
