import type { FromWorker, ToWorker } from '@undertone/hearing';
import { startThread, type ThreadLike } from './thread-host.js';

export type WorkerLike = ThreadLike<ToWorker, FromWorker>;
export type SpawnWorker = () => WorkerLike;

/** The `.onnx` files that a worker loads. */
export interface ModelFiles {
  /** A live reader, or a model that keeps the contract. */
  modelPath: string;
  /** The full reader of the same ear. Without it nothing is read again as a whole. */
  fullPath?: string;
}

export interface ThreadOptions extends ModelFiles {
  /** The compiled worker; tests pass their own build. */
  workerUrl?: URL;
}

/** Starts threads that run worker.define.ts. */
export const threadHost = ({ workerUrl, ...files }: ThreadOptions): SpawnWorker => {
  const url = workerUrl ?? new URL('../worker/worker.define.js', import.meta.url);
  return () => startThread(url, { name: 'inference', workerData: files, stopMessage: { kind: 'stop' } });
};
