import type { FromWorker, ToWorker } from '../worker/messages.js';
import { startThread, type ThreadLike } from './thread-host.js';

export type WorkerLike = ThreadLike<ToWorker, FromWorker>;
export type SpawnWorker = () => WorkerLike;

/** The `.onnx` files that a worker loads. */
export interface ModelFiles {
  /** Tells speech from other sounds, and emotions where there is no live reader. */
  modelPath: string;
  livePath?: string;
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
