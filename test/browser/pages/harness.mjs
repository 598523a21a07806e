/** The client library and onnxruntime-web on a bare page, driven by tests. */
import * as undertone from '/undertone-client.js';
import * as ort from '/vad/ort.wasm.min.mjs';

globalThis.undertone = undertone;
globalThis.ort = ort;
globalThis.fetchToken = async (query = '') => {
  const response = await fetch(`/demo/token${query}`);
  if (!response.ok) throw new Error(`token: HTTP ${response.status}`);
  return (await response.json()).token;
};

/** A track that the page owns, like a softphone's. The recording starts with `play`. */
globalThis.recordingOnTrack = async (url) => {
  const context = new AudioContext();
  const response = await fetch(url);
  const buffer = await context.decodeAudioData(await response.arrayBuffer());
  const recording = new AudioBufferSourceNode(context, { buffer });
  const output = context.createMediaStreamDestination();
  recording.connect(output);
  const [track] = output.stream.getAudioTracks();
  const played = new Promise((resolve) => recording.addEventListener('ended', resolve, { once: true }));
  return {
    track,
    played,
    play: () => recording.start(),
    resume: () => context.resume(),
    async close() {
      track.stop();
      await context.close();
    },
  };
};
document.title = 'ready';
