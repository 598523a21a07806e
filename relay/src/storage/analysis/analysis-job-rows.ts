import { z } from 'zod';
import type { BatchResult } from '../../domain/analysis/batch-item.js';
import type { JobItem } from '../../domain/analysis/analysis-jobs.js';
import type { AnalysisRequest } from '../../domain/recordings/analysis-request.js';
import { type OnUnreadable, UnreadableRowError } from '../../domain/unreadable-row.js';
import { readStored } from '../database/stored-json.js';
import { growthFromBytes } from '../lines/line-bytes.js';

interface Row {
  readonly item_id: string;
  readonly request: unknown;
  readonly result: unknown;
  readonly lesson: Uint8Array | null;
}

/** What an analysis cannot begin without. */
const requestSchema = z.custom<AnalysisRequest>(
  (value) =>
    z
      .looseObject({
        source: z.looseObject({ kind: z.literal('url'), url: z.string() }),
        features: z.array(z.string()),
        diarize: z.boolean(),
      })
      .safeParse(value).success,
  'not the request of a recording',
);

/** What makes a result one. */
const resultSchema = z.custom<BatchResult>(
  (value) =>
    z
      .union([
        z.looseObject({ id: z.string(), error: z.looseObject({ code: z.string(), message: z.string() }) }),
        z.looseObject({ id: z.string(), request_id: z.string() }),
      ])
      .safeParse(value).success,
  'not the result of a recording',
);

/**
 * An item of a job. Where its request cannot be read, its audio counts as lost; a result is an error, since its audio was paid; what
 * it taught is heard again.
 */
export const toItem = (row: Row, job: string, onUnreadable: OnUnreadable): JobItem => {
  const id = row.item_id;
  const read = <T>(part: string, reading: (where: string) => T, otherwise: T): T => {
    const where = `item ${id} of ${job}: ${part}`;
    try {
      return reading(where);
    } catch (error) {
      if (!(error instanceof UnreadableRowError)) throw error;
      onUnreadable(error);
      return otherwise;
    }
  };
  const { request, result, lesson } = row;
  return {
    id,
    request:
      request === null
        ? undefined
        : read('request', (where) => readStored(requestSchema, request, where), undefined),
    result:
      result === null
        ? undefined
        : read('result', (where) => readStored(resultSchema, result, where), unreadableResult(id)),
    lesson: lesson === null ? undefined : read('lesson', (where) => toLesson(lesson, where), undefined),
  };
};

const toLesson = (bytes: Uint8Array, where: string): JobItem['lesson'] => {
  try {
    return growthFromBytes(bytes);
  } catch (cause) {
    throw new UnreadableRowError(`${where} cannot be read`, { cause });
  }
};

const unreadableResult = (id: string): BatchResult => ({
  id,
  error: { code: 'internal_error', message: 'the stored result cannot be read: send the recording again' },
});
