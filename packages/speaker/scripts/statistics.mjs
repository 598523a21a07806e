/**
 * node scripts/statistics.mjs <folder with index.csv> --model file.onnx --out statistics.json
 *
 * Pooled statistics of training speakers' segments, for training/whiten.py and training/discriminant.py. Part of `npm run train:speaker`.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FramePool } from '../dist/frame-pool.js';
import { loadSpeakerModel } from '../dist/node/index.js';
import { backgroundSegments } from './lib/background.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { model: { type: 'string' }, out: { type: 'string' } },
});
const model = await loadSpeakerModel(values.model);
const rows = [];
const segments = [
  ...(await backgroundSegments(positionals[0], values.model, { perSide: 6 })),
  ...(await backgroundSegments(positionals[0], values.model, { channel: 'telephone', perSide: 3 })),
];
for (const { speaker, samples } of segments) {
  const frames = await model.analyze(samples);
  const pool = new FramePool(model.metadata);
  for (let frame = 0; frame < frames.count; frame += 1)
    if (frames.activity[2 * frame] >= model.metadata.thresholds.voiceprintSpeech)
      pool.add(frames, frame, frame + 1);
  rows.push({ speaker, statistics: Array.from(pool.statistics(), (value) => Number(value.toFixed(5))) });
}
writeFileSync(values.out, JSON.stringify(rows));
await model.dispose();
