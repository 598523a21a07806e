import { missingFor } from '@undertone/fine-tune';
import { HOLD_MS, heldUntil, keepHeld } from '../../../concurrency/leased-jobs.js';
import type { Wait } from '../../../concurrency/ticker.js';
import { microCreditsForMs } from '../../billing/credits.js';
import type { HoldOrder, Wallet } from '../../billing/wallet.js';
import { withHold } from '../../billing/with-hold.js';
import { Fault } from '../../fault.js';
import { NotYoursFault } from '../../removed-ids.js';
import type {
  AddedSamples,
  FineTuneStore,
  ForgottenDraft,
  JobPage,
  JobPageOrder,
  JobWithCounts,
} from './fine-tune-store.js';
import type { SampleReader } from '../samples/read-sample.js';
import { NOTHING_TO_TUNE } from '../nothing-to-tune.js';
import { type BaseModel, type FineTuneJob, isOver, type JobState, type JobStep, transition } from './job.js';
import type { GivenSample, NewJob } from './job-orders.js';
import { type FineTuneSample, isSpent, JOB_LIMITS, overBudget, type Refusal } from '../samples/sample.js';
import { refusalAtDoor, takeIn } from '../samples/sample-intake.js';

export interface FineTuneJobsOptions {
  readonly store: FineTuneStore;
  readonly wallet: Wallet;
  readonly ears: SampleReader;
  readonly base: () => BaseModel;
  /** Whether the model in use has readers to train on. */
  readonly canTune: boolean;
  readonly newId: (prefix: string) => string;
  readonly nowMs: () => number;
  readonly wait: Wait;
  readonly onFailed: (error: unknown, jobId: string) => void;
  /** Call it when there is work to do, or when a job was canceled. */
  readonly nudge: (change: { readonly cancelled?: string }) => void;
}

const DEFAULT_SECONDS = { perSample: 10, least: 600 } as const;
/** If nobody finishes a job, its money is given back after this time. */
const HOLD_TTL_MS = 3 * 86_400_000;

/** Fine-tune jobs as customers use them: create, add samples, start, read, cancel, delete. */
export class FineTuneJobs {
  private readonly options: FineTuneJobsOptions;

  constructor(options: FineTuneJobsOptions) {
    this.options = options;
  }

  /**
   * Sets the money aside, analyzes the samples that were sent, and starts the job or keeps it open for more
   * samples.
   * @throws Fault `insufficient_credits`; `conflict`; `validation_error` naming what is missing. Nothing is
   *   left behind then.
   */
  async create(order: NewJob): Promise<JobWithCounts> {
    if (!this.options.canTune) throw new Fault('conflict', NOTHING_TO_TUNE);
    if (order.start && !order.corrections) this.assertEnough(order);
    const job = await this.open(order);
    try {
      await this.whileHeld(job, async () => {
        if (order.samples.length > 0) await this.add(job, order.samples, order.signal);
        if (order.corrections) await this.addCorrections(job);
      });
      if (!order.start) await this.options.store.letGo(job);
      return order.start ? await this.start(job.orgId, job.id) : await this.find(job.orgId, job.id);
    } catch (error) {
      await this.discard(job);
      throw error;
    }
  }

  /** @returns the samples as they were stored */
  async addSamples(
    orgId: string,
    id: string,
    samples: readonly GivenSample[],
    signal: AbortSignal,
  ): Promise<readonly FineTuneSample[]> {
    const { job } = await this.find(orgId, id);
    if (!isDraft(job.state)) throw closed(job.state);
    return this.add(job, samples, signal);
  }

  /** @throws Fault `validation_error` naming what is missing; `conflict` if it was started before */
  async start(orgId: string, id: string): Promise<JobWithCounts> {
    const { store, nudge } = this.options;
    const { job } = await this.find(orgId, id);
    if (!isDraft(job.state)) throw closed(job.state);
    const samples = await store.samples(orgId, id);
    const usable = samples.filter(({ state }) => state.kind !== 'refused');
    const missing = missingFor(usable.map(({ label }) => label));
    if (missing.length > 0) {
      throw tooFew(
        missing,
        samples.flatMap(({ id, state }) =>
          state.kind === 'refused' ? [{ id, refusal: state.refusal }] : [],
        ),
      );
    }
    await this.step(job, { kind: 'start' });
    nudge({});
    return this.find(orgId, id);
  }

