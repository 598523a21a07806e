import { Fault } from '../../fault.js';
import { newId } from '../../ids.js';
import {
  correctedReading,
  isSameCorrection,
  type ReadingCorrection,
  readingCorrection,
} from './reading-correction.js';
import {
  advanceProgress,
  type Insight,
  isLate,
  placeNew,
  rebuildProgress,
  tellOf,
} from '../conversation-progress.js';
import type { ConversationChange, ConversationView } from '../conversation-store.js';
import { CONVERSATION_LIMITS } from '../conversation-record.js';
import {
  assertMayBeHeard,
  assertOpen,
  foresightOf,
  repetition,
  withUtterance,
} from '../conversation-rules.js';
import { expectedOf, type NewUtterance, type Utterance, type UtteranceReading } from './utterance.js';
import type { Observed } from '../conversation-views.js';
import { findRepeatedTurn, mergeRepeatedTurn } from './repeated-turn.js';

/** A conversation with one more utterance, or unchanged when the utterance is there already. @throws Fault as `Sessions.add` */
export const addUtterance = async (
  view: ConversationView,
  added: NewUtterance,
  insight: Insight,
): Promise<ConversationChange<Observed>> => {
  const { record } = view;
  const known = await view.find(added.utteranceId);
  if (known !== undefined && !(added.source === 'stream' && known.source === 'stream')) {
    return { record, result: repetition(record, known, added.fingerprint, insight) };
  }
  assertOpen(record);
  assertMayBeHeard(record, added);
  if (record.progress.utterances >= CONVERSATION_LIMITS.utterances) {
    throw new Fault('conflict', `a session holds at most ${CONVERSATION_LIMITS.utterances} utterances`);
  }
  const placed = placeNew(record.progress, added);
  const overlaps = placed.startMs < record.progress.trajectory.lastEndMs;
  const told = overlaps ? findRepeatedTurn(await view.all(), placed) : undefined;
  const grown = told === undefined ? placed : mergeRepeatedTurn(told, placed);
  if (told !== undefined && grown === undefined) {
    return { record, result: repetition(record, told, undefined, insight) };
  }
  const revision = record.progress.revision + 1;
  const heard = { ...(grown ?? placed), revision };
  const progress =
    told !== undefined || isLate(record.progress, heard)
      ? rebuildProgress(record.progress, withUtterance(await view.all(), heard))
      : advanceProgress(record.progress, heard);
  const {
    events,
    foresight,
    alerts,
    record: next,
  } = tellOf(record, { ...progress, revision }, insight, () => newId('alr'));
  const raised = alerts.map(({ alertId }) => alertId);
  const expected = foresight.prediction.utterancesSeen > 0 && expectedOf(foresight.prediction);
  const utterance = { ...heard, ...(expected && { expected }), ...(raised.length > 0 && { raised }) };
  const result: Observed = { record: next, utterance, duplicate: false, foresight, insight, alerts };
  return { record: next, utterance, events, result };
};

/**
 * A conversation with an utterance that was read again whole. What a person corrected stays corrected.
 * @throws Fault `not_found`
 */
export const reviseUtterance = async (
  view: ConversationView,
  utteranceId: string,
  reading: UtteranceReading,
  insight: Insight,
): Promise<ConversationChange<Observed>> => {
  const { record } = view;
  const known = await view.find(utteranceId);
  if (known === undefined) throw new Fault('not_found', 'this session has no such utterance');
  // It was given to the agent meanwhile, whom nobody may read.
  if (known.tone === null) return { record, result: repetition(record, known, undefined, insight) };
  const { correction } = known;
  const heard = correction === undefined ? reading : correctedReading(correction)(reading);
  const utterance: Utterance = { ...known, ...heard };
  return rewritten(view, utterance, insight);
};

/** A conversation with a person's correction of one utterance. @throws Fault `not_found` */
export const correctUtterance = async (
  view: ConversationView,
  utteranceId: string,
  correction: ReadingCorrection,
  insight: Insight,
): Promise<ConversationChange<Observed>> => {
  const { record } = view;
  const known = await view.find(utteranceId);
  if (known === undefined) throw new Fault('not_found', 'this session has no such utterance');
  if (isSameCorrection(known.correction, correction)) {
    return { record, result: repetition(record, known, undefined, insight) };
  }
  const revision = record.progress.revision + 1;
  const utterance: { -readonly [Name in keyof Utterance]: Utterance[Name] } = {
    ...known,
    ...correctedReading(correction)(known),
    corrected: true,
    correction: { ...readingCorrection(correction), revision },
  };
  // Somebody says that it was otherwise than the panel showed.
  if (correction.emotion !== undefined) delete utterance.mood;
  return rewritten(view, utterance, insight);
};

/** The conversation as if this utterance had been like that from the beginning. */
const rewritten = async (
  view: ConversationView,
  utterance: Utterance,
  insight: Insight,
): Promise<ConversationChange<Observed>> => {
  const { record } = view;
  const revision = record.progress.revision + 1;
  const progress = rebuildProgress(record.progress, withUtterance(await view.all(), utterance));
  const next = { ...record, progress: { ...progress, revision } };
  const foresight = foresightOf(next, insight);
  const result: Observed = { record: next, utterance, duplicate: false, foresight, insight, alerts: [] };
  return { record: next, utterance, result };
};
