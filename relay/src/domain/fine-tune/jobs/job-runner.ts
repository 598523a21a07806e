import { type Artifact, type TrainedModel } from '@undertone/fine-tune';
import type { NewEvent } from '../../events/event.js';
import type { NewModel } from './fine-tune-store.js';
import { type BaseModel, type FineTuneJob, isOver, type JobStep, transition } from './job.js';
import { completedEvent, failedEvent, startedEvent } from './job-events.js';
import { JobFailure } from './job-orders.js';
import { JobSamples, type JobSamplesOptions } from './job-samples.js';
import { readTrainedHeads, type TrainedHeads } from './trained-heads.js';
import { NOTHING_TO_TUNE } from '../nothing-to-tune.js';
import { reportOf } from '../report.js';
import type { FineTuneSample } from '../samples/sample.js';
import { artifactFor, type RunTraining, seedOf, type TrainingGround, trainingDataOf } from '../training.js';

export interface JobRunnerOptions extends JobSamplesOptions {
  readonly train: RunTraining;
  readonly base: () => BaseModel;
  /** Undefined where the model in use has no readers to train on. */
  readonly ground: TrainingGround | undefined;
  readonly newId: (prefix: string) => string;
  readonly nowMs: () => number;
  /** Called when a job is over, because a new model may exist then. */
  readonly onOver: (job: FineTuneJob) => void;
}

/** If three relays died on a job, it is given up. */
const MOST_ATTEMPTS = 3;
const TRIED_ENOUGH =
  'three attempts ended without a result, since the relay stopped or was too busy: create the job again';

/**
 * Runs one job through its stages. Each stage starts from what the stage before wrote down, so any relay can
 * continue there.
 */
export class JobRunner {
  private readonly samples: JobSamples;

  constructor(private readonly options: JobRunnerOptions) {
    this.samples = new JobSamples(options);
  }

  /**
   * Runs a job to its end.
   * @throws the signal's reason, or an error that is our fault: the job is then taken again later
   */
  async run(taken: FineTuneJob, signal: AbortSignal, onProgress: (share: number) => void): Promise<void> {
    let job: FineTuneJob | undefined = taken;
    try {
      if (taken.attempts > MOST_ATTEMPTS) {
        throw new JobFailure({ code: 'crashed', message: TRIED_ENOUGH });
      }
      if (taken.base.sha256 !== this.options.base().sha256) {
        const message = 'the relay’s base model was replaced: create the job again';
        throw new JobFailure({ code: 'base_model_changed', message });
      }
      while (job !== undefined && !isOver(job.state)) {
        signal.throwIfAborted();
        onProgress(0);
        await this.stage(job, signal, onProgress);
        job = await this.find(taken);
      }
    } catch (error) {
      if (!(error instanceof JobFailure)) throw error;
      job = await this.fail(taken, error);
    }
    if (job !== undefined) this.options.onOver(job);
  }

