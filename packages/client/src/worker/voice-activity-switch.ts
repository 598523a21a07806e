import { describeUnknown } from '../common/error-wire.js';
import { NeuralDetector } from '../vad/neural-detector.js';
import type { LoadedModels } from '../vad/remote-models.js';
import type { VadSource } from './worker-api.js';

export interface VadReport {
  source: VadSource;
  channel: number;
  event: 'start' | 'end' | 'misfire';
  sample: number;
  probability?: number;
}

export interface VoiceActivitySwitchOptions {
  mode: 'auto' | 'silero' | 'energy';
  channelCount: number;
  load: (channelCount: number) => Promise<LoadedModels>;
  onReport: (report: VadReport) => void;
  onSource: (source: VadSource, reason: string) => void;
}

/**
 * Chooses the detector: level and periodicity from the worklet at first, the neural model as soon as it is loaded, and level
 * and periodicity again if the model fails.
 */
export class VoiceActivitySwitch {
  private detectors: NeuralDetector[] | null = null;
  private loaded: LoadedModels | null = null;
  private stopped = false;
  /** Channels whose start of speech was reported but not the end. */
  private readonly speaking = new Set<number>();

  constructor(private readonly options: VoiceActivitySwitchOptions) {}

  get source(): VadSource {
    return this.detectors === null ? 'energy' : 'silero';
  }

  /** Starts loading the model if the mode wants one. Never throws: a failure is reported. */
  async start(): Promise<void> {
    const { mode, channelCount, load, onSource } = this.options;
    if (mode === 'energy') {
      onSource('energy', 'chosen by the page');
      return;
    }
    onSource('energy', 'the model is loading');
    try {
      const loaded = await load(channelCount);
      if (this.stopped) {
        loaded.close();
        return;
      }
      this.loaded = loaded;
      this.detectors = loaded.models.map(
        (model, channel) =>
          new NeuralDetector(
            model,
            (event) => this.report({ source: 'silero', channel, ...event }),
            (cause) => this.fallBack(cause),
          ),
      );
      loaded.lost.catch((cause: unknown) => this.fallBack(cause));
      onSource('silero', 'the model is loaded');
    } catch (cause) {
      if (!this.stopped) onSource('energy', `the model could not be loaded: ${describeUnknown(cause)}`);
    }
  }

  /** Takes a frame of audio. Returns whether its channel is speaking. */
  audio(channel: number, firstSample: number, samples: Int16Array, energySpeech: boolean): boolean {
    const detector = this.detectors?.[channel];
    if (detector === undefined) return energySpeech;
    detector.push(firstSample, samples);
    // This frame may have shown that the model does not answer.
    return this.detectors === null ? energySpeech : detector.speaking;
  }

  /** Takes the decision of the worklet. It is passed on only while no neural model is in use. */
  energy(report: Omit<VadReport, 'source'>): void {
    if (this.detectors === null) this.report({ ...report, source: 'energy' });
  }

  stop(): void {
    this.stopped = true;
    this.unload();
  }

  /** Keeps starts and ends alternating, even when the detector changes in the middle of a word. */
  private report(report: VadReport): void {
    const { channel, event } = report;
    switch (event) {
      case 'start':
        if (this.speaking.has(channel)) return;
        this.speaking.add(channel);
        break;
      case 'end':
        if (!this.speaking.delete(channel)) return;
        break;
      case 'misfire':
        break;
    }
    this.options.onReport(report);
  }

  private fallBack(cause: unknown): void {
    if (this.detectors === null) return;
    this.unload();
    this.options.onSource('energy', `the model failed: ${describeUnknown(cause)}`);
  }

  private unload(): void {
    for (const detector of this.detectors ?? []) detector.stop();
    this.detectors = null;
    this.loaded?.close();
    this.loaded = null;
  }
}
