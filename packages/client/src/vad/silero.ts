import { Silero } from '@ricky0123/vad-web/dist/models/silero.js';
import * as ort from 'onnxruntime-web/wasm';
import type { SpeechModel } from './neural-detector.js';

/**
 * Silero v5 through the model class of `@ricky0123/vad-web`, on single-threaded onnxruntime-web. Only the model of that package
 * is used. Its microphone handling would open a second graph on a second clock, and our frames are 16 kHz already.
 *
 * Everything is loaded from `assetBase`, our own origin: `silero_vad_v5.onnx`, `ort-wasm-simd-threaded.mjs` and `.wasm`.
 *
 * @returns one model per channel, each with its own state
 * @throws when an asset is missing or WebAssembly is not allowed
 */
export const loadSilero = async (assetBase: string, channelCount: number): Promise<SpeechModel[]> => {
  const asset = (name: string) => new URL(name, assetBase).href;
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.proxy = false;
  ort.env.wasm.wasmPaths = {
    mjs: asset('ort-wasm-simd-threaded.mjs'),
    wasm: asset('ort-wasm-simd-threaded.wasm'),
  };
  ort.env.logLevel = 'error';
  const bytes = await fetchModel(asset('silero_vad_v5.onnx'));
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
