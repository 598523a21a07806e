import type { Heads } from './artifact.js';
import { clipsOf, type Clip, type Example, READERS, type ReaderName } from './example.js';
import { type BaseSet, evaluate, type Evaluation, stepsOfEvaluation } from './evaluation.js';
import { fitHead } from './fit-head.js';
import type { ReaderBase } from './head.js';
import type { TunedLabel } from './labels.js';
import { missingFor } from './requirements.js';
import { STEPS_OF_TRAINING, trainHead, type TrainedHead } from './train-head.js';

/** Everything that a model is trained from. */
export interface TrainingData {
  /** In the order of every head's means. */
  readonly labels: readonly TunedLabel[];
  /** The customer's samples, as the readers heard them. */
  readonly examples: readonly Example[];
  /** The base model as each reader hears it. */
  readonly bases: Readonly<Partial<Record<ReaderName, ReaderBase>>> & { readonly live: ReaderBase };
}

/** Speech of other people, heard by each reader. */
export type BaseSets = Readonly<Partial<Record<ReaderName, BaseSet>>>;

/** The heads that training made, and how. */
export interface TrainedModel {
  /** One for each reader that has one. */
  readonly heads: Heads;
  /** How each head came about; a reader that heard too few samples keeps the base model's classes, and has none. */
  readonly trained: Readonly<Partial<Record<ReaderName, Omit<TrainedHead, 'head'>>>>;
}

/** What the evaluation of each reader’s head found; a reader that heard too few samples has none. */
export type Evaluations = Readonly<Partial<Record<ReaderName, Evaluation>>>;

const dataOf = (
  { labels, examples, bases }: TrainingData,
  reader: ReaderName,
): { base: ReaderBase; labels: readonly TunedLabel[]; clips: readonly Clip[] } | undefined => {
  const base = bases[reader];
  if (base === undefined) return undefined;
  const clips = clipsOf(
    examples,
    labels.map(({ name }) => name),
    reader,
  );
  return { base, labels, clips };
};

const isEnough = (labels: readonly TunedLabel[], clips: readonly Clip[]): boolean =>
  missingFor(clips.map(({ label }) => labels[label]?.name ?? '')).length === 0;

/** The readers that heard enough samples. */
const ready = (data: TrainingData): ReaderName[] =>
  READERS.filter((reader) => {
    const own = dataOf(data, reader);
    return own !== undefined && isEnough(own.labels, own.clips);
  });

interface Progress {
  readonly seed: number;
  readonly onStep?: () => void;
}

/** How often at most {@link trainModel} will call `onStep`, to show its progress. */
export const stepsOfModel = (data: TrainingData): number => ready(data).length * STEPS_OF_TRAINING;

/** Trains a head for each reader. */
export const trainModel = (data: TrainingData, progress: Progress): TrainedModel => {
  const heads: Partial<Record<ReaderName, TrainedHead['head']>> = {};
  const trained: Partial<Record<ReaderName, Omit<TrainedHead, 'head'>>> = {};
  for (const reader of READERS) {
    const own = dataOf(data, reader);
    if (own === undefined) continue;
    if (isEnough(own.labels, own.clips)) {
      const { head, ...how } = trainHead(own, progress);
      heads[reader] = head;
      trained[reader] = how;
    } else {
      // What it heard counts, but is too little to choose anything by.
      heads[reader] = {
        ...fitHead(own.base, own.labels, own.clips, CAUTIOUS_REACH),
        calibration: own.base.head.calibration,
      };
    }
  }
  const { live, full } = heads;
  if (live === undefined) throw new RangeError('there is no live reader to train on');
  return { heads: { live, ...(full !== undefined && { full }) }, trained };
};

const CAUTIOUS_REACH = 1;

/** How often at most {@link evaluateModel} will call `onStep`, to show its progress. */
export const stepsOfModelEvaluation = (data: TrainingData): number =>
  ready(data).reduce((steps, reader) => steps + stepsOfEvaluation(dataOf(data, reader)?.clips ?? []), 0);

/** Evaluates the heads of both readers; those that were trained on too little are not. */
export const evaluateModel = (
  data: TrainingData,
  heads: Heads,
  sets: BaseSets,
  progress: Progress,
): Evaluations => {
  const evaluations: Partial<Record<ReaderName, Evaluation>> = {};
  for (const reader of ready(data)) {
    const own = dataOf(data, reader);
    const head = heads[reader];
    const set = sets[reader];
    if (own === undefined || head === undefined) continue;
    evaluations[reader] = evaluate(own, {
      ...progress,
      ...(set !== undefined && { onBaseSet: { head, set } }),
    });
  }
  return evaluations;
};
