/** The addresses of the files that are loaded by address, not imported. */
export interface LibraryAssets {
  worklet: string;
  prosody: string;
  transportWorker: string;
  vadWorker: string;
  hearingWorker: string;
  vadModel: string;
  vadRuntime: string;
}

/**
 * The files that ship with this library. Written so that a bundler finds them, takes them along and puts in their new addresses:
 * each must be a whole `new URL('…', import.meta.url)`. They are in `dist`, beside the compiled form of this file. The library's own
 * bundles replace this file (`scripts/build.mjs`).
 */
export const libraryAssets = (): LibraryAssets => ({
  worklet: new URL('../bundle/worklet.js', import.meta.url).href,
  prosody: new URL('../bundle/prosody.js', import.meta.url).href,
  transportWorker: new URL('../bundle/transport.worker.js', import.meta.url).href,
  vadWorker: new URL('../bundle/vad.worker.js', import.meta.url).href,
  hearingWorker: new URL('../bundle/hearing.worker.js', import.meta.url).href,
  vadModel: new URL('../bundle/vad/silero_vad_v5.onnx', import.meta.url).href,
  vadRuntime: new URL('../bundle/vad/ort-wasm-simd-threaded.wasm', import.meta.url).href,
});
