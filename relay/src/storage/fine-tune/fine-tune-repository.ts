import { type Kysely, sql, type Transaction } from 'kysely';
import { microCreditsForMs } from '../../domain/billing/credits.js';
import { Fault } from '../../domain/fault.js';
import type {
  AddedSamples,
  CreateOrder,
  FineTuneStore,
  ForgottenDraft,
  HeldJob,
  JobPage,
  JobPageOrder,
  JobWithCounts,
  MoveOrder,
} from '../../domain/fine-tune/jobs/fine-tune-store.js';
import type { FineTuneJob, JobState } from '../../domain/fine-tune/jobs/job.js';
import type { FineTuneSample, SampleState } from '../../domain/fine-tune/samples/sample.js';
import { correctedSamples } from './corrected-samples.js';
import { appendEvents } from '../webhooks/event-outbox.js';
import {
  countSamples,
  countSamplesOf,
  fromJobRow,
  fromSampleRow,
  sampleColumns,
  stateColumns,
  toJobRow,
} from './fine-tune-rows.js';
import { insertSamples, lockJob, roomIn } from './fine-tune-samples.js';
import { toJsonb } from '../database/jsonb.js';
import type { Schema } from '../database/schema.js';
import { readMicroCredits } from '../tables/billing-tables.js';
import { withTenant } from '../tables/tenant.js';
import { insertModel } from './tuned-model-repository.js';
import { keepHoldWithin, releaseWithin, settleWithin } from '../billing/wallet-holds.js';
import { defined } from '../../domain/defined.js';
import { markRemoved } from '../removed-id-repository.js';

const ACTIVE = ['queued', 'preparing', 'training', 'evaluating'];
const OVER = ['completed', 'failed', 'cancelled'];
const DRAFTS_AT_ONCE = 50;

