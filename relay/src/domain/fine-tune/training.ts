import {
  type Artifact,
  artifactOf,
  type BaseClass,
  type BaseSets,
  clipsOf,
  evaluateModel,
  type Evaluations,
  type Example,
  heardMost,
  type Heads,
  stepsOfModel,
  stepsOfModelEvaluation,
  type TrainedModel,
  trainModel,
  type TrainingData,
  type TunedLabel,
  tunedLabels,
} from '@undertone/fine-tune';
import type { BaseModel } from './jobs/job.js';
import type { LabelSpec } from './labels.js';
import type { FineTuneSample } from './samples/sample.js';

/** What the readers in use give to train on. */
export interface TrainingGround {
  readonly bases: TrainingData['bases'];
  /** The base model's classes. */
  readonly classes: readonly BaseClass[];
  /** Labeled speech of other people, to show what a tuned model loses on it; empty where it was made for other readers. */
  readonly sets: BaseSets;
}

/** The order for the training process. */
export type TrainingOrder = { readonly data: TrainingData; readonly seed: number } & (
  { readonly task: 'train' } | { readonly task: 'evaluate'; readonly heads: Heads; readonly sets: BaseSets }
);

export type TrainingResult =
  | { readonly task: 'train'; readonly model: TrainedModel }
  | { readonly task: 'evaluate'; readonly evaluations: Evaluations };

/**
 * Runs an order in a place that serves no other work.
 * @throws the signal's reason; an Error if the process died
 */
export type RunTraining = (
  order: TrainingOrder,
  options: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
) => Promise<TrainingResult>;

/** The computation itself. It runs on the calling thread. */
export const runOrder = (order: TrainingOrder, onProgress: (share: number) => void): TrainingResult => {
  const { data, seed } = order;
  const steps = order.task === 'train' ? stepsOfModel(data) : stepsOfModelEvaluation(data);
  let done = 0;
  const onStep = (): void => onProgress(Math.min(1, ++done / steps));
  return order.task === 'train'
    ? { task: 'train', model: trainModel(data, { seed, onStep }) }
    : { task: 'evaluate', evaluations: evaluateModel(data, order.heads, order.sets, { seed, onStep }) };
};

/** A job's samples to train on, with its labels and those that it keeps of the base model. */
export const trainingDataOf = (
  samples: readonly FineTuneSample[],
  specs: readonly LabelSpec[],
  { bases, classes }: Pick<TrainingGround, 'bases' | 'classes'>,
): TrainingData => {
  const examples = samples.flatMap(({ id, label, speaker, state }): Example[] =>
    state.kind === 'ready'
      ? [{ id, label, speaker, seconds: state.heard.seconds, heard: state.heard.readings }]
      : [],
  );
  const used = specs.filter(({ name }) => examples.some(({ label }) => label === name));
  const names = used.map(({ name }) => name);
  const heard = heardMost(bases.live, clipsOf(examples, names, 'live'));
  const labels = tunedLabels(used, classes, bases.live.head.classes, (name) =>
    heard.get(names.indexOf(name)),
  );
  return { labels, examples, bases };
};

/** The same job always gets the same seed, so the training is the same on every relay. */
export const seedOf = (jobId: string): number =>
  Buffer.from(jobId).reduce((hash, byte) => (Math.imul(hash, 31) + byte) >>> 0, 17);

export const artifactFor = (
  { heads }: TrainedModel,
  labels: readonly TunedLabel[],
  { id, version, sha256 }: BaseModel,
): Artifact => artifactOf(heads, labels, { id, version, sha256 });
