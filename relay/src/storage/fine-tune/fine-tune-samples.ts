import type { Transaction } from 'kysely';
import type { AddedSamples } from '../../domain/fine-tune/jobs/fine-tune-store.js';
import {
  type FineTuneSample,
  overBudget,
  refusal,
  type SampleState,
} from '../../domain/fine-tune/samples/sample.js';
import { countSamples, toSampleRow } from './fine-tune-rows.js';
import type { Schema } from '../database/schema.js';

const SAMPLES_AT_ONCE = 500;

/**
 * Adds as many samples as fit, under one lock of the job, so that two requests never exceed the quota
 * together.
 */
export const insertSamples = async (
  transaction: Transaction<Schema>,
  {
    orgId,
    jobId,
    samples,
    most,
  }: { orgId: string; jobId: string; samples: readonly FineTuneSample[]; most: number },
): Promise<AddedSamples> => {
  const job = await lockJob(transaction, orgId, jobId);
  if (job?.state !== 'queued' || !job.open) return 'closed';
  const { total } = await countSamples(transaction, jobId);
  if (total + samples.length > most) return 'full';
  const room = await roomIn(transaction, jobId, job.max_seconds);
  const kept = samples.map((sample, i) => ({
    ...sample,
    position: total + i,
    state: room.admit(sample.id, sample.state),
  }));
  for (let from = 0; from < kept.length; from += SAMPLES_AT_ONCE) {
    const rows = kept.slice(from, from + SAMPLES_AT_ONCE).map((sample) => toSampleRow(orgId, jobId, sample));
    await transaction.insertInto('fine_tune_samples').values(rows).execute();
  }
  return kept;
};

/** The job's row, locked until the transaction ends. */
export const lockJob = (transaction: Transaction<Schema>, orgId: string, jobId: string) =>
  transaction
    .selectFrom('fine_tune_jobs')
    .select(['state', 'open', 'max_seconds', 'attempts'])
    .where('org_id', '=', orgId)
    .where('id', '=', jobId)
    .forUpdate()
    .executeTakeFirst();

/** The room left in a job; the caller has locked it. */
export const roomIn = async (
  transaction: Transaction<Schema>,
  jobId: string,
  most: number,
): Promise<{ admit(id: string, state: SampleState): SampleState }> => {
  const rows = await transaction
    .selectFrom('fine_tune_samples')
    .select(['sample_id', 'digest', 'seconds'])
    .where('job_id', '=', jobId)
    .where('state', '=', 'ready')
    .execute();
  const twins = new Map(rows.map(({ digest, sample_id: id }) => [digest ?? '', id]));
  let used = rows.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
  return {
    admit: (id, state) => {
      if (state.kind !== 'ready') return state;
      const { digest, seconds } = state.heard;
      const twin = twins.get(digest);
      if (twin !== undefined) {
        return { kind: 'refused', refusal: refusal('duplicate', `the same recording as sample ${twin}`) };
      }
      if (used + seconds > most) {
        return overBudget({ maxSeconds: most });
      }
      twins.set(digest, id);
      used += seconds;
      return state;
    },
  };
};
