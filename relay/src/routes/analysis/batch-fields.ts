import { z } from 'zod';
import { batchResultSchema } from '../../domain/analysis/batch-item.js';
import { lineField } from '../requests/line-field.js';
import { analysisFields, audioBase64, audioUrl } from './analysis-fields.js';

/** The largest number of items in one batch. */
export const MAX_ITEMS = 100;
/** Up to this many items are answered at once; a larger batch becomes a job. */
export const SYNCHRONOUS_ITEMS = 10;

const { vertical, features, diarize, line: ownLine, ...fields } = analysisFields;
const itemFields = {
  ...fields,
  line: ownLine
    .unwrap()
    .meta({ description: 'The line of this item; absent, that of the batch.' })
    .optional(),
};
const line = lineField
  .meta({
    description:
      'The microphone, trunk or queue that was recorded, by a name of yours. Absent, the items that name none are one line of their own, which is forgotten with the batch.',
  })
  .optional();
const oneLine = z
  .boolean()
  .meta({
    description:
      'False: items that name no line are each judged by itself, as `/v1/analyze` judges a file. Default true.',
  })
  .optional();
const itemId = z
  .string()
  .min(1)
  .max(128)
  .describe('Your own name for the item, once in a batch; its result has it again.');
const wholeBatch = { vertical, features, diarize, line, one_line: oneLine };

const uniqueIds = (items: readonly { id: string }[]): boolean =>
  new Set(items.map(({ id }) => id)).size === items.length;
const listOf = <T extends z.ZodType<{ id: string }>>(item: T) =>
  z
    .array(item)
    .min(1)
    .max(MAX_ITEMS)
    .refine(uniqueIds, 'must not repeat an id')
    .describe(
      `The recordings, each with an id of its own; more than ${SYNCHRONOUS_ITEMS} are answered by a job.`,
    );

const itemSources = { audio_url: audioUrl.optional(), audio_base64: audioBase64.optional() };

/** The body of `POST /v1/analyze/batch`, for the API reference. */
export const batchBody = z
  .strictObject({
    items: listOf(z.strictObject({ id: itemId, ...itemSources, ...itemFields })),
    ...wholeBatch,
  })
  .meta({
    id: 'BatchRequest',
    description: 'Exactly one of `audio_url` and `audio_base64` for each item.',
  });

/** The form for reading: a mistake in an item, except in its id, becomes that item's error. */
export const looseBatch = z.strictObject({ items: listOf(z.looseObject({ id: itemId })), ...wholeBatch });

/** The same as a form: files plus a JSON text. */
export const batchForm = z
  .looseObject({
    items: z.string().meta({
      description:
        'The items as JSON text. An item takes the file part that its `audio` names, or the one with its id for a name.',
    }),
    vertical,
    line,
    features: z.string().meta({ description: 'Comma-separated.' }).optional(),
    diarize: z.enum(['true', 'false']).describe('As in the JSON body, of every item.').optional(),
    one_line: z.enum(['true', 'false']).describe('As in the JSON body.').optional(),
  })
  .meta({ id: 'BatchForm', description: 'Further parts are files, one for each item that names one.' });

const batchResults = z
  .array(batchResultSchema)
  .describe('One for each item: its analysis, or its error. Only analyses are charged.');
const requestId = z.string().describe('As in `X-Request-Id`.');

export const batchAnswer = z
  .strictObject({ results: batchResults, request_id: requestId })
  .meta({ id: 'BatchAnswer', description: 'In the order of the items.' });

const jobSchema = z
  .strictObject({
    id: z.string().describe('To ask for it with: `job_…`.'),
    status: z.enum(['running', 'completed']).describe('`completed`: every item has its result.'),
    total: z.number().int().describe('Items of the batch.'),
    finished: z.number().int().describe('Of them, those that have a result.'),
    created_at: z.iso.datetime().describe('When the batch came.'),
    finished_at: z.iso
      .datetime()
      .nullable()
      .describe('Of the last result; null while it runs. It is kept for a day then.'),
  })
  .meta({ id: 'AnalysisJob', description: 'A batch that is analyzed in the background.' });

export const jobAccepted = z
  .strictObject({ job: jobSchema, request_id: requestId })
  .meta({ id: 'AnalysisJobAccepted' });

export const jobAnswer = z
  .strictObject({ job: jobSchema, results: batchResults, request_id: requestId })
  .meta({ id: 'AnalysisJobAnswer', description: 'Results of the items that are finished, in their order.' });
