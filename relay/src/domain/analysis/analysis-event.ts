import type { NewEvent } from '../events/event.js';
import type { AnalysisAnswer } from './analysis-answer.js';
import type { BatchResult } from './batch-item.js';

/** Which request the result answers, and as which of its items. */
export interface AnalysisPlace {
  readonly request_id: string;
  readonly job_id?: string;
  readonly item_id?: string;
}

/**
 * `analysis.complete` with the data of the interface specification; a failed item has an `error` instead. The payload of the
 * other naming is the whole result without words and metadata, because words are not kept and the outbox keeps its data.
 */
export const analysisEvent = (
  about: Pick<NewEvent, 'orgId' | 'once'>,
  where: AnalysisPlace,
  result: AnalysisAnswer | BatchResult,
): NewEvent => {
  const event = { ...about, type: 'analysis.complete' } as const;
  if ('error' in result) {
    const { error } = result;
    return {
      ...event,
      data: { ...where, error },
      alternateData: { ...where, error, turns: [], speakers: [] },
    };
  }
  const { emotion, confidence, uncertain, valence, arousal, dominance, state, metrics } = result;
  const { turns = [], speakers = [] } = result;
  return {
    ...event,
    data: { ...where, emotion, confidence, uncertain, valence, arousal, dominance, state, metrics },
    alternateData: {
      ...without(result, ['id', 'text', 'metadata']),
      ...where,
      turns: turns.map((turn) => without(turn, ['text'])),
      speakers,
    },
  };
};

const without = (value: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
