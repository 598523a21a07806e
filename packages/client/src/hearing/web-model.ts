import { type EmotionModel, modelOver, onnxSession, parseModelMetadata } from '@undertone/model';
import * as ort from 'onnxruntime-web/wasm';
import { type Scheduler, systemScheduler } from '../common/scheduler.js';
import { download } from './download.js';

/**
 * Loads a live reader, the `.onnx` file and the `.json` beside it, on single-threaded onnxruntime-web: without threads, a page
 * needs no cross-origin isolation.
 *
 * @param reader address of the `.onnx` file
 * @param runtime address of the WebAssembly
 * @throws when a file is missing, unfit or does not come, or WebAssembly is not allowed
 */
export const loadWebModel = async (
  reader: string,
  runtime: string,
  scheduler: Scheduler = systemScheduler(globalThis),
): Promise<EmotionModel> => {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.proxy = false;
  ort.env.logLevel = 'error';
  const [metadata, graph, wasm] = await Promise.all([
    download(metadataAddress(reader), scheduler),
    download(reader, scheduler),
    download(runtime, scheduler),
  ]);
  // Left to the runtime, a download that stops would be waited for without an end.
  ort.env.wasm.wasmBinary = wasm;
  const session = await ort.InferenceSession.create(graph, {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
  });
  return modelOver(onnxSession(session, ort.Tensor), parseModelMetadata(new TextDecoder().decode(metadata)));
};

const metadataAddress = (reader: string): string => {
  const address = new URL(reader);
  address.pathname = address.pathname.replace(/\.onnx$/u, '.json');
  return address.href;
};
