/** The readers' ONNX graphs for evaluation: statistics of a clip, and heads that were fitted without some speakers or corpora. */
import { readFileSync } from 'node:fs';

/** Opens a reader as a function that returns an output of a clip. A live reader reads the clip block by block, like a stream. */
export function openReader(
  kind,
  { granularitySamples: step, stateSize },
  session,
  Tensor,
  output = 'statistics',
) {
  const padded = (samples, least) => {
    const whole = new Float32Array(Math.max(least, Math.ceil(samples.length / step) * step));
    whole.set(samples);
    return whole;
  };
  if (kind === 'full')
    return async (samples) => {
      const audio = padded(samples, 1_600);
      const heard = await session.run({ audio: new Tensor('float32', audio, [1, audio.length]) }, [output]);
      return Float32Array.from(heard[output].data);
    };
  return async (samples) => {
    const audio = padded(samples, step);
    let state = new Tensor('float32', new Float32Array(stateSize), [1, stateSize]);
    let last;
    for (let start = 0; start < audio.length; start += step) {
      const block = new Tensor('float32', audio.slice(start, start + step), [1, step]);
      last = await session.run({ audio: block, state }, [output, 'state_out']);
      state = last.state_out;
    }
    return Float32Array.from(last[output].data);
  };
}

const loaded = new Map();

/** Reads heads of training/train_reader.py: `embed` for statistics, `vad` for an embedding, and their classifier. */
export function readHeads(path) {
  const known = loaded.get(path);
  if (known !== undefined) return known;
  const { features, size, vadRest, classifier } = JSON.parse(readFileSync(`${path}.json`, 'utf8'));
  const bytes = readFileSync(`${path}.f32`);
  const rows = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const done = new WeakMap();
  const embed = (statistics) => {
    const before = done.get(statistics);
    if (before !== undefined) return before;
    const embedding = Float64Array.from({ length: size }, (_, d) => rows[features * size + d]);
    for (let f = 0; f < features; f += 1)
      for (let d = 0; d < size; d += 1) embedding[d] += statistics[f] * rows[f * size + d];
    done.set(statistics, embedding);
    return embedding;
  };
  const vad = (embedding) =>
    classifier.vad.map((slope, k) => slope.reduce((sum, each, d) => sum + each * embedding[d], vadRest[k]));
  const heads = { embed, vad, classifier };
  loaded.set(path, heads);
  return heads;
}
