import { readFileSync } from 'node:fs';
import { readerBaseOf } from '@undertone/fine-tune';
import { parseModelMetadata } from '@undertone/model';
import { type Analysis, type AnalysisWiring, wireAnalysis } from '../../app/analysis.js';
import { Fault } from '../../domain/fault.js';
import type { Speakers } from '../../domain/speakers/speakers.js';
import { type FineTuning, wireFineTuning } from '../../app/fine-tuning.js';
import { createInferencePool } from '../../inference/pool/pool.js';
import type { InferencePool } from '../../inference/port.js';
import type { TrainingGround } from '../../domain/fine-tune/training.js';
import { FakeModel, LIVE_READER_PATH } from '../../inference/testing/fake-model.js';
import { InProcessWorker } from '../../inference/testing/in-process-host.js';
import { createMediaDecoder } from '../../media/index.js';
import { createSafeHttp } from '../../outbound/index.js';
import type { Repositories } from '../../app/start/repositories.js';
import { createLogger } from '../../telemetry/logger.js';
import { wireSpeakers } from '../../app/voices.js';

/** Fine-tuning that accepts jobs but never runs them. */
export const deafFineTuning = (repositories: Repositories, nowMs: () => number): FineTuning => {
  const absent = (): Promise<never> =>
    Promise.reject(new Fault('model_unavailable', 'this rig hears no samples'));
  const inference = unheardInference();
  return wireFineTuning({
    store: repositories.fineTunes,
    modelStore: repositories.tunedModels,
    corrections: repositories.corrections,
    wallet: repositories.wallets,
    inference,
    decode: absent,
    fetchAudio: absent,
    train: absent,
    modelSha256: 'none',
    trainingGround: shippedGround(),
    alone: false,
    nowMs,
    onFailed: (error) => {
      throw error;
    },
  });
};

const shippedGround = (): TrainingGround => {
  const { classifier } = parseModelMetadata(readFileSync(LIVE_READER_PATH.replace('.onnx', '.json'), 'utf8'));
  if (classifier === undefined) throw new Error('the live reader has a classifier');
  return { bases: { live: readerBaseOf(classifier) }, classes: [], sets: {} };
};

/** An inference pool that only describes its model. */
const unheardInference = (): Pick<InferencePool, 'model' | 'open'> => {
  const { id, version, classes } = new FakeModel().metadata;
  return {
    model: () => ({ id, version, labels: classes.map(({ name }) => name), calibration: 'none' }),
    open: () => {
      throw new Error('this rig hears nothing');
    },
  };
};

/** Speaker recognition without a speaker model. */
export const deafSpeakers = (repositories: Repositories): Speakers => {
  const absent = (): Promise<never> =>
    Promise.reject(new Fault('model_unavailable', 'this rig has no speaker model'));
  return wireSpeakers({
    store: repositories.speakers,
    wallet: repositories.wallets,
    engine: { comparison: absent, hear: absent },
    analyze: absent,
    decode: absent,
    fetchAudio: absent,
    masters: [Buffer.alloc(32, 7)],
    nowMs: () => Date.now(),
    onRemoved: () => undefined,
    log: createLogger('silent'),
  });
};

/** What hears and fetches recordings. */
type Engines = Pick<AnalysisWiring, 'inference' | 'decoder' | 'http' | 'models' | 'training'>;

/** Analysis of recordings with these engines, whose failed jobs fail the test. */
export const analysisWith = (repositories: Repositories, engines: Engines): Analysis =>
  wireAnalysis({
    ...engines,
    wallet: repositories.wallets,
    jobStore: repositories.analysisJobs,
    organizations: repositories.organizations,
    onJobFailed: (error) => {
      throw error;
    },
    nowMs: () => Date.now(),
    verticalOf: async (orgId, id) => (await repositories.conversations.find(orgId, id))?.vertical,
    observe: () => Promise.resolve(undefined),
  });

/** Analysis of recordings without a decoder. */
export const unbuiltAnalysis = (repositories: Repositories): Analysis =>
  analysisWith(repositories, {
    inference: createInferencePool({
      workers: 1,
      spawn: () => new InProcessWorker(new FakeModel(), () => performance.now()),
    }),
    decoder: createMediaDecoder(),
    http: createSafeHttp(),
  });
