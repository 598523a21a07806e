import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type ModelMetadata, parseModelMetadata } from '@undertone/model';
import type { BuiltInModel, Config } from '../config/config.js';
import { every } from '../concurrency/every.js';
import type { LineReader } from '../domain/lines/line-book.js';
import { createInferencePool } from '../inference/pool/pool.js';
import type { WorkerTrouble } from '../inference/pool/worker-slot.js';
import { threadHost, type ModelFiles } from '../inference/pool/worker-host.js';
import type { InferencePool } from '../inference/port.js';
import { compareWith } from '../inference/voices/voice-comparison.js';
import { voiceThreadHost } from '../inference/voices/voice-host.js';
import { VoicePool } from '../inference/voices/voice-pool.js';
import type { Logger } from '../telemetry/logger.js';
import { defined } from '../domain/defined.js';

const TROUBLES: Readonly<Record<WorkerTrouble['kind'], string>> = {
  model_failed: 'the model failed: audio got no reading',
  worker_died: 'an inference worker died: another takes its place',
};

/** Starts the threads of the emotion model. */
export const openInference = (config: Config, log: Logger): InferencePool =>
  createInferencePool({
    spawn: threadHost(modelFilesOf(config)),
    onTrouble: ({ kind, cause }) => log.error({ cause }, TROUBLES[kind]),
    ...defined({ workers: config.workers }),
  });

/** Starts no thread until a voice is enrolled or speakers have to be distinguished. */
export const openVoices = (): VoicePool =>
  new VoicePool({
    spawn: voiceThreadHost(),
    compare: compareWith,
    now: () => performance.now(),
    every,
  });

/** SHA-256 of the model's files, hex. Customers' models fit only these. */
export const modelSha256Of = async (config: Config): Promise<string> => {
  const { modelPath, fullPath } = modelFilesOf(config);
  const hash = createHash('sha256');
  for (const path of [modelPath, fullPath]) if (path !== undefined) hash.update(await readFile(path));
  return hash.digest('hex');
};

const BUILT_IN: Readonly<Record<BuiltInModel, string>> = { everything: '', open: '-open' };

/** The files of the model that the configuration chooses. */
const modelFilesOf = ({ model }: Pick<Config, 'model'>): ModelFiles => {
  if ('path' in model) {
    const fullPath = join(dirname(model.path), basename(model.path).replace('live', 'full'));
    return { modelPath: model.path, ...(fullPath !== model.path && existsSync(fullPath) && { fullPath }) };
  }
  const { resolve } = createRequire(import.meta.url);
  const fileOf = (reader: string): string =>
    resolve(`@undertone/model/models/undertone-${reader}${BUILT_IN[model.builtIn]}.onnx`);
  return { modelPath: fileOf('live'), fullPath: fileOf('full') };
};

/** The live reader that pages may load, to hear by themselves. One of an operator's own is not given to everybody. */
export const pageReaderOf = (config: Pick<Config, 'model'>): string | undefined =>
  'builtIn' in config.model ? modelFilesOf(config).modelPath : undefined;

/** The metadata of the readers. */
export interface ReaderDescriptions {
  readonly live: ReaderDescription;
  readonly full?: ReaderDescription;
}

export type ReaderDescription = ModelMetadata & Pick<LineReader, 'classifier'> & { readonly path: string };

/** Reads what the readers' files say of them; undefined for a model that is none. */
export const describeReaders = async (
  config: Pick<Config, 'model'>,
): Promise<ReaderDescriptions | undefined> => {
  const { modelPath, fullPath } = modelFilesOf(config);
  const live = await describe(modelPath);
  const full = fullPath === undefined ? undefined : await describe(fullPath);
  return live && { live, ...(full !== undefined && { full }) };
};

const metadataOf = async (path: string): Promise<ModelMetadata> =>
  parseModelMetadata(await readFile(path.replace(/\.onnx$/u, '.json'), 'utf8'));

const describe = async (path: string): Promise<ReaderDescription | undefined> => {
  const metadata = await metadataOf(path);
  const { classifier } = metadata;
  return classifier && { ...metadata, classifier, path };
};

/** Says in the log which model tells the emotions, and what its license allows. */
export const sayLicense = async (config: Pick<Config, 'model'>, log: Logger): Promise<void> => {
  const { id, version, license } = await metadataOf(modelFilesOf(config).modelPath);
  const model = { model: id, version, license: license.weights };
  if (!license.nonCommercial) log.info(model, 'emotion model: may be used commercially');
  else if ('builtIn' in config.model)
    log.warn(model, 'emotion model: not for commercial use. UNDERTONE_MODEL=open runs one that may be sold');
  else log.warn(model, 'emotion model: not for commercial use');
};
