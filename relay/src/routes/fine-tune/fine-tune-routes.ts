import { z } from 'zod';
import type { FineTuneJobs } from '../../domain/fine-tune/jobs/fine-tune-jobs.js';
import type { BaseModel } from '../../domain/fine-tune/jobs/job.js';
import { COMMON_LABELS, labelSpec } from '../../domain/fine-tune/labels.js';
import { jsonReply } from '../../transport/http-message.js';
import { DEADLINES } from '../analysis/analyze.js';
import { checkInput, invalid } from '../requests/json-body.js';
import { defineOperation } from '../requests/operation.js';
import { cursorOf, cursorText, readCursor, nextCursor } from '../requests/page-cursor.js';
import type { KeyRoute } from '../requests/route.js';
import {
  createBody,
  createForm,
  jobParams,
  jobSchema,
  samplesBody,
  samplesForm,
  sampleSchema,
} from './fine-tune-fields.js';
import { jobOf, sampleOf } from './job-answer.js';
import { JOB_READERS, type JobReaders } from './read-job.js';
import { pageSize } from '../requests/query-number.js';

export interface FineTuneRoutesOptions {
  readonly jobs: FineTuneJobs;
  readonly base: () => BaseModel;
  readonly nowMs: () => number;
  /** How bodies are read; absent, as the reference says. */
  readonly readers?: JobReaders;
}

/** A request for one of these means the relay's own, today or after its operator chose another. */
const OWN_NAMES = /^undertone-(full|live|emotion)(-open)?$/i;

const TAG = 'Fine-tuning';
/** For all samples together; audio behind URLs does not count. Further requests can add more. */
const BODY_LIMIT_BYTES = 50 * 1024 * 1024;

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 200;

const page = z.strictObject({
  limit: pageSize(DEFAULT_LIMIT, MAX_LIMIT),
  cursor: cursorText.optional(),
});
const oneJob = z.strictObject({ job: jobSchema });
const answer = { 200: { description: 'The job', schema: oneJob } } as const;

/** `/v1/fine-tune`: trains a customer's own model from labeled samples. */
export const fineTuneRoutes = (options: FineTuneRoutesOptions): readonly KeyRoute[] => [
  createRoute(options),
  samplesRoute(options),
  listJobs(options),
  getJob(options),
  listSamples(options),
  startJob(options),
  cancelJob(options),
  deleteJob(options),
];

const createRoute = ({ jobs, base, nowMs, readers = JOB_READERS }: FineTuneRoutesOptions): KeyRoute => ({
  method: 'POST',
  path: '/v1/fine-tune',
  access: 'api_key',
  scope: 'models',
  bodyLimitBytes: BODY_LIMIT_BYTES,
  deadlines: DEADLINES,
  doc: {
    operationId: 'createFineTune',
    tag: TAG,
    summary: 'Create fine-tune job',
    description:
      'Trains a classifier over the base model’s embedding from labelled samples (0.4 to 60 s each, at most 2,000 and 7,200 s). Audio that is sent is heard at once and never written down; what is behind URLs is fetched by the job. One credit for each second of samples used, set aside now, charged when a model came of it. At least 20 samples, two labels, and three samples of each.',
    bodies: { 'application/json': createBody, 'multipart/form-data': createForm },
    responses: {
      202: { description: 'The job is queued', schema: oneJob },
      201: { description: 'The job waits for samples and its start', schema: oneJob },
    },
    faults: [
      'insufficient_credits',
      'conflict',
      'payload_too_large',
      'request_timeout',
      'overloaded',
      'model_unavailable',
    ],
  },
  async handle({ request }, { organization, key }) {
    const { fields, samples } = await readers.create(request);
    const { id } = base();
    if (fields.base_model !== undefined && fields.base_model !== id) {
      throw invalid('the request has invalid parameters', { base_model: [`must be ${id}`] });
    }
    if (OWN_NAMES.test(fields.name) || fields.name.toLowerCase() === id.toLowerCase()) {
      throw invalid('the request has invalid parameters', { name: ['is a name of a base model'] });
    }
    const created = await jobs.create({
      payer: { organization, keyId: key.id },
      name: fields.name,
      vertical: fields.vertical,
      labels: fields.labels?.map(({ name, as }) => labelSpec(name, as)) ?? COMMON_LABELS,
      // A model that nobody looked at must not change what every vertical says.
      activation: fields.activate ?? 'never',
      maxSeconds: fields.max_seconds,
      samples,
      corrections: fields.corrections ?? false,
      start: fields.start ?? true,
      signal: request.signal,
    });
    const location = `/v1/fine-tune/${created.job.id}`;
    const status = fields.start === false ? 201 : 202;
    return jsonReply(status, { job: jobOf(created, nowMs()) }, { Location: location });
  },
});

