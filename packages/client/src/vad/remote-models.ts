import { releaseProxy, transfer, wrap } from 'comlink';
import type { SpeechModel } from './neural-detector.js';
import type { VadWorkerApi } from './vad.worker.define.js';

/** One model per channel, and the way to be rid of them. */
export interface LoadedModels {
  models: SpeechModel[];
  close(): void;
}

/** Has a worker started that answers at the other end of the port; rejects when it cannot be loaded, resolves never. */
export type StartVad = (port: MessagePort) => Promise<never>;

/**
 * Loads the speech model in its own worker.
 *
 * @param startVad the page's: starts that worker
 * @param assetBase folder of the model and its runtime
 * @throws when the worker or an asset cannot be loaded
 */
export async function loadRemoteModels(
  startVad: StartVad,
  assetBase: string,
  channelCount: number,
): Promise<LoadedModels> {
  const { port1, port2 } = new MessageChannel();
  const api = wrap<VadWorkerApi>(port1);
  // The worker ends itself when it is let go of.
  const close = () => api[releaseProxy]();
  try {
    await Promise.race([startVad(transfer(port2, [port2])), api.load(assetBase, channelCount)]);
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
