import { Worker } from 'node:worker_threads';
import type { FromVoiceWorker, ToVoiceWorker } from './voice-messages.js';

/** The voice worker as the pool sees it: a thread in the relay, the core itself in a test. */
export interface VoiceWorkerLike {
  /** @param transfer buffers that go over without a copy and are gone here */
  post(message: ToVoiceWorker, transfer?: readonly ArrayBuffer[]): void;
  onMessage(listener: (message: FromVoiceWorker) => void): void;
  /** Called once, when the worker is gone for whatever reason. */
  onExit(listener: (reason: string) => void): void;
  stop(): Promise<void>;
  kill(): void;
}

export type SpawnVoiceWorker = () => VoiceWorkerLike;

export interface VoiceThreadOptions {
  /** The speaker model's `.onnx` file; absent, the shipped one. */
  readonly modelPath?: string;
  /** The compiled worker; tests pass their own build. */
  readonly workerUrl?: URL;
}

/** Starts threads that run voice-worker.define.ts. */
export const voiceThreadHost = ({ modelPath, workerUrl }: VoiceThreadOptions = {}): SpawnVoiceWorker => {
  const url = workerUrl ?? new URL('./voice-worker.define.js', import.meta.url);
  return () => {
    const worker = new Worker(url, { workerData: { modelPath }, name: 'voices' });
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    return {
      post: (message, transfer = []) => worker.postMessage(message, [...transfer]),
      onMessage: (listener) => worker.on('message', listener),
      onExit: (listener) => {
        let reason = 'the thread ended';
        worker.once('error', (error: unknown) => {
          reason = error instanceof Error ? error.message : String(error);
        });
        worker.once('exit', () => listener(reason));
      },
      stop: () => {
        worker.postMessage({ kind: 'stop' } satisfies ToVoiceWorker);
        return exited;
      },
      // Not awaited: a thread that hangs in native code ends only when that returns.
      kill: () => void worker.terminate(),
    };
  };
};
