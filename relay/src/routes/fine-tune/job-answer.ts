import type { z } from 'zod';
import { microCreditsForMs } from '../../domain/billing/credits.js';
import type { JobWithCounts } from '../../domain/fine-tune/jobs/fine-tune-store.js';
import { type FineTuneJob, isOver, type JobStateName } from '../../domain/fine-tune/jobs/job.js';
import { nameOf } from '../../domain/fine-tune/tuned-models.js';
import type { FineTuneReport } from '../../domain/fine-tune/report.js';
import type { FineTuneSample } from '../../domain/fine-tune/samples/sample.js';
import type { jobSchema, sampleSchema } from './fine-tune-fields.js';

/**
 * The start and end of each stage as a share of the whole job. Evaluation is long because it trains several
 * heads to judge one.
 */
const PARTS: Readonly<Record<JobStateName, readonly [from: number, to: number]>> = {
  queued: [0, 0],
  preparing: [0, 0.4],
  training: [0.4, 0.5],
  evaluating: [0.5, 1],
  completed: [1, 1],
  failed: [1, 1],
  cancelled: [1, 1],
};
/** Before this share of a stage is done, the remaining time cannot be estimated. */
const KNOWN_FROM = 0.05;
const MICRO = 1_000_000;

export const jobOf = ({ job, counts }: JobWithCounts, nowMs: number): z.output<typeof jobSchema> => {
  const { state } = job;
  const [from, to] = PARTS[state.kind];
  const stageProgress = isOver(state) ? 1 : job.progress;
  return {
    id: job.id,
    name: job.name,
    status: state.kind,
    accepts_samples: state.kind === 'queued' && state.open,
    progress: round(from + (to - from) * stageProgress),
    stage: {
      progress: round(stageProgress),
      since: job.stageAt.toISOString(),
      eta_seconds: etaOf(job, nowMs),
    },
    vertical: job.vertical ?? null,
    base_model: { id: job.base.id, version: job.base.version, sha256: job.base.sha256 },
    labels: job.labels.map(({ name, as }) => ({ name, as: as ?? null })),
    activate: job.activation,
    samples: { ...counts, seconds: round(counts.seconds) },
    credits: {
      held: job.settled ? 0 : job.holdMicroCredits / MICRO,
      charged:
        job.settled && state.kind === 'completed' ? microCreditsForMs(counts.seconds * 1000) / MICRO : 0,
    },
    max_seconds: job.maxSeconds,
    model: job.model === undefined ? null : nameOf(job.model),
    error: state.kind === 'failed' ? { code: state.error.code, message: state.error.message } : null,
    log: job.log.map(({ at, stage, message }) => ({ at: at.toISOString(), stage, message })),
    // The runner wrote it from this type.
    report: (job.report ?? null) as FineTuneReport | null,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: job.finishedAt?.toISOString() ?? null,
  };
};

const etaOf = ({ state, progress, stageAt }: FineTuneJob, nowMs: number): number | null => {
  if (isOver(state) || state.kind === 'queued' || progress < KNOWN_FROM) return null;
  return Math.round(((nowMs - stageAt.getTime()) / 1000) * ((1 - progress) / progress));
};

export const sampleOf = ({ id, label, speaker, state }: FineTuneSample): z.output<typeof sampleSchema> => ({
  id,
  label,
  speaker_id: speaker ?? null,
  status: state.kind,
  seconds: state.kind === 'ready' ? round(state.heard.seconds) : null,
  reason: state.kind === 'refused' ? { code: state.refusal.code, message: state.refusal.message } : null,
});

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
