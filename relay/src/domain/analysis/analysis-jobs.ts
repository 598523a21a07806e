import { mapConcurrently } from '../../concurrency/map-concurrently.js';
import { Fault } from '../fault.js';
import type { NewEvent } from '../events/event.js';
import type { Organization } from '../accounts/organization.js';
import { type AnalysisRequest } from '../recordings/analysis-request.js';
import {
  analyzeItem,
  type BatchDependencies,
  type BatchItem,
  type BatchOrder,
  type BatchResult,
} from './batch-item.js';

/** A batch that is worked on after its answer. */
export interface AnalysisJob {
  readonly id: string;
  readonly orgId: string;
  readonly keyId: string;
  readonly requestId: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | undefined;
  readonly items: readonly JobItem[];
}

export interface JobItem {
  readonly id: string;
  /** Undefined where the audio was only in memory, or the item was wrong from the start. */
  readonly request: AnalysisRequest | undefined;
  readonly result: BatchResult | undefined;
}

export interface AnalysisJobStore {
  create(job: Omit<AnalysisJob, 'finishedAt'>, heldUntil: Date): Promise<void>;
  find(orgId: string, id: string): Promise<AnalysisJob | undefined>;
  /** Writes an item's result with its event, and the job's end with the last one. A second result changes nothing. */
  finishItem(outcome: ItemOutcome): Promise<void>;
  hold(orgId: string, id: string, until: Date): Promise<void>;
  /** Jobs that no relay holds any more, held by the caller from now on. */
  takeAbandoned(now: Date, until: Date): Promise<readonly AnalysisJob[]>;
  forgetFinished(before: Date): Promise<number>;
}

export interface ItemOutcome {
  readonly orgId: string;
  readonly jobId: string;
  readonly position: number;
  readonly result: BatchResult;
  readonly event: NewEvent;
  readonly at: Date;
}

export interface AnalysisJobsOptions extends BatchDependencies {
  readonly store: AnalysisJobStore;
  readonly organizations: { find(id: string): Promise<Organization | undefined> };
  readonly newId: (prefix: string) => string;
  readonly nowMs: () => number;
  /** Resolves after this time, or at once when the signal is given. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onFailed: (error: unknown, jobId: string) => void;
}

/** A relay that died leaves its jobs to others after this time. */
const HOLD_MS = 60_000;
const CARE_MS = 20_000;
/** Items of one job at a time: requests that somebody waits for come first. */
const ITEMS_AT_A_TIME = 2;
/** An item that finds the relay busy is tried again so often and so much later. */
const RETRY = { times: 20, afterMs: 5_000 };
/** Results are for fetching, not for keeping. */
export const JOB_RETENTION_MS = 24 * 3_600_000;

/** Batches in the background: durable where their audio is behind URLs, in memory where it was sent. */
export class AnalysisJobs {
  private readonly options: AnalysisJobsOptions;
  private readonly stopping = new AbortController();
  private readonly running = new Map<string, Promise<void>>();
  private caring: Promise<void> = Promise.resolve();

  constructor(options: AnalysisJobsOptions) {
    this.options = options;
  }

  /** Stores a batch and begins with it. */
  async submit(order: Omit<BatchOrder, 'id' | 'signal'>, items: readonly BatchItem[]): Promise<AnalysisJob> {
    const { store, newId, nowMs } = this.options;
    const { payer, requestId } = order;
    const job: AnalysisJob = {
      id: newId('job'),
      orgId: payer.organization.id,
      keyId: payer.keyId,
      requestId,
      createdAt: new Date(nowMs()),
      finishedAt: undefined,
      items: items.map((item) => ({
        id: item.id,
        request: 'request' in item && item.request.source.kind === 'url' ? item.request : undefined,
        result: undefined,
      })),
    };
    await store.create(job, new Date(nowMs() + HOLD_MS));
    this.begin(job, payer.organization, items);
    return job;
  }

  /** @throws Fault `forbidden`, the same for another organization's job and for one that is not there */
  async find(orgId: string, id: string): Promise<AnalysisJob> {
    const job = await this.options.store.find(orgId, id);
    if (job === undefined) throw new Fault('forbidden', 'this job is not one of the organization’s');
    return job;
  }

  /** Takes up what other relays, or an earlier life of this one, left; from then on regularly until {@link stop}. */
  start(): void {
    this.caring = this.care();
  }

