import {
  type Artifact,
  artifactOf,
  type DataSet,
  evaluate,
  type Evaluation,
  type Example,
  stepsOfEvaluation,
  stepsOfTraining,
  trainHead,
  type TrainedHead,
  type TunedLabel,
  baseOf,
} from '@undertone/fine-tune';
import type { BaseModel } from './jobs/job.js';
import { type LabelSpec, tunedLabels } from './labels.js';
import type { FineTuneSample, StoredReading } from './samples/sample.js';

/** The order for the training process. */
export interface TrainingOrder {
  readonly task: 'train' | 'evaluate';
  readonly data: DataSet;
  readonly seed: number;
}

export type TrainingResult =
  | { readonly task: 'train'; readonly trained: TrainedHead }
  | { readonly task: 'evaluate'; readonly evaluation: Evaluation };

/**
 * Runs an order in a place that serves no other work.
 * @throws the signal's reason; an Error if the process died
 */
export type RunTraining = (
  order: TrainingOrder,
  options: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
) => Promise<TrainingResult>;

/** The computation itself. It runs on the calling thread. */
export const runOrder = (
  { task, data, seed }: TrainingOrder,
  onProgress: (share: number) => void,
): TrainingResult => {
  const steps = task === 'train' ? stepsOfTraining(data.examples.length) : stepsOfEvaluation(data);
  let done = 0;
  const onStep = (): void => onProgress(Math.min(1, ++done / steps));
  return task === 'train'
    ? { task, trained: trainHead(data, { seed, onStep }) }
    : { task, evaluation: evaluate(data, { seed, onStep }) };
};

/** A job's samples as a data set, with its labels and the labels they are reported as. */
export const dataSetOf = (
  samples: readonly FineTuneSample[],
  specs: readonly LabelSpec[],
  base: Pick<BaseModel, 'classes'>,
): { readonly data: DataSet; readonly labels: readonly TunedLabel[] } => {
  const ready = samples.flatMap((sample) =>
    sample.state.kind === 'ready' ? [{ ...sample, heard: sample.state.heard }] : [],
  );
  const used = specs.filter(({ name }) => ready.some(({ label }) => label === name));
  const readingsOf = (label: string): StoredReading[] =>
    ready.flatMap((sample) => (sample.label === label ? (sample.heard.readings.at(-1) ?? []) : []));
  const labels = tunedLabels(used, readingsOf, base.classes);
  const toReading = (reading: StoredReading): Example['reading'] => ({
    embedding: reading.embedding,
    base: baseOf(labels, reading),
  });
  const examples = ready.flatMap(({ id, label, speaker, heard }): Example[] => {
    const last = heard.readings.at(-1);
    if (last === undefined) return [];
    const early = heard.readings.slice(0, -1).map(toReading);
    return [{ id, label, speaker, seconds: heard.seconds, reading: toReading(last), early }];
  });
  return { data: { labels: labels.map(({ name }) => name), examples }, labels };
};

/** The same job always gets the same seed, so the training is the same on every relay. */
export const seedOf = (jobId: string): number =>
  Buffer.from(jobId).reduce((hash, byte) => (Math.imul(hash, 31) + byte) >>> 0, 17);

export const artifactFor = (
  { head }: TrainedHead,
  labels: readonly TunedLabel[],
  { id, version, sha256 }: BaseModel,
): Artifact => artifactOf(head, labels, { id, version, sha256 });