const samplesRoute = ({ jobs, nowMs, readers = JOB_READERS }: FineTuneRoutesOptions): KeyRoute => ({
  method: 'POST',
  path: '/v1/fine-tune/:id/samples',
  access: 'api_key',
  scope: 'models',
  bodyLimitBytes: BODY_LIMIT_BYTES,
  deadlines: DEADLINES,
  doc: {
    operationId: 'addFineTuneSamples',
    tag: TAG,
    summary: 'Add samples to a job that is not started',
    description: 'At most 50 MB and 500 files in one request; send as many requests as it takes.',
    params: jobParams,
    bodies: { 'application/json': samplesBody, 'multipart/form-data': samplesForm },
    responses: {
      200: {
        description: 'What became of each sample, in their order',
        schema: z.strictObject({
          samples: z.array(sampleSchema).describe('Those of this request alone, in their order.'),
          job: jobSchema,
        }),
      },
    },
    faults: ['conflict', 'payload_too_large', 'request_timeout', 'overloaded', 'model_unavailable'],
  },
  async handle({ request, params }, { organization }) {
    const { id } = checkInput(jobParams, params);
    // First, so that nobody uploads 50 MB to another organization's job.
    await jobs.find(organization.id, id);
    const given = await readers.more(request);
    const kept = await jobs.addSamples(organization.id, id, given, request.signal);
    const found = await jobs.find(organization.id, id);
    return jsonReply(200, { samples: kept.map(sampleOf), job: jobOf(found, nowMs()) });
  },
});

const ofOneJob = { scope: 'models', tag: TAG, params: jobParams, responses: answer } as const;

const listJobs = ({ jobs, nowMs }: FineTuneRoutesOptions): KeyRoute =>
  defineOperation({
    scope: 'models',
    method: 'GET',
    path: '/v1/fine-tune',
    operationId: 'listFineTunes',
    tag: TAG,
    summary: 'List fine-tune jobs',
    description: 'Newest first. `next_cursor` asks for the next page; null on the last.',
    query: page,
    responses: {
      200: {
        description: 'A page of jobs',
        schema: z.strictObject({
          jobs: z.array(jobSchema).describe('Newest first.'),
          next_cursor: nextCursor,
        }),
      },
    },
    handle: async ({ query: { limit, cursor } }, { organization }) => {
      const listed = await jobs.list(organization.id, {
        limit,
        cursor: cursor === undefined ? undefined : readCursor(cursor),
      });
      return jsonReply(200, {
        jobs: listed.jobs.map((found) => jobOf(found, nowMs())),
        next_cursor: listed.nextCursor === undefined ? null : cursorOf(listed.nextCursor),
      });
    },
  });

const getJob = ({ jobs, nowMs }: FineTuneRoutesOptions): KeyRoute =>
  defineOperation({
    ...ofOneJob,
    method: 'GET',
    path: '/v1/fine-tune/:id',
    operationId: 'getFineTune',
    summary: 'Get fine-tune status',
    description: 'Ask every few seconds while it goes on. The `report` is there when it is over.',
    handle: async ({ params }, { organization }) =>
      jsonReply(200, { job: jobOf(await jobs.find(organization.id, params.id), nowMs()) }),
  });

const listSamples = ({ jobs }: FineTuneRoutesOptions): KeyRoute =>
  defineOperation({
    ...ofOneJob,
    method: 'GET',
    path: '/v1/fine-tune/:id/samples',
    operationId: 'listFineTuneSamples',
    summary: 'What became of each sample',
    description: 'Whether it could be used, and why not.',
    responses: {
      200: {
        description: 'The samples',
        schema: z.strictObject({
          samples: z.array(sampleSchema).describe('All of the job, in the order in which they came.'),
        }),
      },
    },
    handle: async ({ params }, { organization }) => {
      const samples = await jobs.samples(organization.id, params.id);
      return jsonReply(200, { samples: samples.map(sampleOf) });
    },
  });

const startJob = ({ jobs, nowMs }: FineTuneRoutesOptions): KeyRoute =>
  defineOperation({
    ...ofOneJob,
    method: 'POST',
    path: '/v1/fine-tune/:id/start',
    operationId: 'startFineTune',
    summary: 'Start a job with the samples it has',
    description: 'For a job that was made with `start: false`. No more samples can be added.',
    responses: { 202: { description: 'The job is queued', schema: oneJob } },
    faults: ['conflict'],
    handle: async ({ params }, { organization }) =>
      jsonReply(202, { job: jobOf(await jobs.start(organization.id, params.id), nowMs()) }),
  });

const cancelJob = ({ jobs, nowMs }: FineTuneRoutesOptions): KeyRoute =>
  defineOperation({
    ...ofOneJob,
    method: 'POST',
    path: '/v1/fine-tune/:id/cancel',
    operationId: 'cancelFineTune',
    summary: 'Cancel a job',
    description: 'At any state before its end; nothing is charged.',
    faults: ['conflict'],
    handle: async ({ params }, { organization }) =>
      jsonReply(200, { job: jobOf(await jobs.cancel(organization.id, params.id), nowMs()) }),
  });

const deleteJob = ({ jobs }: FineTuneRoutesOptions): KeyRoute =>
  defineOperation({
    ...ofOneJob,
    method: 'DELETE',
    path: '/v1/fine-tune/:id',
    operationId: 'deleteFineTune',
    summary: 'Delete a job that is over, its samples and its model',
    description: 'One that goes on is refused with `conflict`: cancel it first.',
    responses: { 204: { description: 'Deleted' } },
    faults: ['conflict'],
    handle: async ({ params }, { organization }) => {
      await jobs.delete(organization.id, params.id);
      return { status: 204 };
    },
  });