  /**
   * @throws Fault `forbidden` if the job is another organization's or does not exist; the answer is the same
   *   for both
   */
  async find(orgId: string, id: string): Promise<JobWithCounts> {
    const found = await this.options.store.find(orgId, id);
    if (found === undefined) throw new NotYoursFault({ kind: 'job', id });
    return found;
  }

  list(orgId: string, page: JobPageOrder): Promise<JobPage> {
    return this.options.store.list(orgId, page);
  }

  async samples(orgId: string, id: string): Promise<readonly FineTuneSample[]> {
    await this.find(orgId, id);
    return this.options.store.samples(orgId, id);
  }

  /** Canceling again changes nothing. @throws Fault `conflict` if the job ended in another way */
  async cancel(orgId: string, id: string): Promise<JobWithCounts> {
    // A relay may move the job between our read and our write. In that case we read it again.
    for (;;) {
      const { job } = await this.find(orgId, id);
      if (job.state.kind === 'cancelled') break;
      if (isOver(job.state)) throw new Fault('conflict', `the job has ${job.state.kind} already`);
      if (await this.move(job, { kind: 'cancel' })) break;
    }
    this.options.nudge({ cancelled: id });
    return this.find(orgId, id);
  }

  /** Cancels a draft that will not be used. Nothing happens if somebody else has moved it in the meantime. */
  async giveUp(job: FineTuneJob, why: ForgottenDraft['why']): Promise<void> {
    await this.move(job, { kind: 'cancel' }, [`given up, and what was set aside is free: ${why}`]);
  }

  /** Deletes the job with its samples and its trained model. @throws Fault `conflict` while it is not over */
  async delete(orgId: string, id: string): Promise<void> {
    const { job } = await this.find(orgId, id);
    if (!isOver(job.state)) throw new Fault('conflict', 'the job is not over: cancel it first');
    await this.options.store.delete(orgId, id, new Date(this.options.nowMs()));
  }

  /** Sets money aside first, then creates the job. If the second step fails, the money is given back. */
  private async open({ payer, samples, ...order }: NewJob): Promise<FineTuneJob> {
    const { store, wallet, base, newId, nowMs } = this.options;
    const id = newId('ft');
    const maxSeconds = Math.min(
      JOB_LIMITS.seconds,
      order.maxSeconds ?? Math.max(DEFAULT_SECONDS.least, DEFAULT_SECONDS.perSample * samples.length),
    );
    const microCredits = microCreditsForMs(maxSeconds * 1000);
    const orgId = payer.organization.id;
    const cost: HoldOrder = {
      orgId,
      keyId: payer.keyId,
      kind: 'fine_tune',
      reference: id,
      microCredits,
      // If the relay dies before the job exists, the money is held only for this long.
      ttlMs: HOLD_MS,
    };
    const at = new Date(nowMs());
    return withHold(wallet, cost, async (hold) => {
      const job: FineTuneJob = {
        id,
        orgId,
        keyId: payer.keyId,
        name: order.name,
        vertical: order.vertical,
        base: base(),
        labels: order.labels,
        activation: order.activation,
        maxSeconds,
        state: { kind: 'queued', open: true },
        progress: 0,
        log: [{ at, stage: 'queued', message: `created; ${maxSeconds} credits are set aside` }],
        attempts: 0,
        holdId: hold.id,
        holdMicroCredits: microCredits,
        settled: false,
        createdAt: at,
        startedAt: undefined,
        stageAt: at,
        finishedAt: undefined,
        artifact: undefined,
        report: undefined,
        model: undefined,
      };
      await store.create(job, {
        most: JOB_LIMITS.open,
        heldUntil: heldUntil(nowMs()),
        paidUntil: new Date(nowMs() + HOLD_TTL_MS),
      });
      return job;
    });
  }

