import type { AnalysisScope } from './capture-analysis.js';
import { CaptureCore, FRAME_SAMPLES } from './capture-core.js';
import {
  CAPTURE_PROCESSOR_NAME,
  type CaptureFrame,
  type CaptureGap,
  type CaptureProcessorOptions,
  type CaptureSink,
  type CaptureVad,
  type EdgeProsody,
  type PageToWorklet,
  type TransportToWorklet,
  type WorkletToPage,
  type WorkletToTransport,
} from './capture-messages.js';
import { FramePool } from './frame-pool.js';

/** Prepared frames, and the most in circulation: 10 s of two channels. Beyond this the transport does not read. */
const POOL = { prepared: 16, limit: 500 };
const QUANTUM = 128;
const SUMMARY_WINDOW_MS = 5_000;
/** In tenths of a second. */
const SUMMARY_EVERY = 10;

/** A thin layer between the ports and one {@link CaptureCore} per channel. */
class CaptureProcessor extends AudioWorkletProcessor implements CaptureSink {
  private readonly cores: CaptureCore[];
  private readonly pool = new FramePool(FRAME_SAMPLES, POOL.prepared, POOL.limit);
  private transport: WorkletPort | null = null;
  /** The transfer list, made once. */
  private readonly transfer: ArrayBuffer[] = [];
  private reports = 0;
  private running = true;

  constructor({ processorOptions }: { processorOptions: unknown }) {
    super();
    const { channels, startSample } = processorOptions as CaptureProcessorOptions;
    const nowUs = () => Date.now() * 1000;
    this.cores = channels.map(
      ({ isAgent }, channel) =>
        new CaptureCore({ channel, inputRateHz: sampleRate, isAgent, startSample, nowUs }, this),
    );
    this.port.onmessage = (event) => this.fromPage(event.data as PageToWorklet);
  }

  override process(inputs: readonly (readonly Float32Array[])[]): boolean {
    for (let channel = 0; channel < this.cores.length; channel++) {
      this.cores[channel]?.process(inputs[channel]?.[0], QUANTUM);
    }
    return this.running;
  }

  audio(frame: Readonly<CaptureFrame>): void {
    if (this.transport === null) return;
    const samples = this.pool.acquire();
    // No buffer was returned. When the transport reads again, it sees the loss as a hole in the clock.
    if (samples === null) return;
    samples.set(frame.samples);
    this.transfer[0] = samples.buffer;
    const message: WorkletToTransport = { type: 'audio', ...frame, samples };
    this.transport.postMessage(message, this.transfer);
  }

  gap(gap: Readonly<CaptureGap>): void {
    this.toTransport({ type: 'gap', ...gap });
  }

  vad(vad: CaptureVad): void {
    this.toTransport({ type: 'vad', ...vad });
  }

  prosody(prosody: Readonly<EdgeProsody>): void {
    this.toPage({ type: 'prosody', ...prosody });
  }

  clock(channel: number, sample: number): void {
    if (channel !== 0) return;
    this.toPage({ type: 'clock', sample });
    if (++this.reports % SUMMARY_EVERY !== 0) return;
    this.cores.forEach((core, of) => {
      const summary = core.summary(SUMMARY_WINDOW_MS);
      if (summary !== null) this.toPage({ type: 'summary', channel: of, summary });
    });
  }

  private analyze(): void {
    const { undertoneAnalysis } = globalThis as AnalysisScope;
    if (undertoneAnalysis === undefined) throw new TypeError('prosody.js was not loaded into this scope');
    for (const core of this.cores) core.analyze(undertoneAnalysis);
  }

  private fromPage(message: PageToWorklet): void {
    switch (message.type) {
      case 'transport':
        this.connect(message.port as WorkletPort);
        return;
      case 'analyze':
        this.analyze();
        return;
      case 'gate':
        this.cores[message.channel]?.setAppGate(message.gate, message.closed);
        return;
      case 'switch':
        this.cores[message.channel]?.switchInput();
        return;
      case 'skip':
        for (const core of this.cores) core.skip(message.samples);
        return;
      case 'finish':
        for (const core of this.cores) core.flush();
        this.toTransport({ type: 'flushed', id: message.id });
        return;
      case 'stop':
        this.running = false;
        this.transport?.close();
        this.transport = null;
        this.port.close();
        return;
    }
  }

  private connect(port: WorkletPort): void {
    this.transport = port;
    port.onmessage = (event) => {
      const message = event.data as TransportToWorklet;
      switch (message.type) {
        case 'recycle':
          this.pool.release(message.samples);
          return;
        case 'policy':
          for (const core of this.cores) core.setPolicy(message.agentAnalysis);
          return;
      }
    };
  }

  private toPage(message: WorkletToPage): void {
    this.port.postMessage(message);
  }

  private toTransport(message: WorkletToTransport): void {
    this.transport?.postMessage(message);
  }
}

registerProcessor(CAPTURE_PROCESSOR_NAME, CaptureProcessor);
