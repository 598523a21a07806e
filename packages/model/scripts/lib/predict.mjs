import { existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { InferenceSession, Tensor } from 'onnxruntime-node';

export const TIMES_S = [0.7, 1.5, 3];

/** Opens a model file with its metadata, to run on one thread. */
export async function openModel(path) {
  const metadata = JSON.parse(readFileSync(path.replace(/\.onnx$/u, '.json'), 'utf8'));
  process.env.ORT_DISABLE_TELEMETRY = '1';
  const session = await InferenceSession.create(path, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  return { path, metadata, session };
}

/** Opens the fold models, or returns undefined when one is missing. */
export async function openFolds(folder, count) {
  const paths = Array.from({ length: count }, (_, fold) => `${folder}/fold-${fold}.onnx`);
  return paths.every((path) => existsSync(path)) ? Promise.all(paths.map(openModel)) : undefined;
}

/** Reads the samples of one clip from its corpus's int16 file. */
export function readClip(files, handles, clip) {
  const handle = handles.get(clip.corpus) ?? openSync(files[clip.corpus], 'r');
  handles.set(clip.corpus, handle);
  const bytes = Buffer.alloc(clip.length * 2);
  readSync(handle, bytes, 0, bytes.length, clip.start * 2);
  return Float32Array.from({ length: clip.length }, (_, n) => bytes.readInt16LE(2 * n) / 32_768);
}

/**
 * Streams a clip through the model from a fresh state. Reads it 0.7, 1.5 and 3 s after the onset of speech (or at the end
 * of a shorter clip) and at the end.
 */
export async function readAlong({ metadata, session }, samples, onset) {
  const { granularitySamples: block, maxSamplesPerCall, stateSize, sampleRateHz } = metadata;
  const length = Math.ceil(samples.length / block) * block;
  const padded = new Float32Array(length);
  padded.set(samples);
  const stops = TIMES_S.map((seconds) => {
    const at = onset + Math.round((seconds * sampleRateHz) / block) * block;
    return Math.max(block, Math.min(length, at));
  });
  const readings = new Map();
  let state = new Tensor('float32', new Float32Array(stateSize), [1, stateSize]);
  let position = 0;
  for (const stop of [...new Set([...stops, length])].sort((a, b) => a - b)) {
    while (position < stop) {
      const end = Math.min(stop, position + maxSamplesPerCall);
      const audio = new Tensor('float32', padded.slice(position, end), [1, end - position]);
      const output = await session.run({ audio, state });
      state = output.state_out;
      position = end;
      readings.set(end, {
        logits: [...output.logits.data],
        vad: [...output.vad.data],
        domain: output.domain === undefined ? undefined : [...output.domain.data],
      });
    }
  }
  return [...stops, length].map((stop) => readings.get(stop));
}