  /**
   * The request that creates a job holds it. This distinguishes a job whose relay died from one that waits
   * for more samples.
   */
  private async whileHeld(job: FineTuneJob, work: () => Promise<void>): Promise<void> {
    const { store } = this.options;
    const keeper = keepHeld(this.options, {
      id: job.id,
      hold: async (until) => (await store.hold(job, until, 0)) !== undefined,
      onGone: () => undefined,
    });
    try {
      await work();
    } finally {
      await keeper.stop();
    }
  }

  private async add(
    job: FineTuneJob,
    given: readonly GivenSample[],
    signal: AbortSignal,
  ): Promise<readonly FineTuneSample[]> {
    const { store, ears, newId } = this.options;
    // Checked first, so that no hours go into samples that cannot be kept anyway.
    const { counts } = await this.find(job.orgId, job.id);
    if (counts.total + given.length > JOB_LIMITS.samples) return requireKept('full');
    const order = {
      id: newId('smp'),
      orgId: job.orgId,
      labels: job.labels,
      signal,
      ...(isSpent(job, counts) && { instead: overBudget(job) }),
    };
    const samples = await takeIn(ears, order, given);
    return requireKept(await store.addSamples(job.orgId, job.id, samples, JOB_LIMITS.samples));
  }

  private async addCorrections({ orgId, id, labels }: FineTuneJob): Promise<void> {
    const { store, base } = this.options;
    const order = { baseSha256: base().sha256, labels: labels.map(({ name }) => name) };
    requireKept(await store.addCorrections(orgId, id, order, JOB_LIMITS.samples));
  }

  private assertEnough({ samples, labels }: NewJob): void {
    const looked = samples.map((sample) => ({ ...sample, wrong: refusalAtDoor(sample, labels) }));
    const usable = looked.filter(({ wrong }) => wrong === undefined);
    const missing = missingFor(usable.map(({ label }) => label));
    if (missing.length === 0) return;
    throw tooFew(
      missing,
      looked.flatMap(({ id, wrong }) => (wrong === undefined ? [] : [{ id, refusal: wrong }])),
    );
  }

  private async step(job: FineTuneJob, step: JobStep): Promise<void> {
    if (!(await this.move(job, step))) throw closed();
  }

  private async move(job: FineTuneJob, step: JobStep, notes: readonly string[] = []): Promise<boolean> {
    const move = transition(job.state, step);
    if (move === undefined) return false;
    const at = new Date(this.options.nowMs());
    return this.options.store.move({ orgId: job.orgId, jobId: job.id, from: job.state, move, at, notes });
  }

  /** A request that failed leaves no job behind. */
  private async discard({ orgId, id }: FineTuneJob): Promise<void> {
    const { store, nowMs } = this.options;
    const found = await store.find(orgId, id);
    if (found === undefined || !isDraft(found.job.state)) return;
    if (await this.move(found.job, { kind: 'cancel' })) await store.delete(orgId, id, new Date(nowMs()));
  }
}

const requireKept = (kept: AddedSamples): readonly FineTuneSample[] => {
  if (kept === 'closed') throw closed();
  if (kept === 'full') {
    throw new Fault('validation_error', 'the job cannot take so many samples', {
      details: { samples: [`a job may hold at most ${JOB_LIMITS.samples} samples`] },
    });
  }
  return kept;
};

const isDraft = (state: JobState): boolean => state.kind === 'queued' && state.open;

/** @param state absent if somebody else has moved the job since it was read */
const closed = (state?: JobState): Fault => {
  const was =
    state === undefined
      ? 'was started or cancelled meanwhile'
      : isOver(state)
        ? `is over (${state.kind})`
        : 'was started';
  return new Fault('conflict', `the job ${was}: it takes no more samples, and cannot be started`);
};

const REFUSALS_TOLD = 20;

const tooFew = (
  missing: readonly string[],
  refused: readonly { readonly id: string; readonly refusal: Refusal }[],
): Fault =>
  new Fault('validation_error', 'the samples are not enough to train and judge a model', {
    details: {
      samples: missing,
      ...(refused.length > 0 && {
        refused_samples: refused
          .slice(0, REFUSALS_TOLD)
          .map(({ id, refusal: { code, message } }) => `${id}: ${code}, ${message}`),
      }),
    },
  });
