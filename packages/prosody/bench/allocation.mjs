// What the streaming path allocates after the engine has compiled it: bytes per frame, by function. The engine's own heap
// profiler samples them and includes collected objects. Boxed numbers count. Needs a build.
import { Session } from 'node:inspector/promises';
import { ProsodyExtractor, Resampler } from '../dist/index.js';
import { synthesizeSpeech } from '../dist/testing/index.js';

const WARM_UP_MINUTES = 20;
const MEASURED_MINUTES = 4;

const { samples } = synthesizeSpeech({ phrases: Array(10).fill(9), pauseSeconds: 0.5, noiseDb: -55 });
const sink = new Float64Array(2);
const extractor = new ProsodyExtractor(
  {},
  { onFrame: (frame) => (sink[0] = frame.f0Hz), onLevel: (level) => (sink[1] = level.energyDb) },
);
const resampler = new Resampler(48_000);
const block = new Float32Array(128).fill(0.1);
const output = new Float32Array(resampler.maxOutput(block.length));
const chunks = [];
for (let from = 0; from + 640 <= samples.length; from += 640) chunks.push(samples.subarray(from, from + 640));

function stream(minutes) {
  const rounds = Math.ceil((60 * minutes * 25) / chunks.length);
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < chunks.length; i++) {
      extractor.push(chunks[i]);
      for (let k = 0; k < 15; k++) resampler.process(block, output);
    }
  }
  return rounds * chunks.length * 4;
}

stream(WARM_UP_MINUTES);
const session = new Session();
session.connect();
await session.post('HeapProfiler.startSampling', {
  samplingInterval: 32,
  includeObjectsCollectedByMajorGC: true,
  includeObjectsCollectedByMinorGC: true,
});
const frames = stream(MEASURED_MINUTES);
const { profile } = await session.post('HeapProfiler.stopSampling');
session.disconnect();

const bytes = new Map();
(function walk(node) {
  const { functionName, url } = node.callFrame;
  if (url.includes('/prosody/dist/')) {
    const name = `${url.split('/').at(-1)} ${functionName}`;
    bytes.set(name, (bytes.get(name) ?? 0) + node.selfSize);
  }
  node.children.forEach(walk);
})(profile.head);
const total = [...bytes.values()].reduce((sum, value) => sum + value, 0);
console.log(
  `\nAllocated per 10 ms frame after ${WARM_UP_MINUTES} minutes of audio: ${(total / frames).toFixed(2)} bytes`,
);
for (const [name, value] of [...bytes].sort((a, b) => b[1] - a[1]).slice(0, 5)) {
  console.log(`  ${(value / frames).toFixed(2).padStart(8)}  ${name}`);
}
