/**
 * A Vite plugin for bundles whose folder holds the client's files under their own names: looks for them beside the bundle instead
 * of taking them along (`src/session/library-assets.ts`).
 */
export const assetsBeside = () => ({
  name: 'undertone-assets-beside',
  enforce: 'pre',
  load: (id) => (/[\\/]session[\\/]library-assets\.[jt]s$/.test(id) ? MODULE : undefined),
});

const MODULE = `
const at = (name) => new URL(name, import.meta.url).href;
export const libraryAssets = () => ({
  worklet: at('worklet.js'),
  prosody: at('prosody.js'),
  transportWorker: at('transport.worker.js'),
  vadWorker: at('vad.worker.js'),
  hearingWorker: at('hearing.worker.js'),
  vadModel: at('vad/silero_vad_v5.onnx'),
  vadRuntime: at('vad/ort-wasm-simd-threaded.wasm'),
});`;
