import {
  ANALYSIS_SAMPLE_RATE_HZ,
  HOP_SAMPLES,
  Resampler,
  type ProsodySummary,
  type VoiceActivityEvent,
} from '@undertone/prosody';
import type { AnalysisFactory, CaptureAnalysis } from './capture-analysis.js';
import type { AppGate, CaptureFrame, CaptureGap, CaptureGapReason, CaptureSink } from './capture-messages.js';

/** 40 ms. */
export const FRAME_SAMPLES = 640;
/**
 * 200 ms, then twice as long each time, up to 1 s: a gap of a closed channel is declared when it has at least this length. The relay
 * takes pieces of half a second or less for silence in between, and measures on over them.
 */
const GAP_SAMPLES = { first: 3_200, most: 16_000 };
/** 100 ms between reports to the page. */
const METER_SAMPLES = 1_600;

/** 20 ms: the first output of a device that was just opened is not real sound. */
const SETTLE_SAMPLES = 320;

const FULL_SCALE = 32_768;

/** Why a channel is closed, strongest reason first. These are bits, because several can apply at once. */
const GATES = { policy: 1, paused: 2, muted: 4, noInput: 8 } as const;
type Gate = keyof typeof GATES;

const gapReason = (gates: number): CaptureGapReason => {
  if ((gates & (GATES.policy | GATES.paused)) !== 0) return 'privacy';
  return (gates & GATES.muted) !== 0 ? 'muted' : 'device_switch';
};

export interface CaptureCoreOptions {
  channel: number;
  /** Sample rate of the audio context, Hz. */
  inputRateHz: number;
  /** Closed until {@link CaptureCore.setPolicy} allows it: not resampled, not measured, not passed on. */
  isAgent: boolean;
  /** Where the clock starts. Default 0. */
  startSample?: number;
  /** Wall-clock time, µs since the epoch. */
  nowUs: () => number;
}

/**
 * One channel on the audio thread: 128 samples in, 40 ms frames of 16 kHz PCM16 out. The clock counts 16 kHz samples and
 * advances with every call, even while the channel is closed. Sound that is not passed on is declared as a gap. {@link analyze}
 * adds prosody and voice activity; sound does not wait for their code.
 *
 * {@link process} allocates nothing after warm-up: its buffers and the objects it returns are made once.
 */
export class CaptureCore {
  private readonly resampler: Resampler;
  private analysis: CaptureAnalysis | null = null;
  private readonly resampled: Float32Array;
  private readonly hop = new Float32Array(HOP_SAMPLES);
  private hopFilled = 0;
  private readonly frame: CaptureFrame;
  private readonly pendingGap: CaptureGap;
  private gapSamples = GAP_SAMPLES.first;
  private gates: number;
  private inputSamples = 0;
  private originSample: number;
  /** One past the newest sample that is in a frame, in {@link pendingGap}, or was passed on. */
  private position: number;
  private meteredSample: number;
  /** Until this sample a new input counts as missing. */
  private settledSample = 0;
  /** The session clock at sample 0 of the analysis. */
  private analysisOrigin: number;

  constructor(
    private readonly options: CaptureCoreOptions,
    private readonly sink: CaptureSink,
  ) {
    const { channel, inputRateHz, isAgent } = options;
    const start = options.startSample ?? 0;
    this.originSample = start;
    this.position = start;
    this.meteredSample = start;
    this.analysisOrigin = start;
    this.gates = isAgent ? GATES.policy : 0;
    this.resampler = new Resampler(inputRateHz);
    this.resampled = new Float32Array(this.resampler.maxOutput(1_024));
    this.frame = {
      channel,
      firstSample: start,
      sampleCount: 0,
      samples: new Int16Array(FRAME_SAMPLES),
      speech: false,
      captureTsUs: 0,
    };
    this.pendingGap = { channel, firstSample: start, sampleCount: 0, reason: 'privacy' };
  }

  /** Starts to measure the sound. */
  analyze(create: AnalysisFactory): void {
    this.analysis = create(this.options.channel, (event) => this.report(event));
    this.startAnalysis();
  }

  /** One past the newest sample on the session's 16 kHz clock. */
  get sample(): number {
    return this.position;
  }

  /**
   * Takes one render quantum.
   *
   * @param input samples at the context's rate, ±1; undefined when nothing is connected
   * @param length samples at the context's rate by which the clock advances
   */
  process(input: Float32Array | undefined, length: number): void {
    const hasInput = input !== undefined && input.length > 0 && this.clock() >= this.settledSample;
    if (hasInput !== ((this.gates & GATES.noInput) === 0)) this.setGate('noInput', !hasInput);
    this.inputSamples += length;
    if (!hasInput || this.gates !== 0) {
      this.extendGap(this.clock());
    } else {
      const written = this.resampler.process(input, this.resampled);
      for (let i = 0; i < written; i++) this.take(this.resampled[i] ?? 0);
    }
    if (this.position - this.meteredSample >= METER_SAMPLES) {
      this.meteredSample = this.position;
      if (this.analysis !== null) this.sink.prosody(this.analysis.report(this.position));
      this.sink.clock(this.options.channel, this.position);
    }
  }

