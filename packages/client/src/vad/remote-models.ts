import { connectCalls } from '../worker/calls.js';
import { garbled, type HelperHost } from '../worker/helper-host.js';
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

/**
 * Loads the speech model in its own worker.
 *
 * @param page starts and ends that worker
 * @throws when the worker or an asset cannot be loaded
 */
export const loadRemoteModels = async (
  page: HelperHost,
  assets: VadAssets,
  channelCount: number,
): Promise<LoadedModels> => {
  const { port1, port2 } = new MessageChannel();
  const api = connectCalls<VadWorkerApi>(port1);
  const close = () => {
    port1.close();
    page.stopHelper('vad');
  };
  const lost = Promise.race([page.startHelper('vad', port2), garbled(port1)]);
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
