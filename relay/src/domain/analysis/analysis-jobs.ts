import { type AroundJob, heldUntil, LeasedJobs } from '../../concurrency/leased-jobs.js';
import { mapConcurrently } from '../../concurrency/map-concurrently.js';
import { Ticker, type Wait } from '../../concurrency/ticker.js';
import { Fault } from '../fault.js';
import { NotYoursFault } from '../removed-ids.js';
import type { NewEvent } from '../events/event.js';
import { analysisEvent } from './analysis-event.js';
import type { Organization } from '../accounts/organization.js';
import { type AnalysisRequest } from '../recordings/analysis-request.js';
import type { LineGrowth } from '../lines/line-book.js';
import { BatchLines } from './batch-lines.js';
import {
  analyzeItem,
  type BatchDependencies,
  type BatchItem,
  type BatchOrder,
  type BatchResult,
  type PlacedItem,
  teachItem,
  within,
} from './batch-item.js';

/** A batch that is processed in the background, after its answer. */
export interface AnalysisJob {
  readonly id: string;
  readonly orgId: string;
  readonly keyId: string;
  readonly requestId: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | undefined;
  /** How often relays have taken it. Only who took it last may hold it and store results. */
  readonly attempts: number;
  readonly items: readonly JobItem[];
}

export interface JobItem {
  readonly id: string;
  /** Undefined when the audio was only in memory or the item was invalid from the start. */
  readonly request: AnalysisRequest | undefined;
  readonly result: BatchResult | undefined;
  /** What the first pass heard of it; kept until the job is over. */
  readonly lesson?: LineGrowth | undefined;
}

export interface AnalysisJobStore {
  create(job: Omit<AnalysisJob, 'finishedAt'>, heldUntil: Date): Promise<void>;
  find(orgId: string, id: string): Promise<AnalysisJob | undefined>;
  /**
   * Stores an item's result with its event, and the job's end with the last result. A second result changes nothing, nor does one
   * of a relay from which another has taken the job.
   */
  finishItem(outcome: ItemOutcome): Promise<void>;
  /** Stores what an item taught about its line, so that another relay need not hear it again. */
  keepLesson(lesson: ItemLesson): Promise<void>;
  /** Extends the hold on a job. @returns false when the job is finished or gone, or when another relay has taken it */
  hold(job: HeldAnalysisJob, until: Date): Promise<boolean>;
  /** Takes jobs that no relay holds any longer, without those that run here. From now on the caller holds them. */
  takeAbandoned(
    now: Date,
    until: Date,
    most: number,
    running: readonly string[],
  ): Promise<readonly AnalysisJob[]>;
  /** Releases an unfinished job that the caller holds, so that any relay can take it at once. */
  letGo(job: HeldAnalysisJob): Promise<void>;
  forgetFinished(before: Date, at: Date): Promise<number>;
}

/** A job as the relay that took it knows it. */
export type HeldAnalysisJob = Pick<AnalysisJob, 'orgId' | 'id' | 'attempts'>;

export interface ItemOutcome {
  readonly job: HeldAnalysisJob;
  readonly position: number;
  readonly result: BatchResult;
  readonly event: NewEvent;
  readonly at: Date;
}

export interface ItemLesson {
  readonly orgId: string;
  readonly jobId: string;
  readonly position: number;
  /** The conversation that the item is part of: deleting that deletes the lesson. */
  readonly sessionId: string | undefined;
  readonly lesson: LineGrowth;
}

export interface AnalysisJobsOptions extends BatchDependencies {
  readonly store: AnalysisJobStore;
  readonly organizations: { find(id: string): Promise<Organization | undefined> };
  /** What an organization can still spend, in micro-credits. */
  readonly available: (orgId: string) => Promise<number>;
  readonly nowMs: () => number;
  readonly wait: Wait;
  readonly around?: AroundJob<AnalysisJob> | undefined;
  readonly onFailed: (error: unknown, jobId: string) => void;
}

const LOOK_MS = 20_000;
const FORGET_MS = 60_000;
/** While this many jobs run here, this relay takes no abandoned jobs. */
const JOBS_AT_A_TIME = 10;
/** Items of one job at a time. It is low because requests with a waiting client come first. */
const ITEMS_AT_A_TIME = 2;
/** When the relay is busy, an item is retried this many times, after this long each. */
const RETRY = { times: 20, afterMs: 5_000 };
/** Results are kept only until the client can fetch them. */
const JOB_RETENTION_MS = 24 * 3_600_000;

/** Runs batches in the background. Items with audio at a URL are durable; audio sent with the request is only in memory. */
export class AnalysisJobs {
  private readonly options: AnalysisJobsOptions;
  private readonly leases: LeasedJobs<AnalysisJob>;
  private readonly forgetting: Ticker;

  constructor(options: AnalysisJobsOptions) {
    this.options = options;
    const { store, nowMs, wait, around, onFailed } = options;
    this.leases = new LeasedJobs({
      table: {
        take: (now, until, most, running) => store.takeAbandoned(now, until, most, running),
        hold: (job, until) => store.hold(job, until),
        letGo: (job) => store.letGo(job),
      },
      run: (job, signal) => this.resume(job, signal),
      atATime: JOBS_AT_A_TIME,
      lookMs: LOOK_MS,
      around,
      nowMs,
      wait,
      onFailed,
    });
    this.forgetting = new Ticker({
      everyMs: FORGET_MS,
      atOnce: true,
      round: () => store.forgetFinished(new Date(nowMs() - JOB_RETENTION_MS), new Date(nowMs())),
      onFailed: (error) => onFailed(error, 'forget'),
      wait,
    });
  }

