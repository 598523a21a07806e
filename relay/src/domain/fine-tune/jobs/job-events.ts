import type { z } from 'zod';
import type { NewEvent } from '../../events/event.js';
import type { fineTuneCompleted, fineTuneFailed, fineTuneStarted } from '../../events/event-schemas.js';
import type { FineTuneJob, JobError } from './job.js';
import type { FineTuneReport } from '../report.js';

const common = ({ id, name, base, createdAt }: FineTuneJob) => ({
  job_id: id,
  name,
  base_model: base.id,
  created_at: createdAt.toISOString(),
});

/** Each event is written once per job, however often relays take the job. */
const event = (job: FineTuneJob, type: NewEvent['type'], data: object): NewEvent => ({
  orgId: job.orgId,
  type,
  once: job.id,
  data,
});

export const startedEvent = (job: FineTuneJob, samples: number, at: Date): NewEvent =>
  event(job, 'fine_tune.started', {
    ...common(job),
    started_at: at.toISOString(),
    training_examples: samples,
  } satisfies z.output<typeof fineTuneStarted>);

export const completedEvent = (
  job: FineTuneJob,
  { better, samples, evaluation }: FineTuneReport,
  activated: boolean,
  at: Date,
): NewEvent =>
  event(job, 'fine_tune.completed', {
    ...common(job),
    completed_at: at.toISOString(),
    model: job.name,
    better,
    activated,
    metrics: {
      unweighted_average_recall: evaluation.tuned.unweighted_average_recall,
      base_unweighted_average_recall: evaluation.base.unweighted_average_recall,
      gain: evaluation.gain,
      expected_calibration_error: evaluation.tuned.calibration.expected_calibration_error,
      samples_used: samples.used,
      samples_refused: samples.refused,
      seconds: samples.seconds,
    },
  } satisfies z.output<typeof fineTuneCompleted>);

export const failedEvent = (job: FineTuneJob, error: JobError, at: Date): NewEvent =>
  event(job, 'fine_tune.failed', {
    ...common(job),
    failed_at: at.toISOString(),
    error: { ...error },
  } satisfies z.output<typeof fineTuneFailed>);
