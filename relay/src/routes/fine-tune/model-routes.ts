import { z } from 'zod';
import type { BaseModel } from '../../domain/fine-tune/jobs/job.js';
import { type ListedModel, type TunedModels, nameOf } from '../../domain/fine-tune/tuned-models.js';
import { VERTICAL_NAMES } from '../../domain/call/verticals/verticals.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';
import { segment } from '../sessions/session-fields.js';

const TAG = 'Fine-tuning';

const modelSchema = z
  .strictObject({
    model: z.string().meta({ description: 'What `model` of a request takes.' }),
    kind: z
      .enum(['base', 'tuned'])
      .meta({ description: '`base`: the relay’s own; `tuned`: made by a job of yours.' }),
    name: z.string().meta({ description: 'Of the job that made it, or of the relay’s own readers.' }),
    version: z
      .string()
      .meta({ description: 'Counts the models of one name; of a base model, that of its files.' }),
    vertical: z
      .string()
      .nullable()
      .meta({ description: 'Where it may become the default; null: everywhere.' }),
    job_id: z.string().nullable().meta({ description: 'Of the job that made it; null: a base model.' }),
    active: z.boolean().meta({ description: 'Requests without a `model` use it, somewhere.' }),
    active_in: z
      .array(z.enum(VERTICAL_NAMES))
      .meta({ description: 'The verticals in which requests without a `model` use it.' }),
    default_of: z.array(z.enum(VERTICAL_NAMES).nullable()).meta({
      description:
        'What it was activated for, each of which `/v1/models/rollback` takes back; null: every vertical without a default of its own.',
    }),
    usable: z
      .boolean()
      .meta({ description: 'False: trained on another base model than the relay runs now.' }),
    state: z.enum(['ready', 'needs_training']).meta({
      description:
        '`needs_training`: made for another base model. It is kept, and its job can be read, but no request is judged by it; train it again with its recordings.',
    }),
    created_at: z.iso.datetime().nullable().meta({ description: 'When it was made; null: a base model.' }),
  })
  .meta({ id: 'Model' });

const nowActive = z.strictObject({ model: z.string().meta({ description: 'That is the default now.' }) });

/** `/v1/models`: lists the models, sets the default, and goes back to an earlier one. */
export const modelRoutes = (models: TunedModels, base: () => BaseModel): readonly KeyRoute[] => [
  defineOperation({
    scope: 'models',
    method: 'GET',
    path: '/v1/models',
    operationId: 'listModels',
    tag: TAG,
    summary: 'List models',
    description: 'The base model and yours, with which of them answers requests that name none.',
    responses: {
      200: {
        description: 'The base model and yours',
        schema: z.strictObject({
          models: z.array(modelSchema).describe('The base model first, then yours, newest first.'),
        }),
      },
    },
    handle: async (_input, { organization }) => {
      const listed = await models.list(organization.id);
      return jsonReply(200, { models: listed.map((each) => modelOf(each, base())) });
    },
  }),
  defineOperation({
    scope: 'models',
    method: 'POST',
    path: '/v1/models/:name/activate',
    operationId: 'activateModel',
    tag: TAG,
    summary: 'Make a model the default',
    description:
      'Of its own vertical; where it has none, of all verticals that have no default of their own. The base model’s name goes back to the base model, in every vertical or in the one that is named. Requests without a `model` follow within two seconds.',
    params: z.strictObject({ name: segment.pipe(z.string().max(128)).describe('Of the model.') }),
    body: z.strictObject({
      version: z
        .number()
        .int()
        .positive()
        .max(1_000_000)
        .meta({ description: 'Absent: the newest' })
        .optional(),
      vertical: z
        .enum(VERTICAL_NAMES)
        .meta({ description: 'Only there. A model that was made for one vertical takes no other.' })
        .optional(),
    }),
    responses: { 200: { description: 'What is the default now', schema: nowActive } },
    faults: ['conflict'],
    handle: async ({ params, body }, { organization }) =>
      jsonReply(200, { model: await models.activate(organization.id, params.name, body) }),
  }),
  defineOperation({
    scope: 'models',
    method: 'POST',
    path: '/v1/models/rollback',
    operationId: 'rollBackModel',
    tag: TAG,
    summary: 'Go back to the default before',
    description:
      'Takes the last activation back, of one vertical or of all that have no default of their own; with it, what the base model took the place of at the same time.',
    body: z.strictObject({
      vertical: z
        .enum(VERTICAL_NAMES)
        .meta({ description: 'Absent: the default of all that have none of their own.' })
        .optional(),
    }),
    responses: { 200: { description: 'What is the default now', schema: nowActive } },
    faults: ['conflict'],
    handle: async ({ body }, { organization }) =>
      jsonReply(200, { model: await models.rollBack(organization.id, body.vertical) }),
  }),
];

const modelOf = (
  { model, usable, activeIn, defaultOf }: ListedModel,
  { id, version }: BaseModel,
): z.input<typeof modelSchema> => ({
  model: model === undefined ? id : nameOf(model),
  kind: model === undefined ? 'base' : 'tuned',
  name: model?.name ?? id,
  version: model === undefined ? version : String(model.version),
  vertical: model?.vertical ?? null,
  job_id: model?.jobId ?? null,
  active: activeIn.length > 0,
  active_in: [...activeIn],
  default_of: defaultOf.map((vertical) => vertical ?? null),
  usable,
  state: usable ? 'ready' : 'needs_training',
  created_at: model?.createdAt.toISOString() ?? null,
});
