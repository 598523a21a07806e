import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parseModelMetadata } from '@undertone/model';
import type { Config } from '../config/config.js';
import type { LineReader } from '../domain/lines/line-book.js';
import { createInferencePool } from '../inference/pool/pool.js';
import { threadHost, type ModelFiles } from '../inference/pool/worker-host.js';
import type { InferencePool } from '../inference/port.js';
import { compareWith } from '../inference/voices/voice-comparison.js';
import { voiceThreadHost } from '../inference/voices/voice-host.js';
import { VoicePool } from '../inference/voices/voice-pool.js';
import { defined } from '../domain/defined.js';

/** Starts the threads of the emotion model. */
export const openInference = (config: Config): InferencePool =>
  createInferencePool({
    spawn: threadHost(modelFilesOf(config)),
    ...defined({ workers: config.workers }),
  });

/** Starts no thread until a voice is enrolled or speakers have to be distinguished. */
export const openVoices = (): VoicePool =>
  new VoicePool({
    spawn: voiceThreadHost(),
    compare: compareWith,
    now: () => performance.now(),
    every: (ms, run) => {
      const timer = setInterval(run, ms).unref();
      return () => clearInterval(timer);
    },
  });

/** SHA-256 of the model's file, hex. Customers' models fit only this file. */
export const modelSha256Of = async (config: Config): Promise<string> =>
  createHash('sha256')
    .update(await readFile(modelPathOf(config)))
    .digest('hex');

/** A model of the operator's own tells emotions by itself; the shipped one leaves them to the readers. */
const modelFilesOf = (config: Config): ModelFiles => {
  const modelPath = modelPathOf(config);
  if (config.modelPath !== undefined) return { modelPath };
  const { resolve } = createRequire(import.meta.url);
  return {
    modelPath,
    livePath: resolve('@undertone/model/models/undertone-live.onnx'),
    fullPath: resolve('@undertone/model/models/undertone-full.onnx'),
  };
};

/** The metadata of both readers. */
export interface ReaderDescriptions {
  readonly live: LineReader;
  readonly full: LineReader;
}

/** Reads what the readers' files say of them; undefined where they are not used. */
export const describeReaders = async (config: Config): Promise<ReaderDescriptions | undefined> => {
  const { livePath, fullPath } = modelFilesOf(config);
  if (livePath === undefined || fullPath === undefined) return undefined;
  const describe = async (path: string): Promise<LineReader> => {
    const metadata = parseModelMetadata(await readFile(path.replace(/\.onnx$/u, '.json'), 'utf8'));
    const { classifier, id } = metadata;
    if (classifier === undefined) throw new Error(`${id} has no classifier`);
    return { ...metadata, classifier };
  };
  const [live, full] = await Promise.all([describe(livePath), describe(fullPath)]);
  return { live, full };
};

const modelPathOf = ({ modelPath }: Config): string =>
  modelPath ?? createRequire(import.meta.url).resolve('@undertone/model/models/undertone-emotion.onnx');
