import { mapConcurrently } from '../../concurrency/map-concurrently.js';
import { z } from 'zod';
import type { AnalysisJob, AnalysisJobs } from '../../domain/analysis/analysis-jobs.js';
import {
  analyzeItem,
  type BatchDependencies,
  type BatchItem,
  type BatchOrder,
  type BatchResult,
  teachItem,
  within,
} from '../../domain/analysis/batch-item.js';
import { BatchLines } from '../../domain/analysis/batch-lines.js';
import { Fault } from '../../domain/fault.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';
import { analysisEvent } from '../../domain/analysis/analysis-event.js';
import type { NewEvent } from '../../domain/events/event.js';
import { DEADLINES } from './analyze.js';
import {
  batchAnswer,
  batchBody,
  batchForm,
  jobAccepted,
  jobAnswer,
  MAX_ITEMS,
  SYNCHRONOUS_ITEMS,
} from './batch-fields.js';
import { readBatch } from './read-batch.js';

/** Tells the webhooks of an organization about items that failed. Never rejects. */
export type AnnounceAnalyses = (orgId: string, events: readonly NewEvent[]) => Promise<void>;

export interface BatchRoutesOptions extends BatchDependencies {
  readonly jobs: AnalysisJobs;
  readonly announce?: AnnounceAnalyses;
  /** What the organization can still spend, in micro-credits. */
  readonly available: (orgId: string) => Promise<number>;
}

/** For all items together; audio behind URLs does not count. */
const BODY_LIMIT_BYTES = 50 * 1024 * 1024;
/**
 * The items of one batch that run at a time, so that a batch does not take all places from other requests.
 */
const ITEMS_AT_A_TIME = 3;

/** `POST /v1/analyze/batch` and `GET /v1/analyze/jobs/{id}`. */
export const batchRoutes = (options: BatchRoutesOptions): readonly KeyRoute[] => [
  batchRoute(options),
  jobRoute(options.jobs),
];

const batchRoute = (options: BatchRoutesOptions): KeyRoute => ({
  method: 'POST',
  path: '/v1/analyze/batch',
  access: 'api_key',
  scope: 'analyze',
  bodyLimitBytes: BODY_LIMIT_BYTES,
  deadlines: DEADLINES,
  doc: {
    operationId: 'analyzeBatch',
    tag: 'Analysis',
    summary: 'Analyze several recordings',
    description: `Where the \`results\` are: up to ${SYNCHRONOUS_ITEMS} items are answered with 200 and them; more become a job, answered with 202, and they are at \`GET /v1/analyze/jobs/{id}\` (also in \`Location\`), in the same order. At most ${MAX_ITEMS} items and 50 MB of body. Each finished item is an \`analysis.complete\` event. An empty wallet is 402. An item that fails has an \`error\`, the others their results. Items that name no \`line\` are heard as one line, whatever their order: what they have in common is taken out of how each sounds, from three items with speech on. \`one_line: false\` judges each by itself.`,
    bodies: { 'application/json': batchBody, 'multipart/form-data': batchForm },
    responses: {
      200: { description: 'The results, in the order of the items.', schema: batchAnswer },
      202: { description: 'The batch was taken as a job.', schema: jobAccepted },
    },
    faults: ['insufficient_credits', 'request_timeout', 'payload_too_large', 'overloaded'],
  },
  async handle({ request }, { organization, key }) {
    const items = await readBatch(request);
    const { id, signal } = request;
    const available = await options.available(organization.id);
    if (available <= 0) throw emptyWallet();
    const eventOf = (result: BatchResult, position: number): NewEvent => {
      const about = { orgId: organization.id, once: `${id}/${position}` };
      return analysisEvent(about, { request_id: id, item_id: result.id }, result);
    };
    const order = { id, requestId: id, payer: { organization, keyId: key.id }, signal };
    if (items.length > SYNCHRONOUS_ITEMS) {
      const job = await options.jobs.submit(order, items);
      const location = `/v1/analyze/jobs/${job.id}`;
      return jsonReply(202, { job: jobOf(job), request_id: id }, { Location: location });
    }
    const results = await analyzeTogether(options, { ...order, eventOf }, items, available);
    const failed = results.flatMap((result, position) =>
      'error' in result ? [eventOf(result, position)] : [],
    );
    if (failed.length > 0) await options.announce?.(organization.id, failed);
    return jsonReply(200, { results, request_id: id });
  },
});

/** Two passes: what all items teach about their lines, then each item on its line. */
const analyzeTogether = async (
  options: BatchDependencies,
  order: BatchOrder,
  items: readonly BatchItem[],
  available: number,
): Promise<BatchResult[]> => {
  const lines = new BatchLines(
    options.analyzer.lines,
    order.payer.organization.id,
    items.map((item) => ({ request: 'request' in item ? item.request : undefined })),
  );
  await lines.open();
  const afford = within(available);
  await mapConcurrently(lines.toHear, ITEMS_AT_A_TIME, async (position) => {
    const item = items[position];
    if (item === undefined) return;
    const placed = { item, position, heardOn: lines.firstOf(position) };
    const lesson = await teachItem(options, order, placed, afford);
    if (lesson !== undefined) lines.take(position, lesson);
  });
  return mapConcurrently(items, ITEMS_AT_A_TIME, (item, position) =>
    analyzeItem(options, order, { item, position, heardOn: lines.secondOf(position) }),
  );
};

/** Not one item can be paid, so the whole batch is refused, as one recording is. */
const emptyWallet = (): Fault =>
  new Fault('insufficient_credits', 'the wallet of this organization is empty: top it up');

const jobRoute = (jobs: AnalysisJobs): KeyRoute =>
  defineOperation({
    scope: 'analyze',
    method: 'GET',
    path: '/v1/analyze/jobs/:id',
    operationId: 'getAnalysisJob',
    tag: 'Analysis',
    summary: 'How far a batch has come, and its results',
    description: 'Results are kept for 24 hours.',
    params: z.strictObject({ id: z.string().describe('Of the job.') }),
    responses: { 200: { description: 'The job.', schema: jobAnswer } },
    async handle({ params, request }, { organization }) {
      const job = await jobs.find(organization.id, params.id);
      return jsonReply(200, {
        job: jobOf(job),
        results: job.items.flatMap(({ result }) => (result === undefined ? [] : [result])),
        request_id: request.id,
      });
    },
  });

const jobOf = ({ id, items, createdAt, finishedAt }: AnalysisJob): z.infer<typeof jobAccepted>['job'] => ({
  id,
  status: finishedAt === undefined ? 'running' : 'completed',
  total: items.length,
  finished: items.filter(({ result }) => result !== undefined).length,
  created_at: createdAt.toISOString(),
  finished_at: finishedAt?.toISOString() ?? null,
});
