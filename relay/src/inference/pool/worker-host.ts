import type { FromWorker, ToWorker } from '../worker/messages.js';
import { startThread, type ThreadLike } from './thread-host.js';

export type WorkerLike = ThreadLike<ToWorker, FromWorker>;
export type SpawnWorker = () => WorkerLike;

export interface ThreadOptions {
  /** The model's `.onnx` file. */
  modelPath: string;
  /** The compiled worker; tests pass their own build. */
  workerUrl?: URL;
}

/** Starts threads that run worker.define.ts. */
export const threadHost = ({ modelPath, workerUrl }: ThreadOptions): SpawnWorker => {
  const url = workerUrl ?? new URL('../worker/worker.define.js', import.meta.url);
  return () =>
    startThread(url, { name: 'inference', workerData: { modelPath }, stopMessage: { kind: 'stop' } });
};
