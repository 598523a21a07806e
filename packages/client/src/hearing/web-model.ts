import { type EmotionModel, modelOver, type ModelSession, parseModelMetadata } from '@undertone/model';
import * as ort from 'onnxruntime-web/wasm';

/**
 * Loads a live reader, the `.onnx` file and the `.json` beside it, on single-threaded onnxruntime-web: without threads, a page
 * needs no cross-origin isolation.
 *
 * @param reader address of the `.onnx` file
 * @param runtime address of the WebAssembly
 * @throws when a file is missing or unfit, or WebAssembly is not allowed
 */
export const loadWebModel = async (reader: string, runtime: string): Promise<EmotionModel> => {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.proxy = false;
  ort.env.wasm.wasmPaths = { wasm: runtime };
  ort.env.logLevel = 'error';
  const [metadata, graph] = await Promise.all([
    fetchFile(metadataAddress(reader)).then((response) => response.text()),
    fetchFile(reader).then((response) => response.arrayBuffer()),
  ]);
  const session = await ort.InferenceSession.create(new Uint8Array(graph), {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
  });
  return modelOver(onSession(session), parseModelMetadata(metadata));
};

/** A session of onnxruntime-web as the model's contract knows it. */
export const onSession = (session: ort.InferenceSession): ModelSession => ({
  inputNames: session.inputNames,
  outputNames: session.outputNames,
  async run({ audio, state }) {
    const outputs = await session.run({
      audio: new ort.Tensor('float32', audio.data, audio.dims),
      state: new ort.Tensor('float32', state.data, state.dims),
    });
    return Object.fromEntries(Object.entries(outputs).map(([name, { data }]) => [name, data]));
  },
  release: () => session.release(),
});

const metadataAddress = (reader: string): string => {
  const address = new URL(reader);
  address.pathname = address.pathname.replace(/\.onnx$/u, '.json');
  return address.href;
};

const fetchFile = async (url: string): Promise<Response> => {
  const response = await fetch(url, { credentials: 'omit' });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response;
};
