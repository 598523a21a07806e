import { releaseProxy, transfer, wrap } from 'comlink';
import type { SpeechModel } from './neural-detector.js';
import type { VadWorkerApi } from './vad.worker.define.js';

/** One model per channel, and the way to be rid of them. */
export interface LoadedModels {
  models: SpeechModel[];
  close(): void;
}

/**
 * Loads the speech model in its own worker.
 *
 * @param workerUrl `vad.worker.js`, from the page's own origin
 * @param assetBase folder of the model and its runtime
 * @throws when the worker or an asset cannot be loaded
 */
export async function loadRemoteModels(
  workerUrl: string,
  assetBase: string,
  channelCount: number,
): Promise<LoadedModels> {
  const worker = new Worker(workerUrl, { type: 'module', name: 'undertone-vad' });
  const api = wrap<VadWorkerApi>(worker);
  const close = () => {
    api[releaseProxy]();
    worker.terminate();
  };
  try {
    await new Promise<void>((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(`the worker could not be loaded: ${event.message}`));
      api.load(assetBase, channelCount).then(resolve, reject);
    });
  } catch (error) {
    close();
    throw error;
  }
  const models = Array.from({ length: channelCount }, (_, channel): SpeechModel => ({
    probability: (window) => api.probability(channel, transfer(window, [window.buffer])),
    // In order with the windows: the port keeps their sequence.
    reset: () => void api.reset(channel),
  }));
  return { models, close };
}
