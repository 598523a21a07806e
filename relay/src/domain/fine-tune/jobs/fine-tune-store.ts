import type { NewEvent } from '../../events/event.js';
import type { PageEnd } from '../../page-end.js';
import type { FineTuneJob, JobMove, JobState, SampleCounts } from './job.js';
import type { FineTuneSample, SampleState } from '../samples/sample.js';

export interface JobWithCounts {
  readonly job: FineTuneJob;
  readonly counts: SampleCounts;
}

/** A model that a job trained. */
export interface NewModel {
  readonly id: string;
  readonly name: string;
  readonly vertical: string | undefined;
  readonly artifact: unknown;
  /** Requests without a `model` use it from then on. */
  readonly activate: boolean;
}

/** A job as the relay that took it knows it: of two that believe to hold it, the one with more attempts does. */
export type HeldJob = Pick<FineTuneJob, 'orgId' | 'id' | 'attempts'>;

/** What is written together with a change of state. */
export interface MoveOrder {
  readonly orgId: string;
  readonly jobId: string;
  /** If the job is no longer in this state, nothing is written. */
  readonly from: JobState;
  /** The attempt that runs the job: if another relay has taken the job since, nothing is written. Absent: whoever may cancel or start it. */
  readonly attempt?: number;
  readonly move: JobMove;
  readonly at: Date;
  readonly event?: NewEvent;
  readonly artifact?: unknown;
  readonly report?: unknown;
  /** More lines for the log. */
  readonly notes?: readonly string[];
  readonly model?: NewModel;
}

/**
 * Samples as they were stored. `closed` if the job no longer takes samples, `full` if it would hold more than
 * allowed.
 */
export type AddedSamples = readonly FineTuneSample[] | 'closed' | 'full';

/** How a job starts. */
export interface CreateOrder {
  /** The maximum number of the organization's jobs that are not over. */
  readonly most: number;
  /**
   * The creating request holds the job until this time, and renews that hold. If the time passes without a
   * renewal, the relay has died.
   */
  readonly heldUntil: Date;
  /** The money set aside for the job stays set aside until this time. */
  readonly paidUntil: Date;
}

/** A draft that will not be used. */
export interface ForgottenDraft {
  readonly job: FineTuneJob;
  readonly why: 'nobody started it' | 'the relay died on it';
}

/** Which jobs are requested: those behind the end of a page, or the newest. */
export interface JobPageOrder {
  readonly limit: number;
  /** The last job of the page before. It may have been deleted since. */
  readonly cursor: PageEnd | undefined;
}

export interface JobPage {
  readonly jobs: readonly JobWithCounts[];
  /** The last job of the page, if another page follows. */
  readonly nextCursor: PageEnd | undefined;
}

/** The storage of jobs and their samples. */
export interface FineTuneStore {
  /**
   * @throws Fault `conflict` if the organization has the maximum number of open jobs, `overloaded` if the
   *   money is no longer set aside
   */
  create(job: FineTuneJob, order: CreateOrder): Promise<void>;
  find(orgId: string, id: string): Promise<JobWithCounts | undefined>;
  /** Newest first. */
  list(orgId: string, page: JobPageOrder): Promise<JobPage>;
  /**
   * Adds samples after the existing ones and assigns their positions. A sample is refused if the job has it
   * already, or if it would exceed the job's seconds.
   * @param most how many samples the job may hold
   */
  addSamples(
    orgId: string,
    jobId: string,
    samples: readonly FineTuneSample[],
    most: number,
  ): Promise<AddedSamples>;
  /**
   * Adds the newest corrected utterances under these labels. Only utterances that were kept for training and
   * not withdrawn are added.
   * @param most as for {@link addSamples}
   */
  addCorrections(
    orgId: string,
    jobId: string,
    order: { readonly baseSha256: string; readonly labels: readonly string[] },
    most: number,
  ): Promise<AddedSamples>;
  samples(orgId: string, jobId: string): Promise<readonly FineTuneSample[]>;
  /**
   * Writes the result of a waiting sample. If the job has the sample already, or it would exceed the job's
   * seconds, it is refused instead. If another relay has taken the job, nothing is written.
   */
  finishSample(job: HeldJob, position: number, state: SampleState): Promise<SampleState>;
  /**
   * Moves a job to another state. When it ends, its money is settled in the same transaction: if a model came
   * out, the used part is charged; everything else is given back.
   * @returns false if the job was no longer in that state: somebody else moved it, and nothing was written
   */
  move(order: MoveOrder): Promise<boolean>;
  /** Takes the next job that needs work and that no relay holds. */
  take(now: Date, until: Date): Promise<FineTuneJob | undefined>;
  /**
   * Renews the hold of a job and stores the progress of its stage.
   * @returns its current state, undefined if it is over or no longer exists, or if another relay has taken it
   */
  hold(job: HeldJob, until: Date, progress: number): Promise<JobState['kind'] | undefined>;
  /** Releases a job that the caller holds, so that any relay may take it at once. */
  letGo(job: HeldJob): Promise<void>;
  /** Releases all holds of started jobs. For the start on a database that no other relay uses. */
  letGoAll(): Promise<void>;
  /**
   * Jobs that have waited for samples since before a time, and those whose creating request broke off before
   * a time.
   */
  forgottenDrafts(order: {
    readonly createdBefore: Date;
    readonly heldBefore: Date;
  }): Promise<readonly ForgottenDraft[]>;
  /** @returns false if there is no such job, or it is not over */
  delete(orgId: string, id: string, at: Date): Promise<boolean>;
}
