import { connectCalls } from '../worker/calls.js';
import type { SpeechModel } from './neural-detector.js';
import type { VadAssets } from './remote-models.js';
import { loadSilero } from './silero.js';

/**
 * The models of a separate worker. Compiling the runtime and the model keeps a thread busy for a second or two. That thread must
 * not be the page's thread, nor the one that sends audio.
 */
let models: SpeechModel[] = [];

/** The functions that the transport worker calls, see `calls.ts`. */
export interface VadWorkerApi {
  load(assets: VadAssets, channelCount: number): Promise<void>;
  /** @param window 512 samples at 16 kHz, ±1 @returns 0 … 1 */
  probability(channel: number, window: Float32Array): Promise<number>;
  reset(channel: number): void;
}

const api: VadWorkerApi = {
  async load(assets, channelCount) {
    models = await loadSilero(assets, channelCount);
  },
  async probability(channel, window) {
    const model = models[channel];
    if (model === undefined) throw new Error('the model is not loaded');
    return model.probability(window);
  },
  reset(channel) {
    models[channel]?.reset();
  },
};

// The page starts this worker. The transport worker uses it and holds the other end of this port.
addEventListener('message', ({ data }: MessageEvent<MessagePort>) => connectCalls(data, api), { once: true });
