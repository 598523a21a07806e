import type { Payer } from '../billing/payer.js';
import type { EmotionLabel } from '@undertone/protocol';
import { z } from 'zod';
import type { NewEvent } from '../events/event.js';
import { Fault } from '../fault.js';
import type { LineGrowth } from '../lines/line-book.js';
import { defined } from '../defined.js';
import { analysisAnswerSchema, answerOf } from './analysis-answer.js';
import type { AnalysisRequest } from '../recordings/analysis-request.js';
import type { RecordingAnalyzer } from './recording-analyzer.js';
import type { RecordingReport } from './recording-report.js';
import type { LineHeard } from './recording-line.js';

/** A parsed item of a batch: its request, or what is wrong with it. */
export type BatchItem = { readonly id: string } & (
  { readonly request: AnalysisRequest } | { readonly fault: Fault }
);

const errorSchema = z
  .strictObject({
    code: z.string().describe('Stable; safe to match on.'),
    message: z.string().describe('For people.'),
    details: z
      .record(z.string(), z.unknown())
      .describe('With `validation_error`: messages by parameter.')
      .optional(),
  })
  .meta({ id: 'ErrorBody', description: 'Why the item has no analysis.' });

const itemId = z.string().describe('Of the item, as it was sent.');

/** The batch item result of the interface specification: the item's id and its analysis, or why there is none. */
export const batchResultSchema = z.union([
  analysisAnswerSchema.extend({ id: itemId }).meta({ id: 'BatchItemResult' }),
  z.strictObject({ id: itemId, error: errorSchema }).meta({ id: 'BatchItemError' }),
]);
export type BatchResult = z.infer<typeof batchResultSchema>;

export interface BatchOrder {
  /** Id of the request or the job. Items are charged under this id and their position. */
  readonly id: string;
  readonly requestId: string;
  readonly payer: Payer;
  readonly signal: AbortSignal;
  /** What webhooks are told of an item that is paid. Absent: the caller tells them itself. */
  readonly eventOf?: (result: BatchResult, position: number) => NewEvent;
}

export interface BatchDependencies {
  readonly analyzer: RecordingAnalyzer;
  readonly derivedLabels: () => readonly EmotionLabel[];
}

/** An item of a batch, and where it is in it. */
export interface PlacedItem {
  readonly item: BatchItem;
  readonly position: number;
  /** What is known of its line. */
  readonly heardOn?: LineHeard | undefined;
}

/**
 * Analyzes one item. A fault of the item becomes its result.
 * @throws other errors: a bug, or the abort of the batch's signal
 */
export const analyzeItem = async (
  { analyzer, derivedLabels }: BatchDependencies,
  { id, requestId, payer, signal, eventOf }: BatchOrder,
  { item, position, heardOn }: PlacedItem,
): Promise<BatchResult> => {
  try {
    if ('fault' in item) throw item.fault;
    const { request } = item;
    const resultOf = (report: RecordingReport): BatchResult => ({
      id: item.id,
      ...answerOf(report, { requestId, derivedLabels: derivedLabels() }),
    });
    const eventsOf =
      eventOf && ((report: RecordingReport): readonly NewEvent[] => [eventOf(resultOf(report), position)]);
    const order = { id: `${id}/${position}`, payer, request, signal, ...defined({ heardOn, eventsOf }) };
    return resultOf(await analyzer.analyze(order));
  } catch (error) {
    if (!(error instanceof Fault) || signal.aborted) throw error;
    return itemError(item.id, error);
  }
};

/**
 * Hears an item for what it teaches about its line. An item that fails teaches nothing; its analysis will say why.
 * @param afford whether the organization can pay for so many micro-credits more
 * @throws other errors: a bug, or the abort of the batch's signal
 */
export const teachItem = async (
  { analyzer }: Pick<BatchDependencies, 'analyzer'>,
  { id, payer, signal }: BatchOrder,
  { item, position, heardOn }: PlacedItem,
  afford: (microCredits: number) => boolean,
): Promise<LineGrowth | undefined> => {
  if ('fault' in item) return undefined;
  const { request } = item;
  try {
    const order = { id: `${id}/${position}`, payer, request, signal, ...defined({ heardOn }) };
    return await analyzer.teach(order, afford);
  } catch (error) {
    if (!(error instanceof Fault) || signal.aborted) throw error;
    return undefined;
  }
};

/** Grants what fits into a sum: nobody gets more heard in a first pass than they can pay for in the second. */
export const within = (microCredits: number): ((wanted: number) => boolean) => {
  let left = microCredits;
  return (wanted) => {
    if (wanted > left) return false;
    left -= wanted;
    return true;
  };
};

const itemError = (id: string, { code, message, details }: Fault): BatchResult => ({
  id,
  error: { code, message, ...(details !== undefined && { details: { ...details } }) },
});
