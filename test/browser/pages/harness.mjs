/** The client library and onnxruntime-web on a bare page, for tests to drive. */
import * as undertone from '/undertone-client.js';
import * as ort from '/vad/ort.wasm.min.mjs';

globalThis.undertone = undertone;
globalThis.ort = ort;
globalThis.fetchToken = async (query = '') => {
  const response = await fetch(`/demo/token${query}`);
  if (!response.ok) throw new Error(`token: HTTP ${response.status}`);
  return (await response.json()).token;
};
document.title = 'ready';
