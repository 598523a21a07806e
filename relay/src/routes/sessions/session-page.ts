import { z } from 'zod';
import type { ConversationRecord } from '../../domain/conversations/conversation-record.js';
import { searchedWords } from '../../domain/conversations/conversation-marks.js';
import type {
  ConversationPage,
  ConversationPageEnd,
  ConversationSort,
} from '../../domain/conversations/conversation-store.js';
import { storableText } from '../../domain/storable-text.js';
import { LAST_STORABLE_MS } from '../../domain/storable-time.js';
import { invalid } from '../requests/json-body.js';
import { cursorOf, readCursor } from '../requests/page-cursor.js';
import type { pageQuery } from './session-fields.js';

type PageQuery = z.output<typeof pageQuery>;

/** Which sessions a request asks for. @throws HttpError 400 for a cursor that was not given for this order */
export const pageOf = (query: PageQuery): Omit<ConversationPage, 'most'> => ({
  after: query.cursor === undefined ? undefined : readSessionCursor(query.cursor, query.sort),
  sort: query.sort,
  ascending: query.order === 'asc',
  states: query.state,
  externalId: query.external_id,
  sinceMs: query.created_after?.getTime(),
  untilMs: query.created_before?.getTime(),
  verticals: query.vertical,
  emotions: query.emotion,
  moods: query.mood,
  peakFrom: query.peak_escalation_from,
  alert: query.alert,
  agent: query.agent,
  personId: query.person,
  words: query.q === undefined ? undefined : searchedWords(query.q),
});

/** A list by time has the same cursors as every other list; the others name their order, too. */
const sortedCursor = z.tuple([
  z.enum(['duration', 'peak_escalation']),
  z.number().min(0).max(LAST_STORABLE_MS),
  storableText(128),
]);

/** The end of a page whose last session this is. */
export const sessionCursorOf = (
  { id, createdAtMs, final }: ConversationRecord,
  sort: ConversationSort = 'created_at',
): string => {
  if (sort === 'created_at') return cursorOf({ createdAtMs, id });
  const { duration = 0, peak_escalation_risk: peak = 0 } = final?.summary ?? {};
  const value = sort === 'duration' ? Math.round(duration * 1_000) : peak;
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');
};

const readSessionCursor = (text: string, sort: ConversationSort = 'created_at'): ConversationPageEnd => {
  if (sort === 'created_at') {
    const { createdAtMs, id } = readCursor(text);
    return { value: createdAtMs, id };
  }
  try {
    const [order, value, id] = sortedCursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (order === sort) return { value, id };
  } catch (cause) {
    throw notGiven(cause);
  }
  throw notGiven();
};

const notGiven = (cause?: unknown) =>
  invalid(
    'the request has invalid parameters',
    { cursor: ['is not one that was given for this order'] },
    cause,
  );
