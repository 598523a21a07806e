import { Worker } from 'node:worker_threads';

/** A worker as a pool sees it: a thread in the relay, or the core itself in a test. */
export interface ThreadLike<To, From> {
  /** @param transfer buffers that move without a copy and can no longer be used here */
  post(message: To, transfer?: readonly ArrayBuffer[]): void;
  onMessage(listener: (message: From) => void): void;
  /** Called once, when the worker has ended for any reason. */
  onExit(listener: (reason: string) => void): void;
  /** Asks it to end after its current work. Resolves when it has ended. */
  stop(): Promise<void>;
  /** Ends it now, even if it hangs. */
  kill(): void;
}

/**
 * A model's outputs are buffers outside the heap, which V8 frees when it collects the young generation. In a large one
 * they pile up until a full collection is due, every second; with this one it took a third less of the collector's time.
 */
const YOUNG_GENERATION_MB = 4;

/** Starts a thread. `stopMessage` asks it to end. */
export const startThread = <To, From>(
  url: URL,
  { name, workerData, stopMessage }: { name: string; workerData: unknown; stopMessage: To },
): ThreadLike<To, From> => {
  // Otherwise the model runtime's Linux build keeps a device id and tells Microsoft about sessions. It reads the process's
  // environment, which only the main thread can change.
  process.env['ORT_DISABLE_TELEMETRY'] = '1';
  const worker = new Worker(url, {
    workerData,
    name,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
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
      worker.postMessage(stopMessage);
      return exited;
    },
    // Not awaited, because a thread that hangs in native code ends only when that code returns.
    kill: () => void worker.terminate(),
  };
};
