import { type Kysely, type Transaction } from 'kysely';
import type {
  AnalysisJob,
  AnalysisJobStore,
  HeldAnalysisJob,
  ItemLesson,
  ItemOutcome,
} from '../../domain/analysis/analysis-jobs.js';
import { type OnUnreadable, throwUnreadable } from '../../domain/unreadable-row.js';
import { growthToBytes } from '../lines/line-bytes.js';
import { toItem } from './analysis-job-rows.js';
import { appendEvents } from '../webhooks/event-outbox.js';
import { toJsonb } from '../database/jsonb.js';
import type { Schema } from '../database/schema.js';
import { withTenant } from '../tables/tenant.js';
import { markRemoved } from '../removed-id-repository.js';

/** Background batches and the results of their items. */
export class AnalysisJobRepository implements AnalysisJobStore {
  private readonly db: Kysely<Schema>;
  private readonly onUnreadable: OnUnreadable;

  /** @param onUnreadable told of what cannot be read of an item: the other items and jobs go on */
  constructor(db: Kysely<Schema>, onUnreadable: OnUnreadable = throwUnreadable) {
    this.db = db;
    this.onUnreadable = onUnreadable;
  }

  async create(job: Omit<AnalysisJob, 'finishedAt'>, heldUntil: Date): Promise<void> {
    await withTenant(this.db, job.orgId, async (transaction) => {
      await transaction
        .insertInto('analysis_jobs')
        .values({
          id: job.id,
          org_id: job.orgId,
          key_id: job.keyId,
          request_id: job.requestId,
          created_at: job.createdAt,
          held_until: heldUntil,
          attempts: job.attempts,
        })
        .execute();
      await transaction
        .insertInto('analysis_job_items')
        .values(
          job.items.map(({ id, request }, position) => ({
            job_id: job.id,
            org_id: job.orgId,
            position,
            item_id: id,
            request: request === undefined ? null : toJsonb(request),
          })),
        )
        .execute();
    });
  }

  async find(orgId: string, id: string): Promise<AnalysisJob | undefined> {
    return withTenant(this.db, orgId, (transaction) => this.findJob(transaction, orgId, id));
  }

  async finishItem({ job, position, result, event, at }: ItemOutcome): Promise<void> {
    const { orgId, id: jobId, attempts } = job;
    await withTenant(this.db, orgId, async (transaction) => {
      // Two items that end together must see each other, because the last one ends the job.
      const held = await transaction
        .selectFrom('analysis_jobs')
        .select('id')
        .where('id', '=', jobId)
        .where('attempts', '=', attempts)
        .forUpdate()
        .executeTakeFirst();
      if (held === undefined) return;
      const { numUpdatedRows } = await transaction
        .updateTable('analysis_job_items')
        .set({ result: toJsonb(result) })
        .where('org_id', '=', orgId)
        .where('job_id', '=', jobId)
        .where('position', '=', position)
        .where('result', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await appendEvents(transaction, [event], at.getTime());
      const { numUpdatedRows: over } = await transaction
        .updateTable('analysis_jobs')
        .set({ finished_at: at })
        .where('org_id', '=', orgId)
        .where('id', '=', jobId)
        .where((expressions) =>
          expressions.not(
            expressions.exists(
              expressions
                .selectFrom('analysis_job_items')
                .select('position')
                .where('job_id', '=', jobId)
                .where('result', 'is', null),
            ),
          ),
        )
        .executeTakeFirst();
      if (over > 0n) await forgetLessons(transaction, orgId, jobId);
    });
  }

  async keepLesson({ orgId, jobId, position, sessionId, lesson }: ItemLesson): Promise<void> {
    await withTenant(this.db, orgId, async (transaction) => {
      await transaction
        .updateTable('analysis_job_items')
        .set({ lesson: growthToBytes(lesson), lesson_session: sessionId ?? null })
        .where('org_id', '=', orgId)
        .where('job_id', '=', jobId)
        .where('position', '=', position)
        .where('result', 'is', null)
        .execute();
    });
  }

  async hold({ orgId, id, attempts }: HeldAnalysisJob, until: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('analysis_jobs')
      .set({ held_until: until })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async letGo(job: HeldAnalysisJob): Promise<void> {
    await this.hold(job, new Date(0));
  }

  async takeAbandoned(
    now: Date,
    until: Date,
    most: number,
    running: readonly string[],
  ): Promise<readonly AnalysisJob[]> {
    return this.db.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom('analysis_jobs')
        .select(['id', 'org_id'])
        .where('finished_at', 'is', null)
        .where('held_until', '<', now)
        .$if(running.length > 0, (query) => query.where('id', 'not in', running))
        .orderBy('held_until')
        .limit(most)
        .forUpdate()
        .skipLocked()
        .execute();
      const jobs: AnalysisJob[] = [];
      for (const { id, org_id: orgId } of rows) {
        await transaction
          .updateTable('analysis_jobs')
          .set((row) => ({ held_until: until, attempts: row('attempts', '+', 1) }))
          .where('id', '=', id)
          .execute();
        const job = await this.findJob(transaction, orgId, id);
        if (job !== undefined) jobs.push(job);
      }
      return jobs;
    });
  }

  async forgetFinished(before: Date, at: Date): Promise<number> {
    return this.db.transaction().execute(async (transaction) => {
      const forgotten = await transaction
        .deleteFrom('analysis_jobs')
        .where('finished_at', '<', before)
        .returning(['org_id', 'id'])
        .execute();
      for (const { org_id: orgId, id } of forgotten)
        await markRemoved(transaction, orgId, { kind: 'job', id }, at);
      return forgotten.length;
    });
  }

  private async findJob(
    transaction: Transaction<Schema>,
    orgId: string,
    id: string,
  ): Promise<AnalysisJob | undefined> {
    const job = await transaction
      .selectFrom('analysis_jobs')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (job === undefined) return undefined;
    const items = await transaction
      .selectFrom('analysis_job_items')
      .select(['item_id', 'request', 'result', 'lesson'])
      .where('job_id', '=', id)
      .orderBy('position')
      .execute();
    return {
      id,
      orgId,
      keyId: job.key_id,
      requestId: job.request_id,
      createdAt: job.created_at,
      finishedAt: job.finished_at ?? undefined,
      attempts: job.attempts,
      items: items.map((item) => toItem(item, `job ${id} of ${orgId}`, this.onUnreadable)),
    };
  }
}

/** Nobody needs what the items taught when all have been judged. */
const forgetLessons = async (
  transaction: Transaction<Schema>,
  orgId: string,
  jobId: string,
): Promise<void> => {
  await transaction
    .updateTable('analysis_job_items')
    .set({ lesson: null, lesson_session: null })
    .where('org_id', '=', orgId)
    .where('job_id', '=', jobId)
    .execute();
};
