import { z } from 'zod';
import type { BaseModel } from '../../domain/fine-tune/job.js';
import { type Models, nameOf } from '../../domain/fine-tune/models.js';
import { VERTICAL_NAMES } from '../../domain/verticals/verticals.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineOperation } from '../operation.js';
import type { KeyRoute } from '../route.js';

const TAG = 'Fine-tuning';

const modelSchema = z
  .strictObject({
    model: z.string().meta({ description: 'What `model` of a request takes.' }),
    kind: z.enum(['base', 'tuned']),
    name: z.string(),
    version: z.string(),
    vertical: z.string().nullable(),
    job_id: z.string().nullable(),
    active: z.boolean().meta({ description: 'What requests without a `model` use.' }),
    usable: z
      .boolean()
      .meta({ description: 'False: trained on another base model than the relay runs now.' }),
    created_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Model' });

const nowActive = z.strictObject({ model: z.string() });

/** `/v1/models`: which models there are, which is the default, and the way back. */
export const modelRoutes = (models: Models, base: () => BaseModel): readonly KeyRoute[] => [
  defineOperation({
    method: 'GET',
    path: '/v1/models',
    operationId: 'listModels',
    tag: TAG,
    summary: 'List models',
    responses: {
      200: {
        description: 'The base model and yours',
        schema: z.strictObject({ models: z.array(modelSchema) }),
      },
    },
    handle: async (_input, { organization }) => {
      const { models: own, active } = await models.list(organization.id);
      const { id, version } = base();
      const everywhere = active.find(({ vertical }) => vertical === '');
      return jsonReply(200, {
        models: [
          {
            model: id,
            kind: 'base',
            name: id,
            version,
            vertical: null,
            job_id: null,
            active: everywhere?.modelId === undefined,
            usable: true,
            created_at: null,
          },
          ...own.map((model) => ({
            model: nameOf(model),
            kind: 'tuned',
            name: model.name,
            version: String(model.version),
            vertical: model.vertical ?? null,
            job_id: model.jobId,
            active: active.some(({ modelId }) => modelId === model.id),
            usable: models.fits(model),
            created_at: model.createdAt.toISOString(),
          })),
        ],
      });
    },
  }),
  defineOperation({
    method: 'POST',
    path: '/v1/models/:name/activate',
    operationId: 'activateModel',
    tag: TAG,
    summary: 'Make a model the default',
    description:
      'Of its vertical, or of all where it has none. Requests without a `model` use it within two seconds. The base model’s name goes back to the base model.',
    params: z.strictObject({ name: z.string().max(128) }),
    body: z.strictObject({
      version: z
        .number()
        .int()
        .positive()
        .max(1_000_000)
        .meta({ description: 'Absent: the newest' })
        .optional(),
    }),
    responses: { 200: { description: 'What is the default now', schema: nowActive } },
    faults: ['conflict'],
    handle: async ({ params, body }, { organization }) =>
      jsonReply(200, { model: await models.activate(organization.id, params.name, body.version) }),
  }),
  defineOperation({
    method: 'POST',
    path: '/v1/models/rollback',
    operationId: 'rollBackModel',
    tag: TAG,
    summary: 'Go back to the default before',
    body: z.strictObject({
      vertical: z.enum(VERTICAL_NAMES).meta({ description: 'Absent: the default of all.' }).optional(),
    }),
    responses: { 200: { description: 'What is the default now', schema: nowActive } },
    faults: ['conflict'],
    handle: async ({ body }, { organization }) =>
      jsonReply(200, { model: await models.rollBack(organization.id, body.vertical) }),
  }),
];
