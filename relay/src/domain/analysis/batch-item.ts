import type { Payer } from '../billing/payer.js';
import type { EmotionLabel } from '@undertone/protocol';
import { z } from 'zod';
import { Fault } from '../fault.js';
import { analysisAnswerSchema, answerOf } from './analysis-answer.js';
import type { AnalysisRequest } from '../recordings/analysis-request.js';
import type { RecordingAnalyzer } from './recording-analyzer.js';

/** A parsed item of a batch: its request, or what is wrong with it. */
export type BatchItem = { readonly id: string } & (
  { readonly request: AnalysisRequest } | { readonly fault: Fault }
);

const errorSchema = z
  .strictObject({
    code: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'ErrorBody' });

/** The batch item result of the interface specification: the item's id and its analysis, or why there is none. */
export const batchResultSchema = z.union([
  analysisAnswerSchema.extend({ id: z.string() }).meta({ id: 'BatchItemResult' }),
  z.strictObject({ id: z.string(), error: errorSchema }).meta({ id: 'BatchItemError' }),
]);
export type BatchResult = z.infer<typeof batchResultSchema>;

export interface BatchOrder {
  /** Id of the request or the job. Items are charged under this id and their position. */
  readonly id: string;
  readonly requestId: string;
  readonly payer: Payer;
  readonly signal: AbortSignal;
}

export interface BatchDependencies {
  readonly analyzer: RecordingAnalyzer;
  readonly derivedLabels: () => readonly EmotionLabel[];
}

/**
 * Analyzes one item. A fault of the item becomes its result.
 * @throws other errors: a bug, or the abort of the batch's signal
 */
export const analyzeItem = async (
  { analyzer, derivedLabels }: BatchDependencies,
  { id, requestId, payer, signal }: BatchOrder,
  item: BatchItem,
  position: number,
): Promise<BatchResult> => {
  try {
    if ('fault' in item) throw item.fault;
    const { request } = item;
    const report = await analyzer.analyze({ id: `${id}/${position}`, payer, request, signal });
    return { id: item.id, ...answerOf(report, { requestId, derivedLabels: derivedLabels() }) };
  } catch (error) {
    if (!(error instanceof Fault) || signal.aborted) throw error;
    return itemError(item.id, error);
  }
};

export const itemError = (id: string, { code, message, details }: Fault): BatchResult => ({
  id,
  error: { code, message, ...(details !== undefined && { details: { ...details } }) },
});
