import type { DecodeAudio, FetchAudio } from '../domain/recordings/ports.js';
import type { Wallet } from '../domain/billing/wallet.js';
import type { FineTuneStore } from '../domain/fine-tune/jobs/fine-tune-store.js';
import { FineTuneJobs } from '../domain/fine-tune/jobs/fine-tune-jobs.js';
import { FineTuneWorker } from '../domain/fine-tune/jobs/fine-tune-worker.js';
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

export interface FineTuneWiring {
  readonly store: FineTuneStore;
  readonly modelStore: TunedModelStore;
  readonly corrections: Pick<CorrectionRepository, 'keep' | 'label' | 'forgetStream'>;
  readonly wallet: Wallet;
  readonly inference: Pick<InferencePool, 'model' | 'open'>;
  readonly decode: DecodeAudio;
  readonly fetchAudio: FetchAudio;
  readonly train: RunTraining;
  /** SHA-256 of the model's file, hex. */
  readonly modelSha256: string;
  /** Nobody else works on this database. */
  readonly alone: boolean;
  readonly nowMs: () => number;
  readonly onFailed: (error: unknown, jobId: string) => void;
}

export interface FineTuning {
  readonly jobs: FineTuneJobs;
  readonly models: TunedModels;
  readonly worker: FineTuneWorker;
  readonly base: () => BaseModel;
  readonly training: TrainingUtterances;
}

/** Gives fine-tuning its ears, its money, its process and its books. */
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
    onFailed,
  });
  const training: TrainingUtterances = {
    keep: (utterance) =>
      wiring.corrections.keep({ ...utterance, baseSha256: wiring.modelSha256, at: new Date(nowMs()) }),
    label: ({ orgId, sessionId, utteranceId }, label) =>
      wiring.corrections.label(orgId, sessionId, utteranceId, label),
    forgetStream: ({ orgId, sessionId }) => wiring.corrections.forgetStream(orgId, sessionId),
  };
  return { jobs, models, worker, base, training };
};
