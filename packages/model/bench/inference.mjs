/**
 * npm run bench:inference: CPU per chunk of the shipped model with carried state (GOALS.md S4), beside the
 * same network without it: the last 3 s run again from a fresh state for every 500 ms of new audio.
 * Sides alternate A, B, A, B for 11 rounds; medians, spread and the median of the per-round ratios.
 */
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor, env } from 'onnxruntime-node';

const ROUNDS = 11;
const modelPath = fileURLToPath(new URL('../models/undertone-emotion.onnx', import.meta.url));
const metadata = JSON.parse(readFileSync(modelPath.replace('.onnx', '.json'), 'utf8'));
env.logLevel = 'error';
const session = await InferenceSession.create(modelPath, {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
});

/** Seeded noise with syllable-like loudness: the cost does not depend on what is said. */
function audioOf(batch, samples) {
  let noise = 1;
  return Float32Array.from({ length: batch * samples }, (_, n) => {
    noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0;
    return 0.1 * Math.sin(n / 1_300) * (noise / 2_147_483_648 - 1);
  });
}

/** Runs one side for one round; CPU milliseconds per call and stream. */
async function round({ batch, milliseconds, carried, calls }) {
  const samples = (milliseconds * metadata.sampleRateHz) / 1_000;
  const audio = audioOf(batch, samples);
  const shape = [batch, metadata.stateSize];
  let state = new Tensor('float32', new Float32Array(batch * metadata.stateSize), shape);
  const started = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) {
    const output = await session.run({ audio: new Tensor('float32', audio, [batch, samples]), state });
    if (carried) state = output.state_out;
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000 / calls / batch;
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const spread = (values) => `${Math.min(...values).toFixed(3)}–${Math.max(...values).toFixed(3)}`;

async function compare(batch, milliseconds) {
  const ours = { batch, milliseconds, carried: true, calls: batch === 1 ? 200 : 40 };
  const rival = { batch, milliseconds: 3_000, carried: false, calls: batch === 1 ? 50 : 10 };
  await round(ours);
  await round(rival);
  const [a, b] = [[], []];
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    a.push(await round(ours));
    b.push(await round(rival));
  }
  // The rival answers once per 500 ms; ours at 250 ms answers twice as often.
  const perSecond = { ours: (median(a) * 1_000) / milliseconds, rival: median(b) * 2 };
  return {
    batch: batch,
    'chunk ms': milliseconds,
    'CPU ms per chunk and stream': median(a).toFixed(3),
    spread: spread(a),
    'rival: 3 s again, CPU ms': median(b).toFixed(3),
    'rival spread': spread(b),
    'rival / ours per second of audio': (perSecond.rival / perSecond.ours).toFixed(1),
    'streams per core at this rate': Math.floor(1_000 / perSecond.ours),
  };
}

const results = [];
for (const [batch, milliseconds] of [
  [1, 250],
  [1, 500],
  [8, 250],
  [8, 500],
])
  results.push(await compare(batch, milliseconds));
console.log(
  `S4 emotion update, ${metadata.id} ${metadata.version}, onnxruntime-node, one thread, ${ROUNDS} rounds`,
);
console.table(results);
const bytes = statSync(modelPath).size;
console.log(
  `B3 model file: ${bytes} bytes (floor 2 MB, aim 400 kB); state per stream: ${4 * metadata.stateSize} bytes`,
);
const update = Number(results[1]['CPU ms per chunk and stream']);
console.log(
  `floor 6 ms per 3 s: ${update * 6 <= 6 ? 'met' : 'MISSED'}; aim .4 ms per 500 ms: ${update <= 0.4 ? 'met' : 'missed'}`,
);
await session.release();
