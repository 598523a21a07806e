/** The readers' ONNX files for evaluation: what they hear of a clip. */
import { existsSync, readFileSync } from 'node:fs';
import { advanceState, parseModelMetadata } from '@undertone/model';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { CACHE_DIR } from './python.mjs';

const LEAST_SAMPLES = 1_600;

/** Where `npm run train` keeps a reader with the heads of each fold, and of all corpora but one. */
export const PARTS_DIR = `${CACHE_DIR}/parts`;

/** @throws Error that says how a file that is not there is made */
export const partFile = (folder, kind, part) => {
  const path = `${folder}/${kind}-${part}.onnx`;
  if (!existsSync(path))
    throw new Error(
      `there is no ${path}: \`npm run train -- <folder> --kind ${kind}\` makes it (about an hour; needs Python, see packages/model/training/README.md)`,
    );
  return path;
};

/** The file of the other reader that learned from the same speech. */
export const otherFile = (path) =>
  path.replace(/(full|live)(?=[^/]*$)/u, (kind) => (kind === 'full' ? 'live' : 'full'));

/**
 * Opens a reader's file.
 * @returns its metadata, and what it hears of a clip's samples: `embedding` and `vad`. The live reader hears block by block, as in a
 * stream; its `hearAlong` tells what it hears after each block that the clip fills, and how many seconds those are.
 */
export async function openReader(path) {
  const metadata = parseModelMetadata(readFileSync(path.replace(/\.onnx$/u, '.json'), 'utf8'));
  process.env.ORT_DISABLE_TELEMETRY = '1';
  const session = await InferenceSession.create(path, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  const { granularitySamples: step, stateSize, reader } = metadata;
  const wanted = ['embedding', 'vad'];
  const told = ({ embedding, vad }) => ({
    embedding: Float32Array.from(embedding.data),
    vad: Float32Array.from(vad.data),
  });
  const padded = (samples, least) => {
    const whole = new Float32Array(Math.max(least, Math.ceil(samples.length / step) * step));
    whole.set(samples);
    return whole;
  };
  const hearWhole = async (samples) => {
    const audio = padded(samples, LEAST_SAMPLES);
    return told(await session.run({ audio: new Tensor('float32', audio, [1, audio.length]) }, wanted));
  };
  async function* blocksOf(samples) {
    const audio = padded(samples, step);
    const state = new Float32Array(stateSize);
    for (let start = 0; start < audio.length; start += step) {
      const block = new Tensor('float32', audio.slice(start, start + step), [1, step]);
      const before = new Tensor('float32', state, [1, stateSize]);
      const heard = await session.run({ audio: block, state: before }, [...wanted, 'state_out']);
      advanceState(metadata, state, heard.state_out.data);
      yield { seconds: Math.min(samples.length, start + step) / 16_000, ...told(heard) };
    }
  }
  const hearAlong = async (samples) => {
    const heard = [];
    for await (const each of blocksOf(samples)) heard.push(each);
    return heard.length > 1 && samples.length % step > 0 ? heard.slice(0, -1) : heard;
  };
  const hearBlocks = async (samples) => {
    let last;
    for await (const { embedding, vad } of blocksOf(samples)) last = { embedding, vad };
    return last;
  };
  return {
    metadata,
    ...(reader === 'full' ? { hear: hearWhole } : { hear: hearBlocks, hearAlong }),
    close: () => session.release(),
  };
}
