/**
 * Plays the demo's sample call, two synthesized voices, through the relay's inference and call analysis, and writes what the relay says
 * about the caller as JSON. The widget's tests play it (packages/widget/test/sample-call.json).
 *
 * Usage: node relay/lab/record-call.mjs FILE
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureProgram } from '../../scripts/lib/program.mjs';
import { decodeRecording } from '../../scripts/lib/speech.mjs';
import { loadLab } from './load.mjs';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node relay/lab/record-call.mjs FILE');
  process.exit(2);
}
await ensureProgram('ffmpeg', 'decoding the sample call');
const from = (path) => fileURLToPath(new URL(path, import.meta.url));
const { createInferencePool } = await import('../dist/inference/pool/pool.js');
const { threadHost } = await import('../dist/inference/pool/worker-host.js');
const { analyzeCall, rehearse, rehearsalConfig } = await loadLab('rehearsal/rehearse.ts');

const voice = (name) => decodeRecording(from(`../../demo/src/sample-call/${name}.ogg`));
const channels = await Promise.all([voice('customer'), voice('agent')]);
const length = Math.max(...channels.map((samples) => samples.length));
const padded = channels.map((samples) => {
  const whole = new Float32Array(length);
  whole.set(samples);
  return whole;
});
const modelPath = from('../../packages/model/models/undertone-emotion.onnx');
const pool = createInferencePool({ spawn: threadHost({ modelPath }), workers: 1 });
await pool.ready();
const { told } = await rehearse(await analyzeCall(pool, padded), rehearsalConfig(false));
await pool.close();

/** What a panel reads. Three digits are more than it shows. */
const short = (value) => {
  if (typeof value === 'number') return Number(value.toFixed(3));
  if (Array.isArray(value)) return value.map(short);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, short(each)]));
};
const UNREAD = ['metrics', 'agentModulation', 'state', 'tts', 'systemPrompt', 'latency', 'dominance'];
const messages = told
  .filter(({ channel, body }) => channel === 0 && ['directive', 'agent_steering'].includes(body.kind))
  .map(({ atMs, body: { kind, value } }) => {
    const read = Object.fromEntries(Object.entries(value).filter(([name]) => !UNREAD.includes(name)));
    return JSON.stringify({ atMs: Math.round(atMs), kind, value: short(read) });
  });
writeFileSync(file, `[\n${messages.join(',\n')}\n]\n`);
console.log(`${messages.length} messages in ${file}`);