  /** Gives up what is under way: another life takes it up. */
  async stop(): Promise<void> {
    this.stopping.abort(new Fault('overloaded', 'the relay is stopping'));
    await this.caring;
    await Promise.all(this.running.values());
  }

  /** Resolves when no job is under way here. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running.values());
  }

  private async care(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.round();
      } catch (error) {
        this.options.onFailed(error, 'care');
      }
      await this.options.wait(CARE_MS, signal);
    }
  }

  private async round(): Promise<void> {
    const { store, organizations, nowMs } = this.options;
    const until = new Date(nowMs() + HOLD_MS);
    for (const job of await store.takeAbandoned(new Date(nowMs()), until)) {
      if (this.running.has(job.id)) continue;
      const organization = await organizations.find(job.orgId);
      if (organization === undefined) continue;
      this.begin(
        job,
        organization,
        job.items.map(({ id, request }) => (request === undefined ? { id, fault: lost() } : { id, request })),
      );
    }
    await store.forgetFinished(new Date(nowMs() - JOB_RETENTION_MS));
  }

  private begin(job: AnalysisJob, organization: Organization, items: readonly BatchItem[]): void {
    const run = this.run(job, organization, items)
      .catch((error: unknown) => {
        if (!this.stopping.signal.aborted) this.options.onFailed(error, job.id);
      })
      .finally(() => this.running.delete(job.id));
    this.running.set(job.id, run);
  }

  private async run(
    job: AnalysisJob,
    organization: Organization,
    items: readonly BatchItem[],
  ): Promise<void> {
    const { store, nowMs } = this.options;
    const payer = { organization, keyId: job.keyId };
    const { signal } = this.stopping;
    const order = { id: job.id, requestId: job.requestId, payer, signal };
    await mapConcurrently(items, ITEMS_AT_A_TIME, async (item, position) => {
      if (job.items[position]?.result !== undefined) return;
      await store.hold(job.orgId, job.id, new Date(nowMs() + HOLD_MS));
      const result = await this.tryItem(order, item, position);
      await store.finishItem({
        orgId: job.orgId,
        jobId: job.id,
        position,
        result,
        event: eventOf(job, position, result),
        at: new Date(nowMs()),
      });
    });
  }

  /** Nobody waits on the line: a busy relay is waited for. */
  private async tryItem(order: BatchOrder, item: BatchItem, position: number): Promise<BatchResult> {
    const { store, nowMs, wait } = this.options;
    for (let attempt = 1; ; attempt++) {
      const result = await analyzeItem(this.options, order, unidentified(item), position);
      const busy = 'request' in item && 'error' in result && result.error.code === 'overloaded';
      if (!busy || attempt > RETRY.times) return result;
      await wait(RETRY.afterMs, order.signal);
      order.signal.throwIfAborted();
      await store.hold(order.payer.organization.id, order.id, new Date(nowMs() + HOLD_MS));
    }
  }
}

/** Results are stored, and a voice that was recognized is written down in one place only: jobs recognize nobody. */
const unidentified = (item: BatchItem): BatchItem =>
  'request' in item ? { ...item, request: { ...item.request, identify: false } } : item;

/** Audio is never written down: what was only in the memory of a relay is gone with it. */
const lost = (): Fault =>
  new Fault('overloaded', 'the relay was restarted before this audio was analysed: send it again');

/**
 * `analysis.complete`, as the interface specification lists its data; a failed item has an `error` instead. The other naming's
 * payload is the whole result but for what was said: words are not kept, and the outbox keeps.
 */
const eventOf = (job: AnalysisJob, position: number, result: BatchResult): NewEvent => {
  const { id, ...answer } = result;
  const where = { request_id: job.requestId, job_id: job.id, item_id: id };
  const event = { orgId: job.orgId, type: 'analysis.complete', once: `${job.id}/${position}` } as const;
  if ('error' in answer) {
    const { error } = answer;
    return {
      ...event,
      data: { ...where, error },
      alternateData: { ...where, error, turns: [], speakers: [] },
    };
  }
  const { emotion, confidence, uncertain, valence, arousal, dominance, state, metrics } = answer;
  const { turns = [], speakers = [] } = answer;
  return {
    ...event,
    data: { ...where, emotion, confidence, uncertain, valence, arousal, dominance, state, metrics },
    alternateData: {
      ...without(answer, ['text', 'metadata']),
      ...where,
      turns: turns.map((turn) => without(turn, ['text'])),
      speakers,
    },
  };
};

const without = (value: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
