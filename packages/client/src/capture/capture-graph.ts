import { describeUnknown } from '../common/error-wire.js';
import type { Cancel } from '../common/scheduler.js';
import { CaptureError } from '../common/undertone-error.js';
import {
  CAPTURE_PROCESSOR_NAME,
  type CaptureProcessorOptions,
  type PageToWorklet,
  type WorkletToPage,
} from '../worklet/capture-messages.js';
import type { AudioSource } from './audio-source.js';
import type { PageEnvironment } from './page-environment.js';

/** A context that is allowed to run starts well within this time. */
const RESUME_TIMEOUT_MS = 500;

export interface CaptureGraphOptions {
  workletUrl: string;
  /** Address of the analysis script. It loads after the worklet. Sound does not wait for it. */
  prosodyUrl: string;
  processor: CaptureProcessorOptions;
  onMessage: (message: WorkletToPage) => void;
  onContextState: (state: string) => void;
  onCrash: () => void;
  /** The analysis cannot be loaded. Sound continues without it. */
  onUnmeasured: (error: CaptureError) => void;
}

/** Makes an audio context and asks it to run. @throws CaptureError `context_failed` */
export const openContext = (environment: PageEnvironment): AudioContext => {
  try {
    const context = environment.createAudioContext();
    // WebKit requires resume() during the gesture; making the context is not enough.
    context.resume().catch(() => {
      // Refused, or closed in the meantime. The graph asks again and reports the result.
    });
    return context;
  } catch (cause) {
    throw new CaptureError('context_failed', 'no audio context', {
      cause,
      retryable: true,
    });
  }
};

/** One audio context with the capture processor. It is made completely or not at all. It is never repaired, only replaced. */
export class CaptureGraph {
  private readonly inputs = new Map<number, MediaStreamAudioSourceNode>();
  /**
   * Zeros that are mixed with every source. Firefox passes on a silent track as an input without channels. Without the zeros the
   * processor would mistake the silence of a muted or waiting caller for a missing device.
   */
  private readonly zeros: ConstantSourceNode;
  private closed = false;

  private constructor(
    private readonly context: AudioContext,
    private readonly node: AudioWorkletNode,
    private readonly environment: PageEnvironment,
  ) {
    this.zeros = context.createConstantSource();
    this.zeros.offset.value = 0;
    this.zeros.start();
  }

  /**
   * @param context owned by the graph from now on, even when this fails
   * @throws CaptureError `context_failed`, or `worklet_blocked` when the module cannot be loaded
   */
  static async create(
    environment: PageEnvironment,
    options: CaptureGraphOptions,
    context = openContext(environment),
  ): Promise<CaptureGraph> {
    try {
      const node = await CaptureGraph.node(environment, context, options);
      const graph = new CaptureGraph(context, node, environment);
      context.onstatechange = () => options.onContextState(context.state);
      void graph.loadAnalysis(options);
      return graph;
    } catch (error) {
      await context.close();
      throw error;
    }
  }

  private static async node(
    environment: PageEnvironment,
    context: AudioContext,
    options: CaptureGraphOptions,
  ): Promise<AudioWorkletNode> {
    try {
      await context.audioWorklet.addModule(options.workletUrl);
    } catch (cause) {
      const message = `the audio worklet could not be loaded (missing, not copied by a bundler, or blocked by the page's CSP): ${describeUnknown(cause)}`;
      throw new CaptureError('worklet_blocked', message, { cause, details: { url: options.workletUrl } });
    }
    const node = environment.createWorkletNode(context, CAPTURE_PROCESSOR_NAME, {
      numberOfInputs: options.processor.channels.length,
      // An unconnected output: some browsers do not run a node without an output.
      numberOfOutputs: 1,
      outputChannelCount: [1],
      channelCount: 1,
      channelCountMode: 'explicit',
      processorOptions: options.processor,
    });
    node.port.onmessage = (event: MessageEvent<WorkletToPage>) => options.onMessage(event.data);
    node.onprocessorerror = () => options.onCrash();
    node.connect(context.destination); // silent, because the processor writes no output
    return node;
  }

  private async loadAnalysis({ prosodyUrl: url, onUnmeasured }: CaptureGraphOptions): Promise<void> {
    try {
      await this.context.audioWorklet.addModule(url);
    } catch (cause) {
      const message = `prosody.js could not be loaded beside the worklet: ${describeUnknown(cause)}`;
      if (!this.closed)
        onUnmeasured(new CaptureError('prosody_unavailable', message, { cause, details: { url } }));
      return;
    }
    this.post({ type: 'analyze' });
  }

  get sampleRateHz(): number {
    return this.context.sampleRate;
  }

  get state(): string {
    return this.context.state;
  }

  get isRunning(): boolean {
    return this.context.state === 'running';
  }

  /** @returns whether the context runs. Without a gesture, a browser may refuse it. */
  async resume(): Promise<boolean> {
    if (this.isRunning || this.closed) return this.isRunning;
    let cancel: Cancel = () => undefined;
    const timeout = new Promise<void>((resolve) => {
      cancel = this.environment.scheduler.after(RESUME_TIMEOUT_MS, resolve);
    });
    try {
      await Promise.race([this.context.resume(), timeout]);
    } catch {
      return false; // closed in the meantime, or refused; the state says which
    } finally {
      cancel();
    }
    return this.isRunning;
  }

  post(message: PageToWorklet, transfer: Transferable[] = []): void {
    if (!this.closed) this.node.port.postMessage(message, transfer);
  }

  /** Connects a channel's source and removes the earlier one. */
  connect(channel: number, source: AudioSource): void {
    this.disconnect(channel);
    this.inputs.set(channel, source.connect(this.context, this.node, channel));
    this.zeros.connect(this.node, 0, channel);
  }

  disconnect(channel: number): void {
    const input = this.inputs.get(channel);
    if (input === undefined) return;
    this.inputs.delete(channel);
    input.disconnect();
    this.zeros.disconnect(this.node, 0, channel);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.post({ type: 'stop' });
    this.closed = true;
    for (const channel of [...this.inputs.keys()]) this.disconnect(channel);
    this.node.port.onmessage = null;
    this.node.onprocessorerror = null;
    this.node.port.close();
    this.node.disconnect();
    this.context.onstatechange = null;
    await this.context.close();
  }
}
