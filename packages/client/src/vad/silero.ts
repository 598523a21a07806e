import { Silero } from '@ricky0123/vad-web/dist/models/silero.js';
import * as ort from 'onnxruntime-web/wasm';
import type { SpeechModel } from './neural-detector.js';
import type { VadAssets } from './remote-models.js';

/**
 * Silero v5 through the model class of `@ricky0123/vad-web`, on single-threaded onnxruntime-web. Only the model of that package
 * is used. Its microphone handling would open a second graph on a second clock, and our frames are 16 kHz already.
 *
 * The JavaScript half of the runtime is part of this file's bundle. The model and the WebAssembly are loaded from `assets`.
 *
 * @returns one model per channel, each with its own state
 * @throws when an asset is missing or WebAssembly is not allowed
 */
export const loadSilero = async (assets: VadAssets, channelCount: number): Promise<SpeechModel[]> => {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.proxy = false;
  ort.env.wasm.wasmPaths = { wasm: assets.runtime };
  ort.env.logLevel = 'error';
  const bytes = await fetchModel(assets.model);
  const models: SpeechModel[] = [];
  for (let channel = 0; channel < channelCount; channel++) {
    const silero = await Silero.new(ort, () => Promise.resolve(bytes));
    models.push({
      probability: async (window) => (await silero.process(window)).isSpeech,
      reset: () => silero.reset_state(),
    });
  }
  return models;
};

const fetchModel = async (url: string): Promise<ArrayBuffer> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.arrayBuffer();
};
