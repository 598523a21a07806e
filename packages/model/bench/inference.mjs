/** `npm run bench:inference`: rows S4 and B3 of ../shared/GOALS.md. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor, env } from 'onnxruntime-node';
import { commandLine } from '../../../scripts/lib/command-line.mjs';

const ROUNDS = 11;
env.logLevel = 'error';
const { values } = commandLine({
  help: `
Usage: npm run bench:inference -- [--beside other.onnx]

Prints rows S4 and B3: CPU per chunk of the shipped model with carried state, beside the same network without it, which hears the
last 3 s again from a fresh state for every 500 ms of new audio. Sides take turns for 11 rounds: medians, spread, and the median
of the ratios.

  --beside FILE   another model instead, chunk for chunk, such as an earlier version out of \`git show\`
  --model FILE    with --beside: another model in place of the shipped one, such as models/undertone-live.onnx`,
  options: { beside: { type: 'string' }, model: { type: 'string' } },
});
const given = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const modelPath =
  values.model && values.beside
    ? given(values.model)
    : fileURLToPath(new URL('../models/undertone-emotion.onnx', import.meta.url));
const metadata = JSON.parse(readFileSync(modelPath.replace('.onnx', '.json'), 'utf8'));

async function open(path) {
  process.env.ORT_DISABLE_TELEMETRY = '1';
  const session = await InferenceSession.create(path, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
  });
  const stateSize = session.inputMetadata.find(({ name }) => name === 'state').shape[1];
  return { session, stateSize };
}

const shipped = await open(modelPath);

/** Seeded noise with syllable-like loudness: the cost does not depend on the content. */
function audioOf(batch, samples) {
  let noise = 1;
  return Float32Array.from({ length: batch * samples }, (_, n) => {
    noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0;
    return 0.1 * Math.sin(n / 1_300) * (noise / 2_147_483_648 - 1);
  });
}

/** Runs one side for one round. @returns CPU milliseconds per call and stream */
async function round({ session, stateSize }, { batch, milliseconds, carried, calls }) {
  const samples = (milliseconds * metadata.sampleRateHz) / 1_000;
  const audio = audioOf(batch, samples);
  let state = new Tensor('float32', new Float32Array(batch * stateSize), [batch, stateSize]);
  const started = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) {
    const output = await session.run({ audio: new Tensor('float32', audio, [batch, samples]), state });
    // What a reader gives is shorter than its state; the cost does not depend on what the state holds.
    if (carried && output.state_out.size === state.size) state = output.state_out;
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000 / calls / batch;
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const spread = (values) => `${Math.min(...values).toFixed(3)}–${Math.max(...values).toFixed(3)}`;

async function compare(batch, milliseconds) {
  const ours = { batch, milliseconds, carried: true, calls: batch === 1 ? 200 : 40 };
  const rival = { batch, milliseconds: 3_000, carried: false, calls: batch === 1 ? 50 : 10 };
  await round(shipped, ours);
  await round(shipped, rival);
  const [a, b] = [[], []];
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    a.push(await round(shipped, ours));
    b.push(await round(shipped, rival));
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

/** Runs the shipped model and another file on the same chunks. */
async function besideOther(other, batch, milliseconds) {
  const call = { batch, milliseconds, carried: true, calls: batch === 1 ? 200 : 40 };
  const sides = [shipped, other];
  const times = sides.map(() => []);
  for (const side of sides) await round(side, call);
  for (let turn = 0; turn < ROUNDS; turn += 1)
    for (const [number, side] of sides.entries()) times[number].push(await round(side, call));
  const ratios = times[0].map((own, turn) => own / times[1][turn]);
  return {
    batch,
    'chunk ms': milliseconds,
    'shipped, CPU ms': median(times[0]).toFixed(3),
    'other, CPU ms': median(times[1]).toFixed(3),
    'shipped / other': median(ratios).toFixed(2),
    'spread of the ratio': spread(ratios),
  };
}

const CALLS = [
  [1, 250],
  [1, 500],
  [8, 250],
  [8, 500],
];
if (values.beside) {
  const other = await open(given(values.beside));
  const rows = [];
  for (const [batch, milliseconds] of CALLS)
    if (((milliseconds * metadata.sampleRateHz) / 1_000) % metadata.granularitySamples === 0)
      rows.push(await besideOther(other, batch, milliseconds));
  console.log(`${metadata.id} beside ${values.beside}, per chunk and stream, ${ROUNDS} rounds in turn`);
  console.table(rows);
  await other.session.release();
  await shipped.session.release();
  process.exit(0);
}

const results = [];
for (const [batch, milliseconds] of CALLS) results.push(await compare(batch, milliseconds));
console.log(
  `S4 emotion update, ${metadata.id} ${metadata.version}, onnxruntime-node, one thread, ${ROUNDS} rounds`,
);
console.table(results);
const bytes = statSync(modelPath).size;
console.log(
  `B3 model file: ${bytes} bytes (floor 2 MB, aim 400 kB); state per stream: ${4 * shipped.stateSize} bytes`,
);
const update = Number(results[1]['CPU ms per chunk and stream']);
console.log(
  `floor 6 ms per 3 s: ${update * 6 <= 6 ? 'met' : 'MISSED'}; aim .4 ms per 500 ms: ${update <= 0.4 ? 'met' : 'missed'}`,
);
await shipped.session.release();
