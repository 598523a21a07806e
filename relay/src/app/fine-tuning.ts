import type { DecodeAudio, FetchAudio } from '../domain/recordings/ports.js';
import type { Wallet } from '../domain/billing/wallet.js';
import type { FineTuneStore } from '../domain/fine-tune/jobs/fine-tune-store.js';
import { FineTuneJobs } from '../domain/fine-tune/jobs/fine-tune-jobs.js';
import { FineTuneWorker, type FineTuneWorkerOptions } from '../domain/fine-tune/jobs/fine-tune-worker.js';
import type { BaseModel } from '../domain/fine-tune/jobs/job.js';
import { JobRunner } from '../domain/fine-tune/jobs/job-runner.js';
import { type TunedModelStore, TunedModels } from '../domain/fine-tune/tuned-models.js';
import type { RunTraining } from '../domain/fine-tune/training.js';
import type { TrainingUtterances } from '../domain/fine-tune/training-utterances.js';
import type { CorrectionRepository } from '../storage/conversations/correction-repository.js';
import { newId } from '../domain/ids.js';
import { analyzeFile } from '../inference/file-analysis.js';
import type { InferencePool } from '../inference/port.js';
import { waitFor } from '../concurrency/wait-for.js';
import { trainingProcess } from '../jobs/training-process.js';
import { type BaseSet, readerBaseOf } from '@undertone/fine-tune';
import type { TrainingGround } from '../domain/fine-tune/training.js';
import { readBaseSet } from './base-set.js';
import type { Ground } from './start/ground.js';
import { modelSha256Of, type ReaderDescription, type ReaderDescriptions } from './inference.js';
import { decodeWith, fetchWith } from './media.js';

export interface FineTuneWiring {
  readonly store: FineTuneStore;
  readonly modelStore: TunedModelStore;
  readonly corrections: Pick<CorrectionRepository, 'keep' | 'label' | 'forgetStream'>;
  readonly wallet: Wallet;
  readonly inference: Pick<InferencePool, 'model' | 'open'>;
  readonly decode: DecodeAudio;
  readonly fetchAudio: FetchAudio;
  readonly train: RunTraining;
  /** SHA-256 of the model's files, hex. */
  readonly modelSha256: string;
  /** Undefined where the model in use has no readers to train on. */
  readonly trainingGround: TrainingGround | undefined;
  /** Whether no other relay works on this database. */
  readonly alone: boolean;
  readonly nowMs: () => number;
  readonly onFailed: (error: unknown, jobId: string) => void;
  readonly aroundJob?: FineTuneWorkerOptions['around'];
}

export interface FineTuning {
  readonly jobs: FineTuneJobs;
  readonly models: TunedModels;
  readonly worker: FineTuneWorker;
  readonly base: () => BaseModel;
  readonly training: TrainingUtterances;
}

/** Opens fine-tuning on the ground, and starts its worker. */
export const openFineTuning = async (
  ground: Ground,
  readers: ReaderDescriptions | undefined,
): Promise<FineTuning> => {
  const { config, repositories, inference, decoder, http, database, nowMs, log, undo, spans } = ground;
  const fineTuning = wireFineTuning({
    store: repositories.fineTunes,
    modelStore: repositories.tunedModels,
    corrections: repositories.corrections,
    wallet: repositories.wallets,
    inference,
    decode: decodeWith(decoder),
    fetchAudio: fetchWith(http),
    train: trainingProcess(),
    modelSha256: await modelSha256Of(config),
    trainingGround: readers && (await trainingGroundOf(readers)),
    alone: database.kind === 'embedded',
    aroundJob: spans?.job('fine-tune'),
    nowMs,
    onFailed: (error, jobId) =>
      log.warn({ err: error, jobId }, 'a fine-tune job failed and is taken up again'),
  });
  fineTuning.worker.start();
  undo.add(() => fineTuning.worker.stop());
  return fineTuning;
};

/** What heads are trained on, out of the readers' metadata and the speech they are compared on. */
export const trainingGroundOf = async ({ live, full }: ReaderDescriptions): Promise<TrainingGround> => {
  const [liveSet, fullSet] = await Promise.all([setOf(live), setOf(full)]);
  return {
    bases: {
      live: readerBaseOf(live.classifier),
      ...(full !== undefined && { full: readerBaseOf(full.classifier) }),
    },
    classes: live.classes.map(({ name, labels }) => ({
      name,
      label: labels.reduce((most, each) => (each.share > most.share ? each : most)).label,
    })),
    sets: {
      ...(liveSet !== undefined && { live: liveSet }),
      ...(fullSet !== undefined && { full: fullSet }),
    },
  };
};

const setOf = async (reader: ReaderDescription | undefined): Promise<BaseSet | undefined> =>
  reader && readBaseSet(reader);

/** Connects fine-tuning to its audio, wallet, training process and tables. */
export const wireFineTuning = (wiring: FineTuneWiring): FineTuning => {
  const { store, wallet, inference, nowMs, onFailed } = wiring;
  const base = (): BaseModel => {
    const { id, version, labels } = inference.model();
    return { id, version, sha256: wiring.modelSha256, classes: labels };
  };
  const ears = {
    decode: wiring.decode,
    fetchAudio: wiring.fetchAudio,
    engine: (order: Parameters<typeof analyzeFile>[1]) =>
      analyzeFile(inference, { ...order, embeddings: true }),
  };
  const models = new TunedModels({ store: wiring.modelStore, base, nowMs });
  const jobs: FineTuneJobs = new FineTuneJobs({
    store,
    wallet,
    ears,
    base,
    canTune: wiring.trainingGround !== undefined,
    newId: (prefix) => newId(prefix),
    nowMs,
    wait: waitFor,
    onFailed,
    nudge: (change) => worker.nudge(change),
  });
  const runner = new JobRunner({
    store,
    ears,
    train: wiring.train,
    base,
    ground: wiring.trainingGround,
    newId: (prefix) => newId(prefix),
    nowMs,
    wait: waitFor,
    onOver: ({ orgId }) => models.forget(orgId),
  });
  const worker = new FineTuneWorker({
    store,
    runner,
    jobs,
    nowMs,
    wait: waitFor,
    alone: wiring.alone,
    around: wiring.aroundJob,
    onFailed,
  });
  return { jobs, models, worker, base, training: keepUtterances(wiring) };
};

/** Keeps live utterances that customers corrected, as samples for the model in use. */
const keepUtterances = ({ corrections, modelSha256, nowMs }: FineTuneWiring): TrainingUtterances => ({
  keep: (utterance) => corrections.keep({ ...utterance, baseSha256: modelSha256, at: new Date(nowMs()) }),
  label: ({ orgId, sessionId, utteranceId }, label) =>
    corrections.label(orgId, sessionId, utteranceId, label),
  forgetStream: ({ orgId, sessionId }) => corrections.forgetStream(orgId, sessionId),
});