  /** Closes or opens the channel for one of the app's reasons. It takes effect with the next sample. */
  setAppGate(gate: AppGate, closed: boolean): void {
    this.setGate(gate, closed);
  }

  /** From `session.ready`: whether an agent may be analyzed. It has no effect on others. */
  setPolicy(agentAnalysis: boolean): void {
    if (this.options.isAgent) this.setGate('policy', !agentAnalysis);
  }

  /** Another track is about to be connected. Declares a short `device_switch` gap and resets the analysis after it. */
  switchInput(): void {
    this.settledSample = this.clock() + SETTLE_SAMPLES;
  }

  /** Declares `samples` that were never captured: the audio thread was stopped while time went on. */
  skip(samples: number): void {
    this.close();
    this.emitGap();
    this.pendingGap.reason = 'suspended';
    this.pendingGap.firstSample = this.position;
    this.originSample += samples;
    this.extendGap(this.clock());
    this.emitGap();
    this.pendingGap.reason = gapReason(this.gates);
    if (this.gates === 0) this.open();
  }

  /** Passes on a frame that is not full yet. */
  flush(): void {
    if (this.gates === 0) this.emitFrame();
    this.emitGap();
  }

  /** Prosody of the newest `windowMs` of open audio; null without analysis. Allocates its result. */
  summary(windowMs: number): ProsodySummary | null {
    return this.analysis?.summary(windowMs) ?? null;
  }

  private setGate(gate: Gate, closed: boolean): void {
    const before = this.gates;
    this.gates = closed ? before | GATES[gate] : before & ~GATES[gate];
    if (this.gates === before) return;
    if (before === 0) this.close();
    this.emitGap();
    this.pendingGap.reason = gapReason(this.gates);
    this.pendingGap.firstSample = this.position;
    if (this.gates === 0) this.open();
  }

  private close(): void {
    this.emitFrame();
    this.analysis?.finish();
  }

  /** Resets after a gap, so that nothing from before it affects what comes after. */
  private open(): void {
    this.extendGap(this.clock());
    this.emitGap();
    this.gapSamples = GAP_SAMPLES.first;
    this.resampler.reset();
    this.analysis?.reset();
    this.startAnalysis();
    this.frame.firstSample = this.position;
  }

  private startAnalysis(): void {
    this.hopFilled = 0;
    this.analysisOrigin = this.position;
  }

  /** The session clock, computed from the device's clock. It is exact for every ratio of the rates. */
  private clock(): number {
    const elapsed = Math.floor((this.inputSamples * ANALYSIS_SAMPLE_RATE_HZ) / this.options.inputRateHz);
    // The last look-ahead of the resampler may have rounded up.
    return Math.max(this.position, this.originSample + elapsed);
  }

  private take(value: number): void {
    const { frame } = this;
    if (frame.sampleCount === 0) {
      frame.firstSample = this.position;
      frame.captureTsUs = this.options.nowUs();
    }
    const scaled = Math.round(value * FULL_SCALE);
    frame.samples[frame.sampleCount++] = scaled > 32_767 ? 32_767 : scaled < -32_768 ? -32_768 : scaled;
    this.position++;
    if (this.analysis !== null) this.measure(this.analysis, value);
    if (frame.sampleCount === FRAME_SAMPLES) this.emitFrame();
  }

  private measure(analysis: CaptureAnalysis, value: number): void {
    this.hop[this.hopFilled++] = value;
    if (this.hopFilled < HOP_SAMPLES) return;
    this.hopFilled = 0;
    analysis.push(this.hop);
  }

  private emitFrame(): void {
    const { frame } = this;
    if (frame.sampleCount === 0) return;
    frame.speech = this.analysis?.speaking ?? false;
    this.sink.audio(frame);
    frame.sampleCount = 0;
    frame.firstSample = this.position;
  }

  private extendGap(toSample: number): void {
    const { pendingGap } = this;
    pendingGap.sampleCount += toSample - this.position;
    this.position = toSample;
    if (pendingGap.sampleCount < this.gapSamples) return;
    this.emitGap();
    this.gapSamples = Math.min(2 * this.gapSamples, GAP_SAMPLES.most);
  }

  private emitGap(): void {
    const { pendingGap } = this;
    if (pendingGap.sampleCount > 0) this.sink.gap(pendingGap);
    pendingGap.firstSample = this.position;
    pendingGap.sampleCount = 0;
  }

  private report(event: VoiceActivityEvent): void {
    const sample = this.analysisOrigin + event.sample;
    this.sink.vad({ channel: this.options.channel, event: event.type, sample });
  }
}
