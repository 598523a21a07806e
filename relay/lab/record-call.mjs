/**
 * Plays the demo's sample call, two synthesized voices, through the relay's inference and call analysis, and writes what the relay says
 * about the caller as JSON. The widget's tests play it (packages/widget/test/sample-call.json). With a second file, writes its cues in
 * other languages too (packages/widget/test/sample-cues.json), for the pictures of the README.
 *
 * Usage: node relay/lab/record-call.mjs FILE [CUES_FILE]
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureProgram } from '../../scripts/lib/program.mjs';
import { decodeRecording } from '../../scripts/lib/speech.mjs';
import { loadLab } from './load.mjs';

const [file, cuesFile] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node relay/lab/record-call.mjs FILE [CUES_FILE]');
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
const analyzed = await analyzeCall(pool, padded);
await pool.close();
const tellIn = async (language) => (await rehearse(analyzed, { ...rehearsalConfig(false), language })).told;

/** What a panel reads. Three digits are more than it shows. */
const short = (value) => {
  if (typeof value === 'number') return Number(value.toFixed(3));
  if (Array.isArray(value)) return value.map(short);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, short(each)]));
};
const UNREAD = ['metrics', 'agentModulation', 'state', 'tts', 'systemPrompt', 'latency', 'dominance'];
const messagesIn = async (language, kinds) =>
  (await tellIn(language))
    .filter(({ channel, body }) => channel === 0 && kinds.includes(body.kind))
    .map(({ atMs, body: { kind, value } }) => {
      const read = Object.fromEntries(Object.entries(value).filter(([name]) => !UNREAD.includes(name)));
      return { atMs: Math.round(atMs), kind, value: short(read) };
    });
const messages = await messagesIn('en', ['directive', 'agent_steering']);
writeFileSync(file, `[\n${messages.map((message) => JSON.stringify(message)).join(',\n')}\n]\n`);
console.log(`${messages.length} messages in ${file}`);
if (cuesFile !== undefined) {
  const cues = {};
  for (const language of ['de', 'pl']) cues[language] = await messagesIn(language, ['agent_steering']);
  writeFileSync(cuesFile, `${JSON.stringify(cues, null, 2)}\n`);
}
