import type { Selectable } from 'kysely';
import { z } from 'zod';
import {
  type ConversationRecord,
  type FinalWord,
  freshProgress,
  progressSchema,
} from '../../domain/conversations/conversation-record.js';
import { type Lifecycle, lifecycleSchema } from '../../domain/conversations/lifecycle.js';
import type { Utterance } from '../../domain/conversations/utterances/utterance.js';
import { type OnUnreadable, UnreadableRowError } from '../../domain/unreadable-row.js';
import { readStored } from '../database/stored-json.js';
import type { ConversationsTable } from '../tables/conversation-tables.js';

type Row = Selectable<ConversationsTable>;

/** What readers of an ended conversation cannot do without. */
const finalSchema = z.custom<FinalWord>(
  (value) =>
    z
      .looseObject({
        predictions: z.looseObject({}),
        kpiPredictions: z.looseObject({}),
        summary: z.looseObject({
          duration: z.number(),
          dominant_emotion: z.string(),
          emotion_trajectory: z.array(z.string()),
        }),
      })
      .safeParse(value).success,
  'not the last word of a conversation',
);

/** @throws UnreadableRowError */
export const toRecord = (row: Row): ConversationRecord => {
  const where = (column: string): string => `conversation ${row.id} of ${row.org_id}: ${column}`;
  return {
    ...columnsOf(row),
    lifecycle: readStored(lifecycleSchema, row.lifecycle, where('lifecycle')),
    progress: readStored(progressSchema, row.progress, where('progress')),
    final: readStored(finalSchema.nullable(), row.final, where('final')),
  };
};

/** For a list, which shows the others all the same: of a row that cannot be read, what its columns say. */
export const toListed = (row: Row, onUnreadable: OnUnreadable): ConversationRecord => {
  try {
    return toRecord(row);
  } catch (error) {
    if (!(error instanceof UnreadableRowError)) throw error;
    onUnreadable(error);
    return {
      ...columnsOf(row),
      lifecycle: lifecycleOf(row),
      progress: freshProgress(),
      final: null,
    };
  }
};

const columnsOf = (row: Row) => ({
  orgId: row.org_id,
  id: row.id,
  vertical: row.vertical,
  language: row.language,
  externalId: row.external_id,
  // Written by a route that takes objects alone.
  metadata: row.metadata as Record<string, unknown>,
  createdAtMs: row.created_at.getTime(),
  updatedAtMs: row.updated_at.getTime(),
});

const lifecycleOf = ({ state, updated_at }: Row): Lifecycle => {
  if (state === 'live' || state === 'open') return { kind: state };
  if (state === 'paused') return { kind: state, reason: 'unreadable' };
  return { kind: state === 'ended' ? 'ended' : 'expired', code: 'unreadable', atMs: updated_at.getTime() };
};

/** Every utterance of a call is read at its end, so only what all readers use is looked at. @throws UnreadableRowError */
export const toUtterance = (row: {
  readonly utterance: unknown;
  readonly utterance_id: string;
  readonly session_id: string;
}): Utterance => {
  if (isUtterance(row.utterance)) return row.utterance;
  throw new UnreadableRowError(
    `utterance ${row.utterance_id} of conversation ${row.session_id} cannot be read: a field is missing`,
  );
};

const isUtterance = (value: unknown): value is Utterance => {
  if (typeof value !== 'object' || value === null) return false;
  const { utteranceId, speakerId, role, startMs, endMs, arrival, tone } = value as Partial<Utterance>;
  return (
    typeof utteranceId === 'string' &&
    typeof speakerId === 'string' &&
    (role === 'caller' || role === 'agent') &&
    [startMs, endMs, arrival].every((number) => typeof number === 'number') &&
    (tone === null || typeof tone === 'object')
  );
};
