/** The names of AudioWorkletGlobalScope that the processor uses. TypeScript does not ship them. */

interface WorkletMessageEvent {
  readonly data: unknown;
}

interface WorkletPort {
  onmessage: ((event: WorkletMessageEvent) => void) | null;
  postMessage(message: unknown, transfer?: readonly unknown[]): void;
  close(): void;
}

declare abstract class AudioWorkletProcessor {
  readonly port: WorkletPort;
  abstract process(inputs: readonly (readonly Float32Array[])[]): boolean;
}

declare function registerProcessor(
  name: string,
  processor: new (options: { processorOptions: unknown }) => AudioWorkletProcessor,
): void;

/** Sample rate of the audio context, Hz. */
declare const sampleRate: number;
