import type { CaptureProcessorOptions } from '../worklet/capture-messages.js';

/** The processor. A test drives it: one call is one render quantum. */
export interface FakeProcessor {
  options: CaptureProcessorOptions;
  process(inputs: readonly (readonly Float32Array[])[]): boolean;
  /** The page disconnected the node. */
  isDisconnected: boolean;
}

type ProcessorClass = new (options: {
  processorOptions: unknown;
}) => Omit<FakeProcessor, 'isDisconnected' | 'options'>;

/** An AudioWorkletGlobalScope in which the real shell is registered. */
export class FakeProcessors {
  readonly all: FakeProcessor[] = [];
  private static registered: ProcessorClass | null = null;
  private static nextPort: MessagePort | null = null;

  /** Loads the shell, once per process, like a module in a browser's scope. */
  static async load(): Promise<void> {
    Object.assign(globalThis, {
      sampleRate: 48_000,
      AudioWorkletProcessor: class {
        readonly port = FakeProcessors.nextPort;
      },
      registerProcessor: (_name: string, processor: ProcessorClass) => {
        FakeProcessors.registered = processor;
      },
    });
    await import('../worklet/processor.define.js');
    await import('../worklet/prosody.define.js');
  }

  create(options: AudioWorkletNodeOptions): AudioWorkletNode {
    const Processor = FakeProcessors.registered;
    if (Processor === null) throw new Error('call FakeProcessors.load() first');
    const { port1, port2 } = new MessageChannel();
    FakeProcessors.nextPort = port2;
    const instance = new Processor({
      processorOptions: structuredClone(options.processorOptions as unknown),
    });
    const processor: FakeProcessor = {
      options: options.processorOptions as CaptureProcessorOptions,
      process: (inputs) => instance.process(inputs),
      isDisconnected: false,
    };
    this.all.push(processor);
    const node = {
      port: port1,
      onprocessorerror: null,
      connect: () => undefined,
      disconnect: () => {
        processor.isDisconnected = true;
      },
    };
    return node as unknown as AudioWorkletNode;
  }
}
