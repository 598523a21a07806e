import { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './messages.js';

/** A worker as the pool sees it: a thread in the relay, the core itself in a test. */
export interface WorkerLike {
  post(message: ToWorker): void;
  onMessage(listener: (message: FromWorker) => void): void;
  /** Called once, when the worker is gone for whatever reason. */
  onExit(listener: (reason: string) => void): void;
  /** Asks it to end after what it is doing; resolves when it has. */
  stop(): Promise<void>;
  /** Ends it now, wherever it hangs. */
  kill(): void;
}

export type SpawnWorker = () => WorkerLike;

export interface ThreadOptions {
  /** The model's `.onnx` file. */
  modelPath: string;
  /** The compiled worker; tests pass their own build. */
  workerUrl?: URL;
}

/** Starts threads that run worker.define.ts. */
export function threadHost({ modelPath, workerUrl }: ThreadOptions): SpawnWorker {
  const url = workerUrl ?? new URL('./worker.define.js', import.meta.url);
  return () => {
    const worker = new Worker(url, { workerData: { modelPath }, name: 'inference' });
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    return {
      post: (message) => worker.postMessage(message),
      onMessage: (listener) => worker.on('message', listener),
      onExit: (listener) => {
        let reason = 'the thread ended';
        worker.once('error', (error: unknown) => {
          reason = error instanceof Error ? error.message : String(error);
        });
        worker.once('exit', () => listener(reason));
      },
      stop: () => {
        worker.postMessage({ kind: 'stop' } satisfies ToWorker);
        return exited;
      },
      // Not awaited: a thread that hangs in native code ends only when that returns.
      kill: () => void worker.terminate(),
    };
  };
}