  private async stage(
    job: FineTuneJob,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<void> {
    switch (job.state.kind) {
      case 'queued': {
        const { counts } = (await this.options.store.find(job.orgId, job.id)) ?? {};
        await this.move(job, { kind: 'take' }, { event: startedEvent(job, counts?.total ?? 0, this.now()) });
        return;
      }
      case 'preparing':
        return this.prepare(job, signal, onProgress);
      case 'training':
        return this.train(job, signal, onProgress);
      case 'evaluating':
        return this.evaluate(job, signal, onProgress);
      case 'completed':
      case 'failed':
      case 'cancelled':
        return;
    }
  }

  private async prepare(
    job: FineTuneJob,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<void> {
    await this.samples.hear(job, signal, onProgress);
    const samples = await this.samples.usable(job);
    if (samples === undefined) return;
    const ready = samples.filter(({ state }) => state.kind === 'ready').length;
    const notes = [`${ready} samples are usable, ${samples.length - ready} were refused`];
    await this.move(job, { kind: 'prepared' }, { notes });
  }

  private async train(
    job: FineTuneJob,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<void> {
    const samples = await this.samples.usable(job);
    if (samples === undefined) return;
    const { kept, note } = await this.headOf(job, samples, signal, onProgress);
    await this.move(job, { kind: 'trained' }, { artifact: kept, notes: [note] });
  }

  private async headOf(
    job: FineTuneJob,
    samples: readonly FineTuneSample[],
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<{ readonly kept: TrainedHeads; readonly note: string }> {
    const data = trainingDataOf(samples, job.labels, this.ground);
    const order = { task: 'train', data, seed: seedOf(job.id) } as const;
    const result = await this.compute(order, signal, onProgress);
    if (result.task !== 'train') throw new Error('a training gives heads');
    const { trained } = result.model;
    return {
      kept: {
        artifact: artifactFor(result.model, data.labels, job.base),
        trained,
        positions: readyPositions(samples),
      },
      note: noteOf(data.labels, trained),
    };
  }

  /**
   * Evaluates the model. If a consent is withdrawn in the meantime, it trains again on the samples that are
   * left, so that no withdrawn voice is in a model.
   */
  private async evaluate(
    job: FineTuneJob,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<void> {
    let head = readTrainedHeads(job.artifact);
    const redone: string[] = [];
    for (;;) {
      const samples = await this.samples.usable(job);
      if (samples === undefined) return;
      const positions = readyPositions(samples);
      if (positions !== head.positions) {
        const { kept, note } = await this.headOf(job, samples, signal, onProgress);
        head = kept;
        redone.push(`trained again, since samples were withdrawn: ${note}`);
      }
      const data = trainingDataOf(samples, job.labels, this.ground);
      const order = {
        task: 'evaluate',
        data,
        heads: head.artifact.heads,
        sets: this.ground.sets,
        seed: seedOf(job.id),
      } as const;
      const result = await this.compute(order, signal, onProgress);
      if (result.task !== 'evaluate') throw new Error('an evaluation gives figures');
      const left = await this.samples.usable(job);
      if (left === undefined) return;
      if (readyPositions(left) !== positions) continue;
      const report = reportOf(samples, { labels: data.labels, ...head }, result.evaluations);
      await this.complete(job, { head, report, redone });
      return;
    }
  }

  private async complete(
    job: FineTuneJob,
    {
      head,
      report,
      redone,
    }: {
      readonly head: TrainedHeads;
      readonly report: ReturnType<typeof reportOf>;
      readonly redone: readonly string[];
    },
  ): Promise<void> {
    const activate = job.activation === 'if_better' && report.better;
    const model: NewModel = {
      id: this.options.newId('mdl'),
      name: job.name,
      vertical: job.vertical,
      artifact: head.artifact,
      activate,
    };
    const notes = [
      ...redone,
      report.verdict,
      activate
        ? 'it is the default model from now on'
        : 'it is not the default model: name it, or activate it',
    ];
    const event = completedEvent(job, report, activate, this.now());
    await this.move(job, { kind: 'evaluated' }, { artifact: head, report, notes, model, event });
  }

  private get ground(): TrainingGround {
    const { ground } = this.options;
    if (ground !== undefined) return ground;
    throw new JobFailure({ code: 'base_model_changed', message: NOTHING_TO_TUNE });
  }

  private async compute(
    order: Parameters<RunTraining>[0],
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): ReturnType<RunTraining> {
    try {
      return await this.options.train(order, { signal, onProgress });
    } catch (cause) {
      signal.throwIfAborted();
      if (!(cause instanceof TrainingFailed)) throw cause;
      throw new JobFailure({
        code: 'training_failed',
        message: 'the training process ended without a result',
      });
    }
  }

  /** If somebody else has moved the job in the meantime (for example a cancellation), nothing is written. */
  private async move(
    job: FineTuneJob,
    step: JobStep,
    more: {
      event?: NewEvent;
      artifact?: unknown;
      report?: unknown;
      notes?: readonly string[];
      model?: NewModel;
    },
  ): Promise<boolean> {
    const move = transition(job.state, step);
    if (move === undefined) return false;
    const { orgId, id: jobId, attempts: attempt, state: from } = job;
    return this.options.store.move({ orgId, jobId, attempt, from, move, at: this.now(), ...more });
  }

  private async fail(taken: FineTuneJob, failure: JobFailure): Promise<FineTuneJob | undefined> {
    const job = await this.find(taken);
    if (job === undefined) return undefined;
    const event = failedEvent(job, failure.error, this.now());
    await this.move(job, { kind: 'fail', error: failure.error }, { event });
    return this.find(taken);
  }

  /** @returns undefined if it was deleted, or if another relay has taken it because this one stood still */
  private async find({ orgId, id, attempts }: FineTuneJob): Promise<FineTuneJob | undefined> {
    const job = (await this.options.store.find(orgId, id))?.job;
    return job?.attempts === attempts ? job : undefined;
  }

  private now(): Date {
    return new Date(this.options.nowMs());
  }
}

const noteOf = (labels: Artifact['labels'], trained: TrainedModel['trained']): string => {
  const kept = labels.filter(({ kind }) => kind === 'kept').length;
  const how = (['full', 'live'] as const).flatMap((reader) => {
    const head = trained[reader];
    if (head === undefined) return [];
    const leftOut = head.grouping === 'speaker' ? 'people' : 'recordings';
    return [`${reader} reader: reach ${head.reach}, by ${head.folds} folds leaving ${leftOut} out`];
  });
  return `heads over ${labels.length} labels, ${kept} of them the base model’s; ${how.join('; ')}`;
};

const readyPositions = (samples: readonly FineTuneSample[]): string =>
  samples.flatMap(({ state, position }) => (state.kind === 'ready' ? [position] : [])).join(' ');

/** The training process threw an error or ran out of memory. A retry would end the same way. */
export class TrainingFailed extends Error {
  override readonly name = 'TrainingFailed';
}
