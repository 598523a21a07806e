import type { NewEvent } from '../../events/event.js';
import type { PageEnd } from '../../page-end.js';
import type { FineTuneJob, JobMove, JobState, SampleCounts } from './job.js';
import type { FineTuneSample, SampleState } from '../samples/sample.js';

export interface JobWithCounts {
  readonly job: FineTuneJob;
  readonly counts: SampleCounts;
}

/** A model that came of a job. */
export interface NewModel {
  readonly id: string;
  readonly name: string;
  readonly vertical: string | undefined;
  readonly artifact: unknown;
  /** It becomes what requests without a `model` use. */
  readonly activate: boolean;
}

/** What is written together with a change of state. */
export interface MoveOrder {
  readonly orgId: string;
  readonly jobId: string;
  /** Nothing is written where the job is not in this state any more. */
  readonly from: JobState;
  readonly move: JobMove;
  readonly at: Date;
  readonly event?: NewEvent;
  readonly artifact?: unknown;
  readonly report?: unknown;
  /** Further lines for the log. */
  readonly notes?: readonly string[];
  readonly model?: NewModel;
}

/** Samples as they were kept; `closed` where the job takes none any more, `full` where it would hold more than it may. */
export type AddedSamples = readonly FineTuneSample[] | 'closed' | 'full';

/** How a job begins. */
export interface CreateOrder {
  /** Jobs of the organization that are not over. */
  readonly most: number;
  /** The request that makes it holds it until then, and goes on holding it; later it is one that a relay died on. */
  readonly heldUntil: Date;
  /** What was set aside for it stays so until then. */
  readonly paidUntil: Date;
}

/** A draft of which nothing will come. */
export interface ForgottenDraft {
  readonly job: FineTuneJob;
  readonly why: 'nobody started it' | 'the relay died on it';
}

/** Which jobs are asked for: those behind a page's end, or the newest. */
export interface JobPageOrder {
  readonly limit: number;
  /** The last of the page before, which may be gone since. */
  readonly cursor: PageEnd | undefined;
}

export interface JobPage {
  readonly jobs: readonly JobWithCounts[];
  /** The last of the page, where another one follows. */
  readonly nextCursor: PageEnd | undefined;
}

/** Where jobs and their samples are kept. */
export interface FineTuneStore {
  /**
   * @throws Fault `conflict` where the organization has as many open jobs as it may, `overloaded` where what was set aside
   *   is not so any more
   */
  create(job: FineTuneJob, order: CreateOrder): Promise<void>;
  find(orgId: string, id: string): Promise<JobWithCounts | undefined>;
  /** Newest first. */
  list(orgId: string, page: JobPageOrder): Promise<JobPage>;
  /**
   * Adds samples behind those that are there; their places are given here. One that is there already, or goes beyond the
   * job's seconds, is refused.
   * @param most the job may hold
   */
  addSamples(
    orgId: string,
    jobId: string,
    samples: readonly FineTuneSample[],
    most: number,
  ): Promise<AddedSamples>;
  /**
   * Adds the newest corrected utterances that were kept for training and that nobody withdrew, under these labels.
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
   * Writes what became of a sample that was waiting. One that is there already, or goes beyond the job's seconds, is
   * refused instead.
   */
  finishSample(orgId: string, jobId: string, position: number, state: SampleState): Promise<SampleState>;
  /**
   * Moves a job. At its end its money is settled in the same transaction: what was used is charged where it gave a model,
   * everything else is given back.
   * @returns false where the job was not in the state any more: somebody else moved it, and nothing was written
   */
  move(order: MoveOrder): Promise<boolean>;
  /** Takes the next job that is to be worked on and that no relay holds. */
  take(now: Date, until: Date): Promise<FineTuneJob | undefined>;
  /** Goes on holding a job, and notes how far its stage is. @returns its state now, undefined where it is gone */
  hold(orgId: string, id: string, until: Date, progress: number): Promise<JobState['kind'] | undefined>;
  /** Lets go of a job, so that any relay may take it up at once. */
  letGo(orgId: string, id: string): Promise<void>;
  /** Gives up every hold of jobs that were started: after a start on a database that nobody else uses. */
  letGoAll(): Promise<void>;
  /** Jobs that wait for samples since before a time, and those whose request was cut off before a time. */
  forgottenDrafts(order: {
    readonly createdBefore: Date;
    readonly heldBefore: Date;
  }): Promise<readonly ForgottenDraft[]>;
  /** @returns false where there is no such job, or it is not over */
  delete(orgId: string, id: string): Promise<boolean>;
}
