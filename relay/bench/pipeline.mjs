/**
 * CPU of one second of audio in an inference worker, by step, and memory per stream:
 * `node relay/bench/pipeline.mjs [seconds]` after `npm run build`. One thread, no pool. Ogg Opus, which the I/O thread decodes, needs ffmpeg.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loadModel } from '@undertone/model/node';
import { syntheticVoice } from '@undertone/model/golden';
import { ProsodyExtractor, Resampler, VoiceActivity } from '@undertone/prosody';
import { OggOpusStream } from '../dist/compatibility/stream/ogg-opus-stream.js';
import { ChannelPipeline, createScratch, decodeInto } from '@undertone/hearing';

const seconds = Number(process.argv[2] ?? 60);
const modelPath = fileURLToPath(import.meta.resolve('@undertone/model/models/undertone-live.onnx'));
const model = await loadModel(modelPath);
const voice = syntheticVoice(seconds, 1);
const pcm = new Uint8Array(Int16Array.from(voice, (x) => Math.max(-1, Math.min(1, x)) * 32767).buffer);
const CHUNK = 4000;

/** Nobody listens to the model's blocks here. */
const deaf = { fresh: () => undefined, block: () => undefined };

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Median over rounds of CPU ms per second of audio. */
async function measure(name, round, rounds = 11) {
  await round();
  const values = [];
  for (let i = 0; i < rounds; i++) {
    const start = cpuMs();
    await round();
    values.push((cpuMs() - start) / seconds);
  }
  values.sort((a, b) => a - b);
  const [low, median, high] = [values[0], values[rounds >> 1], values.at(-1)];
  console.log(`${name.padEnd(44)} ${median.toFixed(3)} ms/s   (${low.toFixed(3)} to ${high.toFixed(3)})`);
}

const eachChunk = (work) => {
  for (let at = 0; at + CHUNK <= voice.length; at += CHUNK) work(at);
};
const decoded = new Float32Array(CHUNK);
await measure('decode pcm_s16le 16 kHz', () =>
  eachChunk((at) => decodeInto('pcm_s16le', pcm.subarray(2 * at), CHUNK, decoded)),
);
const mulaw = pcm.subarray(0, voice.length);
await measure('decode mulaw 16 kHz', () =>
  eachChunk((at) => decodeInto('mulaw', mulaw.subarray(at), CHUNK, decoded)),
);
const opus = execFileSync(
  'ffmpeg',
  '-loglevel error -f s16le -ar 16000 -ac 1 -i pipe:0 -c:a libopus -b:a 32k -f ogg pipe:1'.split(' '),
  { input: pcm },
);
const piece = Math.ceil((opus.length * CHUNK) / voice.length);
await measure('decode Ogg Opus, 32 kbit/s (250 ms pieces)', async () => {
  const stream = new OggOpusStream();
  for (let at = 0; at < opus.length; at += piece) await stream.decode(opus.subarray(at, at + piece));
  stream.free();
});
const up = new Float32Array(3 * CHUNK);
const down = new Float32Array(2 * CHUNK);
await measure('resample 48 to 16 kHz', () => {
  const resampler = new Resampler(48_000);
  eachChunk(() => resampler.process(up, down));
});
await measure('prosody, quality and voice activity', () => {
  const activity = new VoiceActivity();
  const extractor = new ProsodyExtractor(
    { historyMs: 3000 },
    { onLevel: (level) => void activity.update(level) },
  );
  eachChunk((at) => {
    extractor.push(voice.subarray(at, at + CHUNK));
    extractor.snapshot(3000);
    extractor.quality();
  });
});
await measure('signal path whole (250 ms chunks)', () => {
  const scratch = createScratch(1000);
  const pipeline = new ChannelPipeline(
    { encoding: 'pcm_s16le', sampleRate: 16_000, startMs: 0 },
    scratch,
    800,
  );
  eachChunk((at) => pipeline.take(pcm.subarray(2 * at, 2 * (at + CHUNK)), false, deaf));
});
for (const [chunk, batch] of [
  [8000, 1],
  [8000, 4],
  [8000, 8],
  [8000, 16],
]) {
  const audio = new Float32Array(chunk * batch);
  for (let row = 0; row < batch; row++) audio.set(voice.subarray(0, chunk), row * chunk);
  await measure(`model, ${chunk / 16} ms, batch ${batch}`, async () => {
    // The cost does not depend on what the state holds.
    const state = model.createState(batch);
    for (let at = 0; at < voice.length; at += chunk * batch) await model.run(audio, batch, state);
  });
}

const STREAMS = 500;
globalThis.gc?.();
const before = process.memoryUsage();
const scratch = createScratch(1000);
const pipelines = Array.from({ length: STREAMS }, () => {
  const pipeline = new ChannelPipeline(
    { encoding: 'pcm_s16le', sampleRate: 16_000, startMs: 0 },
    scratch,
    800,
  );
  for (let at = 0; at < 16_000; at += CHUNK) pipeline.take(pcm.slice(2 * at, 2 * (at + CHUNK)), false, deaf);
  return { pipeline, state: model.createState() };
});
globalThis.gc?.();
const after = process.memoryUsage();
// `external` holds the array buffers too.
const kB = (after.heapUsed + after.external - before.heapUsed - before.external) / STREAMS / 1024;
console.log(
  `memory per channel in the worker: ${kB.toFixed(1)} kB (model state ${(model.metadata.stateSize * 4) / 1024} kB), ${pipelines.length} channels${globalThis.gc ? '' : ' (run with --expose-gc)'}`,
);
