import { startThread, type ThreadLike } from '../pool/thread-host.js';
import type { FromVoiceWorker, ToVoiceWorker } from './voice-messages.js';

export type VoiceWorkerLike = ThreadLike<ToVoiceWorker, FromVoiceWorker>;
export type SpawnVoiceWorker = () => VoiceWorkerLike;

export interface VoiceThreadOptions {
  /** The speaker model's `.onnx` file. Absent: the shipped one. */
  readonly modelPath?: string;
  /** The compiled worker; tests pass their own build. */
  readonly workerUrl?: URL;
}

/** Starts threads that run voice-worker.define.ts. */
export const voiceThreadHost = ({ modelPath, workerUrl }: VoiceThreadOptions = {}): SpawnVoiceWorker => {
  const url = workerUrl ?? new URL('./voice-worker.define.js', import.meta.url);
  return () => startThread(url, { name: 'voices', workerData: { modelPath }, stopMessage: { kind: 'stop' } });
};
