import { LABELS } from '@undertone/protocol';
import { z } from 'zod';
import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import {
  ACTIVATIONS,
  type FineTuneJob,
  JOB_STATES,
  type JobState,
  type SampleCounts,
} from '../../domain/fine-tune/jobs/job.js';
import {
  type FineTuneSample,
  type AnalyzedSample,
  REFUSALS,
  type SampleState,
} from '../../domain/fine-tune/samples/sample.js';
import { toJsonb } from '../database/jsonb.js';
import type { Schema } from '../database/schema.js';
import { readMicroCredits } from '../tables/billing-tables.js';
import type { FineTuneJobsTable, FineTuneSamplesTable } from '../tables/fine-tune-tables.js';

/**
 * Converts fine-tuning rows to domain types and back. What cannot be read any more becomes what the runner refuses by itself: a base
 * that no relay has, no labels, a sample that was not heard. So one such job ends, instead of stopping those after it.
 */
export const toJobRow = (job: FineTuneJob, heldUntil: Date): Insertable<FineTuneJobsTable> => ({
  id: job.id,
  org_id: job.orgId,
  key_id: job.keyId,
  name: job.name,
  vertical: job.vertical ?? null,
  base: toJsonb(job.base),
  labels: toJsonb(job.labels),
  activation: job.activation,
  max_seconds: job.maxSeconds,
  ...stateColumns(job.state),
  progress: job.progress,
  log: toJsonb(job.log),
  attempts: job.attempts,
  hold_id: job.holdId,
  hold_micro_credits: String(job.holdMicroCredits),
  settled: job.settled,
  created_at: job.createdAt,
  started_at: job.startedAt ?? null,
  stage_at: job.stageAt,
  finished_at: job.finishedAt ?? null,
  held_until: heldUntil,
  artifact: null,
  report: null,
  model_version: null,
});

const baseSchema = z
  .object({ id: z.string(), version: z.string(), sha256: z.string(), classes: z.array(z.string()) })
  .catch({ id: 'unreadable', version: '', sha256: '', classes: [] });
const labelsSchema = z
  .array(z.object({ name: z.string(), as: z.enum(LABELS).optional() }))
  .transform((labels) => labels.map(({ name, as }) => ({ name, as })))
  .catch([]);
const logSchema = z
  .array(z.object({ at: z.coerce.date(), stage: z.enum(JOB_STATES), message: z.string() }))
  .catch([]);
const errorSchema = z
  .object({
    code: z.enum(['too_few_samples', 'crashed', 'base_model_changed', 'training_failed']),
    message: z.string(),
  })
  .catch({ code: 'crashed', message: 'why it failed cannot be read any more' });
const refusalSchema = z
  .object({ code: z.enum(REFUSALS), message: z.string() })
  .catch({ code: 'no_audio', message: 'why it was refused cannot be read any more' });

export const stateColumns = (state: JobState) => ({
  state: state.kind,
  open: state.kind === 'queued' && state.open,
  error: state.kind === 'failed' ? toJsonb(state.error) : null,
});

export const fromJobRow = (row: Selectable<FineTuneJobsTable>): FineTuneJob => ({
  id: row.id,
  orgId: row.org_id,
  keyId: row.key_id,
  name: row.name,
  vertical: row.vertical ?? undefined,
  base: baseSchema.parse(row.base),
  labels: labelsSchema.parse(row.labels),
  activation: ACTIVATIONS.find((activation) => activation === row.activation) ?? 'never',
  maxSeconds: row.max_seconds,
  state: stateOf(row),
  progress: row.progress,
  log: logSchema.parse(row.log),
  attempts: row.attempts,
  holdId: row.hold_id,
  holdMicroCredits: readMicroCredits(row.hold_micro_credits),
  settled: row.settled,
  createdAt: row.created_at,
  startedAt: row.started_at ?? undefined,
  stageAt: row.stage_at,
  finishedAt: row.finished_at ?? undefined,
  artifact: row.artifact ?? undefined,
  report: row.report ?? undefined,
  model: row.model_version === null ? undefined : { name: row.name, version: row.model_version },
});

const stateOf = ({ state, open, error }: Selectable<FineTuneJobsTable>): JobState => {
  switch (state) {
    case 'queued':
      return { kind: 'queued', open };
    case 'preparing':
    case 'training':
    case 'evaluating':
    case 'completed':
    case 'cancelled':
      return { kind: state };
    case 'failed':
      return { kind: 'failed', error: errorSchema.parse(error) };
    default:
      throw new Error('a job is in no known state');
  }
};

export const toSampleRow = (
  orgId: string,
  jobId: string,
  { position, id, label, speaker, state }: FineTuneSample,
): Insertable<FineTuneSamplesTable> => ({
  job_id: jobId,
  org_id: orgId,
  position,
  sample_id: id,
  label,
  speaker: speaker ?? null,
  ...sampleColumns(state),
});

export const sampleColumns = (state: SampleState) => ({
  state: state.kind,
  url: state.kind === 'waiting' ? state.url : null,
  refusal: state.kind === 'refused' ? toJsonb(state.refusal) : null,
  seconds: state.kind === 'ready' ? state.heard.seconds : null,
  digest: state.kind === 'ready' ? state.heard.digest : null,
  readings: state.kind === 'ready' ? toJsonb(state.heard.readings) : null,
});

export const fromSampleRow = (row: Selectable<FineTuneSamplesTable>): FineTuneSample => ({
  id: row.sample_id,
  position: row.position,
  label: row.label,
  speaker: row.speaker ?? undefined,
  state: sampleStateOf(row),
});

const sampleStateOf = ({ state, url, refusal, ...row }: Selectable<FineTuneSamplesTable>): SampleState => {
  switch (state) {
    case 'waiting':
      return { kind: 'waiting', url: url ?? '' };
    case 'ready':
      return {
        kind: 'ready',
        heard: {
          seconds: row.seconds ?? 0,
          digest: row.digest ?? '',
          // Written by this file from this type; null once the job is over.
          readings: row.readings as AnalyzedSample['readings'],
        },
      };
    case 'refused':
      return { kind: 'refused', refusal: refusalSchema.parse(refusal) };
    default:
      throw new Error('a sample is in no known state');
  }
};

export const countSamples = async (db: Transaction<Schema>, jobId: string): Promise<SampleCounts> =>
  (await countSamplesOf(db, [jobId]))(jobId);

/** The sample counts of several jobs, in one query. */
export const countSamplesOf = async (
  db: Transaction<Schema>,
  jobIds: readonly string[],
): Promise<(jobId: string) => SampleCounts> => {
  if (jobIds.length === 0) return () => countsOf([]);
  const { rows } = await sql<SampleCountRow>`
    select job_id, state, count(*) as count, sum(seconds) as seconds from fine_tune_samples
    where job_id in (${sql.join(jobIds)}) group by job_id, state`.execute(db);
  return (jobId) => countsOf(rows.filter((row) => row.job_id === jobId));
};

interface SampleCountRow {
  readonly job_id: string;
  readonly state: string;
  readonly count: string;
  readonly seconds: number | null;
}

const countsOf = (rows: readonly SampleCountRow[]): SampleCounts => {
  const of = (state: string): number => Number(rows.find((row) => row.state === state)?.count ?? 0);
  const [ready, refused, waiting] = [of('ready'), of('refused'), of('waiting')];
  const seconds = rows.find(({ state }) => state === 'ready')?.seconds ?? 0;
  return { total: ready + refused + waiting, ready, refused, waiting, seconds };
};
