/**
 * Row R1 without the network: live streams through the real pool and the real model.
 * `node relay/bench/pool.mjs [streams] [workers] [seconds] [intervalMs] [live|fast]` after `npm run build`: `live` paces the
 * audio in real time and shows latency, `fast` pushes half a second at a time and shows CPU (use it on a busy machine).
 */
import { fileURLToPath } from 'node:url';
import { syntheticVoice } from '@undertone/model/golden';
import { createInferencePool } from '../dist/inference/pool/pool.js';
import { threadHost } from '../dist/inference/pool/worker-host.js';

const [streams = 400, workers = 1, seconds = 15, intervalMs = 500] = process.argv.slice(2, 6).map(Number);
const pace = process.argv[6] ?? 'live';
const fileOf = (name) => fileURLToPath(import.meta.resolve(`@undertone/model/models/${name}.onnx`));
const modelPath = fileOf('undertone-live');
const fullPath = process.env.FULL === '0' ? undefined : fileOf('undertone-full');
const voice = syntheticVoice(10, 1);
const pcm = new Uint8Array(Int16Array.from(voice, (x) => Math.max(-1, Math.min(1, x)) * 32767).buffer);
const FRAME_MS = 50;
const FRAME_BYTES = FRAME_MS * 32;

const pool = createInferencePool({ spawn: threadHost({ modelPath, fullPath }), workers });
await pool.ready();
const latencies = [];
let results = 0;
const faults = new Map();
let fatal = 0;
const sessions = Array.from({ length: streams }, (_, i) => {
  const stream = pool.open({
    streamId: `s${i}`,
    channels: [{ encoding: 'pcm_s16le', sampleRate: 16_000, analyse: true }],
    intervalMs,
    features: ['emotion', 'prosody', 'vad'],
  });
  stream.onResult((result) => {
    results++;
    latencies.push(result.timing.totalMs);
  });
  stream.onFault((fault) => {
    const name = fault.kind === 'degraded' ? fault.message : fault.kind;
    faults.set(name, (faults.get(name) ?? 0) + 1);
    if (fault.kind === 'fatal' && fatal++ === 0) console.log(fault);
  });
  // Calls do not start together.
  return { stream, sent: 0, offsetMs: (i * FRAME_MS * 7.3) % intervalMs };
});
const started = performance.now();
const cpuStart = process.cpuUsage();
const send = (session) => {
  const at = (session.sent * FRAME_BYTES) % (pcm.length - FRAME_BYTES);
  session.stream.push(0, session.sent * FRAME_MS * 16, pcm.subarray(at, at + FRAME_BYTES));
  session.sent++;
};
if (pace === 'fast') {
  for (let sentMs = 0; sentMs < seconds * 1000; sentMs += intervalMs) {
    for (const session of sessions) while (session.sent * FRAME_MS < sentMs + intervalMs) send(session);
    await Promise.all(sessions.map(({ stream }) => stream.flush()));
  }
} else {
  await live();
}
await Promise.all(sessions.map(({ stream }) => stream.finish()));
const { user, system } = process.cpuUsage(cpuStart);
latencies.sort((a, b) => a - b);
const at = (share) => latencies[Math.floor(share * (latencies.length - 1))].toFixed(1);
const audioS = sessions.reduce((sum, { sent }) => sum + (sent * FRAME_MS) / 1000, 0);
console.log(
  `${streams} streams, ${workers} worker(s), ${intervalMs} ms: ${results} results, faults ${JSON.stringify([...faults])}, latency p50 ${at(0.5)} p95 ${at(0.95)} p99 ${at(0.99)} ms, ` +
    `CPU ${((user + system) / 1000 / audioS).toFixed(2)} ms per second of audio, rss ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
);
await pool.close();

function live() {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - started;
      if (elapsed > seconds * 1000) {
        clearInterval(timer);
        resolve();
        return;
      }
      for (const session of sessions) {
        while (session.sent * FRAME_MS + session.offsetMs + FRAME_MS <= elapsed) {
          send(session);
        }
      }
    }, 5);
  });
}