/** Fine-tune jobs and their samples. */
export class FineTuneRepository implements FineTuneStore {
  private readonly db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.db = db;
  }

  async create(job: FineTuneJob, { most, heldUntil, paidUntil }: CreateOrder): Promise<void> {
    await withTenant(this.db, job.orgId, async (transaction) => {
      // Two requests at once must see each other's job.
      await sql`select pg_advisory_xact_lock(hashtext(${`fine-tune ${job.orgId}`}))`.execute(transaction);
      const { count } = await transaction
        .selectFrom('fine_tune_jobs')
        .select((expressions) => expressions.fn.countAll().as('count'))
        .where('org_id', '=', job.orgId)
        .where('state', 'in', ACTIVE)
        .executeTakeFirstOrThrow();
      if (Number(count) >= most) {
        throw new Fault(
          'conflict',
          `at most ${most} fine-tune jobs may be open: wait for one, or cancel one`,
        );
      }
      const hold = { id: job.holdId, orgId: job.orgId };
      if (!(await keepHoldWithin(transaction, hold, paidUntil))) {
        throw new Fault('overloaded', 'the job took too long to be made: try again');
      }
      await transaction.insertInto('fine_tune_jobs').values(toJobRow(job, heldUntil)).execute();
    });
  }

  find(orgId: string, id: string): Promise<JobWithCounts | undefined> {
    return withTenant(this.db, orgId, async (transaction) => {
      const row = await transaction
        .selectFrom('fine_tune_jobs')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && { job: fromJobRow(row), counts: await countSamples(transaction, id) };
    });
  }

  list(orgId: string, { limit, cursor }: JobPageOrder): Promise<JobPage> {
    return withTenant(this.db, orgId, async (transaction) => {
      let query = transaction
        .selectFrom('fine_tune_jobs')
        .selectAll()
        .where('org_id', '=', orgId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (cursor !== undefined) {
        query = query.where(
          sql<boolean>`(created_at, id) < (${new Date(cursor.createdAtMs)}::timestamptz, ${cursor.id})`,
        );
      }
      const rows = await query.execute();
      const shown = rows.slice(0, limit).map(fromJobRow);
      const countsOf = await countSamplesOf(
        transaction,
        shown.map(({ id }) => id),
      );
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        jobs: shown.map((job) => ({ job, counts: countsOf(job.id) })),
        nextCursor: last && { createdAtMs: last.createdAt.getTime(), id: last.id },
      };
    });
  }

  addSamples(
    orgId: string,
    jobId: string,
    samples: readonly FineTuneSample[],
    most: number,
  ): Promise<AddedSamples> {
    return withTenant(this.db, orgId, (transaction) =>
      insertSamples(transaction, { orgId, jobId, samples, most }),
    );
  }

  addCorrections(
    orgId: string,
    jobId: string,
    order: { readonly baseSha256: string; readonly labels: readonly string[] },
    most: number,
  ): Promise<AddedSamples> {
    return withTenant(this.db, orgId, async (transaction) => {
      const samples = await correctedSamples(transaction, { ...order, orgId, most });
      return insertSamples(transaction, { orgId, jobId, samples, most });
    });
  }

  samples(orgId: string, jobId: string): Promise<readonly FineTuneSample[]> {
    return withTenant(this.db, orgId, async (transaction) => {
      const rows = await transaction
        .selectFrom('fine_tune_samples')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('job_id', '=', jobId)
        .orderBy('position')
        .execute();
      return rows.map(fromSampleRow);
    });
  }

  finishSample(
    { orgId, id: jobId, attempts }: HeldJob,
    position: number,
    state: SampleState,
  ): Promise<SampleState> {
    return withTenant(this.db, orgId, async (transaction) => {
      // Samples that are analyzed at the same time must see each other's seconds.
      const job = await lockJob(transaction, orgId, jobId);
      // The job was canceled during the analysis, or belongs to another relay now: keep nothing of the sample.
      if (job?.state !== 'preparing' || job.attempts !== attempts) return state;
      const kept =
        state.kind !== 'ready'
          ? state
          : (await roomIn(transaction, jobId, job.max_seconds)).admit(String(position), state);
      await transaction
        .updateTable('fine_tune_samples')
        .set(sampleColumns(kept))
        .where('org_id', '=', orgId)
        .where('job_id', '=', jobId)
        .where('position', '=', position)
        .where('state', '=', 'waiting')
        .execute();
      return kept;
    });
  }

  move(order: MoveOrder): Promise<boolean> {
    const { orgId, jobId, attempt, from, move, at, event, artifact, report, notes = [], model } = order;
    return withTenant(this.db, orgId, async (transaction) => {
      const job = await lockJob(transaction, orgId, jobId);
      if (job?.state !== from.kind || job.open !== (from.kind === 'queued' && from.open)) return false;
      if (attempt !== undefined && job.attempts !== attempt) return false;
      const stage = move.state.kind;
      const lines = [...notes, move.message].map((message) => ({ at: at.toISOString(), stage, message }));
      const version = model && (await insertModel(transaction, orgId, jobId, model, at));
      await transaction
        .updateTable('fine_tune_jobs')
        .set({
          ...stateColumns(move.state),
          log: sql`log || ${toJsonb(lines)}::jsonb`,
          progress: OVER.includes(stage) ? 1 : 0,
          stage_at: at,
          // The request that made the job is done with it; any relay may start it.
          ...(stage === 'queued' && { held_until: new Date(0) }),
          ...(stage === 'preparing' && { started_at: at }),
          ...(OVER.includes(stage) && { finished_at: at, settled: true }),
          ...(artifact !== undefined && { artifact: toJsonb(artifact) }),
          ...(report !== undefined && { report: toJsonb(report) }),
          ...defined({ model_version: version }),
        })
        .where('org_id', '=', orgId)
        .where('id', '=', jobId)
        .execute();
      if (OVER.includes(stage)) {
        await closeAccount(transaction, orgId, jobId, stage === 'completed', at);
        // The readings serve this training only.
        await forgetReadings(transaction, orgId, jobId);
      }
      if (event !== undefined) await appendEvents(transaction, [event], at.getTime());
      return true;
    });
  }

  take(now: Date, until: Date): Promise<FineTuneJob | undefined> {
    return this.db.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom('fine_tune_jobs')
        .selectAll()
        .where('state', 'in', ACTIVE)
        .where('open', '=', false)
        .where('held_until', '<=', now)
        .orderBy('created_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const attempts = row.attempts + 1;
      await transaction
        .updateTable('fine_tune_jobs')
        .set({ held_until: until, attempts })
        .where('id', '=', row.id)
        .execute();
      return fromJobRow({ ...row, attempts });
    });
  }

  hold(
    { orgId, id, attempts }: HeldJob,
    until: Date,
    progress: number,
  ): Promise<JobState['kind'] | undefined> {
    return withTenant(this.db, orgId, async (transaction) => {
      const row = await transaction
        .updateTable('fine_tune_jobs')
        .set({ held_until: until, progress })
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .where('attempts', '=', attempts)
        .where('state', 'in', ACTIVE)
        .returning('state')
        .executeTakeFirst();
      return row?.state as JobState['kind'] | undefined;
    });
  }

  async letGo({ orgId, id, attempts }: HeldJob): Promise<void> {
    await this.db
      .updateTable('fine_tune_jobs')
      .set({ held_until: new Date(0), attempts: sql`greatest(0, attempts - 1)` })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .execute();
  }

  async letGoAll(): Promise<void> {
    await this.db
      .updateTable('fine_tune_jobs')
      .set({ held_until: new Date(0) })
      .where('state', 'in', ACTIVE)
      // A held draft belongs to a request that is still making it. Such a draft is given up, not continued.
      .where('open', '=', false)
      .execute();
  }

  async forgottenDrafts({
    createdBefore,
    heldBefore,
  }: {
    readonly createdBefore: Date;
    readonly heldBefore: Date;
  }): Promise<readonly ForgottenDraft[]> {
    const rows = await this.db
      .selectFrom('fine_tune_jobs')
      .selectAll()
      .where('state', '=', 'queued')
      .where('open', '=', true)
      .where((is) =>
        is.or([
          is('created_at', '<', createdBefore),
          is.and([is('held_until', '>', is.ref('created_at')), is('held_until', '<', heldBefore)]),
        ]),
      )
      .limit(DRAFTS_AT_ONCE)
      .execute();
    return rows.map((row) => ({
      job: fromJobRow(row),
      why: row.created_at < createdBefore ? 'nobody started it' : 'the relay died on it',
    }));
  }

  delete(orgId: string, id: string, at: Date): Promise<boolean> {
    return withTenant(this.db, orgId, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('fine_tune_jobs')
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .where('state', 'in', OVER)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await markRemoved(transaction, orgId, { kind: 'job', id }, at);
      return true;
    });
  }
}

/** A job that made a model is charged the seconds it used; any other job releases the whole hold. */
const closeAccount = async (
  transaction: Transaction<Schema>,
  orgId: string,
  jobId: string,
  completed: boolean,
  at: Date,
): Promise<void> => {
  const row = await transaction
    .selectFrom('fine_tune_jobs')
    .select(['hold_id', 'hold_micro_credits'])
    .where('org_id', '=', orgId)
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  const hold = { id: row.hold_id, orgId, microCredits: readMicroCredits(row.hold_micro_credits) };
  if (!completed) {
    await releaseWithin(transaction, hold);
    return;
  }
  const { seconds } = await countSamples(transaction, jobId);
  await settleWithin(transaction, hold, microCreditsForMs(seconds * 1000), at);
};

const forgetReadings = async (
  transaction: Transaction<Schema>,
  orgId: string,
  jobId: string,
): Promise<void> => {
  await transaction
    .updateTable('fine_tune_samples')
    .set({ readings: null, url: null })
    .where('org_id', '=', orgId)
    .where('job_id', '=', jobId)
    .execute();
};
