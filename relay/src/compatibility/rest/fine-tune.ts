/** Fine-tuning as the hosted service's clients do it: a job is made first, samples come to it, then it starts. */
import { z } from 'zod';
import { jobReaders } from '../../routes/fine-tune/read-job.js';
import type { KeyRoute } from '../../routes/requests/route.js';
import { withFields } from './answer.js';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const FIELDS: Readonly<Record<string, string>> = {
  baseModel: 'base_model',
  audioUrl: 'audio_url',
  audioBase64: 'audio_base64',
  emotion: 'label',
};
/** What has no meaning here: jobs have no description, and training chooses its own length. */
const WITHOUT_MEANING = new Set(['description', 'epochs']);

const renamed = (fields: Json, dropped: ReadonlySet<string>): Json =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !dropped.has(name))
      .map(([name, value]) => [Object.hasOwn(FIELDS, name) ? (FIELDS[name] ?? name) : name, value]),
  );

const SAMPLE_EXTRAS = new Set(['metadata']);
const sampleOf = (sample: unknown): unknown => (isObject(sample) ? renamed(sample, SAMPLE_EXTRAS) : sample);

/** The body under our names. A job that comes without samples waits for them. */
const ours = (body: unknown): unknown => {
  if (!isObject(body)) return body;
  const fields = renamed(body, WITHOUT_MEANING);
  const { samples } = fields;
  const waits =
    fields['name'] !== undefined && [samples, fields['corrections'], fields['start']].every(isAbsent);
  return {
    ...fields,
    ...(Array.isArray(samples) && { samples: samples.map(sampleOf) }),
    ...(waits && { start: false }),
  };
};

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

export const foreignJobReaders = jobReaders(ours);

/** Our states under the four names of the hosted service. */
const STATUS: Readonly<Record<string, string>> = {
  queued: 'pending',
  preparing: 'training',
  training: 'training',
  evaluating: 'training',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'failed',
};

const jobFields = {
  id: z.string().meta({ description: '`job.id`.' }),
  status: z
    .enum(['pending', 'training', 'completed', 'failed'])
    .meta({ description: '`job.status`, in four words.' }),
  name: z.string().meta({ description: '`job.name`.' }),
  progress: z.number().meta({ description: '`job.progress`.' }),
  modelId: z.string().meta({ description: '`job.model`; absent while there is none.' }).optional(),
  createdAt: z.iso.datetime().meta({ description: '`job.created_at`.' }),
  completedAt: z.iso.datetime().meta({ description: '`job.finished_at`; absent until then.' }).optional(),
};

const flatJob = ({ job }: Json): Json => {
  if (!isObject(job)) return {};
  return {
    id: job['id'],
    status: STATUS[String(job['status'])],
    name: job['name'],
    progress: job['progress'],
    ...(job['model'] !== null && { modelId: job['model'] }),
    createdAt: job['created_at'],
    ...(job['finished_at'] !== null && { completedAt: job['finished_at'] }),
  };
};

const uploaded = {
  uploaded: z.number().int().meta({ description: 'Samples of this request that were kept.' }),
};

const countUploaded = ({ samples }: Json): Json => ({
  uploaded: Array.isArray(samples)
    ? samples.filter((sample) => isObject(sample) && sample['status'] !== 'refused').length
    : 0,
});

const ONE_JOB = new Set(['POST /v1/fine-tune', 'POST /v1/fine-tune/:id/start', 'GET /v1/fine-tune/:id']);

/** A row of fine-tuning whose answer also has the hosted service's fields. */
export const withForeignJob = (row: KeyRoute): KeyRoute => {
  const name = `${row.method} ${row.path}`;
  if (ONE_JOB.has(name)) return withFields(row, jobFields, flatJob);
  return name === 'POST /v1/fine-tune/:id/samples' ? withFields(row, uploaded, countUploaded) : row;
};
