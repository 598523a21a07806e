import { connectCalls } from '../worker/calls.js';
import type { SpeechModel } from './neural-detector.js';
import type { VadWorkerApi } from './vad.worker.define.js';

/** One model per channel, and the function that releases them. */
export interface LoadedModels {
  models: SpeechModel[];
  /** Never resolves. Rejects when the worker is gone. */
  lost: Promise<never>;
  close(): void;
}

/** Absolute addresses of the model and of the WebAssembly that runs it. */
export interface VadAssets {
  model: string;
  runtime: string;
}

/** What the page does for the neural detector. */
export interface VadHost {
  /**
   * Starts the worker of the neural detector, which answers at the other end of `port` (a `VadWorkerApi`). The page starts it,
   * because in Firefox a worker may hang when another worker starts it. It ends with the session at the latest.
   *
   * @returns never resolves; rejects when the worker cannot be loaded, and when it fails later
   */
  startVad(port: MessagePort): Promise<never>;
  /** Ends that worker, whether or not it still answers. */
  stopVad(): void;
}

/**
 * Loads the speech model in its own worker.
 *
 * @param page starts and ends that worker
 * @throws when the worker or an asset cannot be loaded
 */
export const loadRemoteModels = async (
  page: VadHost,
  assets: VadAssets,
  channelCount: number,
): Promise<LoadedModels> => {
  const { port1, port2 } = new MessageChannel();
  const api = connectCalls<VadWorkerApi>(port1);
  const close = () => {
    port1.close();
    page.stopVad();
  };
  const lost = Promise.race([page.startVad(port2), garbled(port1)]);
  try {
    await Promise.race([lost, api.load(assets, channelCount)]);
  } catch (error) {
    close();
    throw error;
  }
  const models = Array.from({ length: channelCount }, (_, channel): SpeechModel => ({
    probability: (window) => api.probability(channel, window),
    // The port keeps the order, so the answers come in the order of the windows.
    reset: () => void api.reset(channel),
  }));
  return { models, lost, close };
};

/** Rejects when an answer cannot be read. */
const garbled = (port: MessagePort): Promise<never> =>
  new Promise((_, reject) => {
    port.onmessageerror = () => reject(new Error('its answer cannot be read'));
  });