  /** Stores a batch and starts it. The same request again, after its answer was lost, gets the job that it made. */
  async submit(order: Omit<BatchOrder, 'id' | 'signal'>, items: readonly BatchItem[]): Promise<AnalysisJob> {
    const { store, nowMs } = this.options;
    const { payer, requestId } = order;
    const [id, orgId] = [jobIdOf(requestId), payer.organization.id];
    const known = await store.find(orgId, id);
    if (known !== undefined) return known;
    const job: AnalysisJob = {
      id,
      orgId,
      keyId: payer.keyId,
      requestId,
      createdAt: new Date(nowMs()),
      finishedAt: undefined,
      attempts: 1,
      items: items.map((item) => ({
        id: item.id,
        request: 'request' in item && item.request.source.kind === 'url' ? item.request : undefined,
        result: undefined,
      })),
    };
    await store.create(job, heldUntil(nowMs()));
    this.leases.begin(job, (_, signal) => this.run(job, payer.organization, items, signal));
    return job;
  }

  /** @throws Fault `forbidden`, both for another organization's job and for a job that does not exist */
  async find(orgId: string, id: string): Promise<AnalysisJob> {
    const job = await this.options.store.find(orgId, id);
    if (job === undefined) throw new NotYoursFault({ kind: 'job', id });
    return job;
  }

  /** Takes the jobs that other relays or an earlier process left, and looks for more regularly until {@link stop}. */
  start(): void {
    this.leases.start();
    this.forgetting.start();
  }

  /** Stops running jobs. Another relay, or the next start, continues them. */
  async stop(): Promise<void> {
    await Promise.all([
      this.leases.stop(new Fault('overloaded', 'the relay is stopping')),
      this.forgetting.stop(),
    ]);
  }

  /** Resolves when no job is running here. */
  idle(): Promise<void> {
    return this.leases.idle();
  }

  /** Continues an abandoned job. Only the audio at URLs is still available. */
  private async resume(job: AnalysisJob, signal: AbortSignal): Promise<void> {
    const organization = await this.options.organizations.find(job.orgId);
    if (organization === undefined) return;
    const items = job.items.map(({ id, request }) =>
      request === undefined ? { id, fault: lost() } : { id, request },
    );
    await this.run(job, organization, items, signal);
  }

  private async run(
    job: AnalysisJob,
    organization: Organization,
    items: readonly BatchItem[],
    signal: AbortSignal,
  ): Promise<void> {
    const { store, nowMs } = this.options;
    const payer = { organization, keyId: job.keyId };
    const order = { id: job.id, requestId: job.requestId, payer, signal };
    const lines = await this.firstPass(job, order, items);
    await mapConcurrently(items, ITEMS_AT_A_TIME, async (item, position) => {
      if (job.items[position]?.result !== undefined) return;
      signal.throwIfAborted();
      const result = await this.tryItem(order, { item, position, heardOn: lines.secondOf(position) });
      await store.finishItem({
        job,
        position,
        result,
        event: analysisEvent(
          { orgId: job.orgId, once: `${job.id}/${position}` },
          { request_id: job.requestId, job_id: job.id, item_id: result.id },
          result,
        ),
        at: new Date(nowMs()),
      });
    });
  }

  /** Every item teaches what it can about its line, unless it did so before this relay took the job. */
  private async firstPass(
    job: AnalysisJob,
    order: BatchOrder,
    items: readonly BatchItem[],
  ): Promise<BatchLines> {
    const { store, analyzer, available } = this.options;
    const { orgId, id: jobId } = job;
    const lines = new BatchLines(
      analyzer.lines,
      orgId,
      items.map((item, position) => ({
        request: 'request' in item ? item.request : undefined,
        lesson: job.items[position]?.lesson,
        isDone: job.items[position]?.result !== undefined,
      })),
    );
    await lines.open();
    const afford = within(await available(orgId));
    await mapConcurrently(lines.toHear, ITEMS_AT_A_TIME, async (position) => {
      const item = items[position];
      if (item === undefined || !('request' in item)) return;
      order.signal.throwIfAborted();
      const placed = { item: unidentified(item), position, heardOn: lines.firstOf(position) };
      const lesson = await teachItem(this.options, order, placed, afford);
      if (lesson === undefined) return;
      lines.take(position, lesson);
      const { line, sessionId } = item.request;
      // Without its request, nobody would know which named line the lesson was about.
      const isKept = job.items[position]?.request !== undefined || line === undefined;
      if (isKept) await store.keepLesson({ orgId, jobId, position, sessionId, lesson });
    });
    return lines;
  }

  /** Retries while the relay is busy, because no client waits for the answer. */
  private async tryItem(order: BatchOrder, placed: PlacedItem): Promise<BatchResult> {
    const { wait } = this.options;
    for (let attempt = 1; ; attempt++) {
      const result = await analyzeItem(this.options, order, { ...placed, item: unidentified(placed.item) });
      const busy = 'request' in placed.item && 'error' in result && result.error.code === 'overloaded';
      if (!busy || attempt > RETRY.times) return result;
      await wait(RETRY.afterMs, order.signal);
      order.signal.throwIfAborted();
    }
  }
}

/** Turns off recognition for jobs: their results are stored, and a recognized voice may be recorded in only one place. */
const unidentified = (item: BatchItem): BatchItem =>
  'request' in item ? { ...item, request: { ...item.request, identify: false } } : item;

/** Audio is never stored, so audio that was only in a relay's memory is lost with it. */
const lost = (): Fault =>
  new Fault('overloaded', 'the relay was restarted before this audio was analysed: send it again');

/** Items are charged under the id of their job, so a request has one job at most. */
const jobIdOf = (requestId: string): string => `job_${requestId.slice(requestId.indexOf('_') + 1)}`;
