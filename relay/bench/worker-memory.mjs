/**
 * What a channel keeps in an inference worker, while somebody speaks and in a pause: `node relay/bench/worker-memory.mjs [channels]`
 * after `npm run build`. One thread, the shipped readers, after a collection of garbage.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fileURLToPath } from 'node:url';
import { earReaders, WorkerCore } from '@undertone/hearing';
import { syntheticVoice } from '@undertone/model/golden';
import { loadFullReader, loadModel } from '@undertone/model/node';

const channels = Number(process.argv[2] ?? 96);
const CHUNK = 8_000;
const SPOKEN_S = 12;
const PAUSE_S = 3;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const pathOf = (reader) =>
  fileURLToPath(import.meta.resolve(`@undertone/model/models/undertone-${reader}.onnx`));
const readers = earReaders(await loadModel(pathOf('live')), await loadFullReader(pathOf('full')));
const core = new WorkerCore({ readers }, () => undefined, {
  now: () => performance.now(),
  yieldTurn: () => new Promise((resolve) => setImmediate(resolve)),
});
const toPcm = (samples) =>
  new Uint8Array(Int16Array.from(samples, (x) => Math.max(-1, Math.min(1, x)) * 32_767).buffer);
const speech = toPcm(syntheticVoice(SPOKEN_S, 1));
const silence = new Uint8Array(2 * 16_000 * PAUSE_S);
let id = 0;

const open = (from, to) => {
  for (let stream = from; stream < to; stream++) {
    const channel = { encoding: 'pcm_s16le', sampleRate: 16_000, startMs: 0 };
    core.receive({ kind: 'open', stream, channels: [channel], model: true, priority: 'live' });
  }
};
const feed = async (from, to, bytes) => {
  for (let at = 0; at < bytes.length; at += 2 * CHUNK) {
    for (let stream = from; stream < to; stream++) {
      const payload = bytes.slice(at, at + 2 * CHUNK);
      core.receive({ kind: 'chunk', stream, channel: 0, id: id++, payload, final: false });
    }
    await core.idle();
  }
};
const memory = () => {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return { heapUsed, external };
};
const print = (what, before, after) => {
  const each = (part) => ((after[part] - before[part]) / channels / 1024).toFixed(0).padStart(5);
  console.log(
    `${what.padEnd(18)} heap ${each('heapUsed')} kB, outside of it ${each('external')} kB a channel`,
  );
};

// The first one warms up code and buffers that all share. What it gives back, the next ones take.
open(0, 1);
await feed(0, 1, speech);
await feed(0, 1, silence);
const before = memory();
open(1, 1 + channels);
await feed(1, 1 + channels, speech);
print('while speaking', before, memory());
await feed(1, 1 + channels, silence);
print('in a pause', before, memory());
process.exit();
