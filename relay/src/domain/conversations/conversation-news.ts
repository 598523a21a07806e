import type { CueAction } from '@undertone/protocol';
import type { SessionAlert } from '../alerts/alert-board.js';
import { Fault } from '../fault.js';
import type { ReadingCorrection } from './utterances/reading-correction.js';
import { withCueAction } from './conversation-cues.js';
import { isOver } from './lifecycle.js';
import type { Insight } from './conversation-progress.js';
import type { ConversationProgress, ConversationRecord } from './conversation-record.js';
import { assertOpen, foresightOf } from './conversation-rules.js';
import type { Utterance } from './utterances/utterance.js';
import type { Foresight } from './learning/learned-model.js';

/** One thing that happened to a conversation, with the revision that the conversation had afterwards. */
export type ConversationNote =
  | { readonly kind: 'utterance'; readonly revision: number; readonly utterance: Utterance }
  | {
      readonly kind: 'correction';
      readonly revision: number;
      readonly utterance: Utterance;
      readonly correction: ReadingCorrection;
    }
  | ({ readonly kind: 'cue_answer' } & ConversationProgress['cueAnswers'][number]);

/** What happened to a conversation after a revision, for its stream. */
export interface NewsOfConversation {
  /** The conversation's current revision. */
  readonly revision: number;
  /** In the order in which they happened. If an utterance was corrected again, only the newest correction is known. */
  readonly notes: readonly ConversationNote[];
  /** The time at which the stream's own clock begins. */
  readonly streamStartMs: number;
  readonly foresight: Foresight;
  readonly insight: Insight;
  /** All alerts of the session. */
  readonly alerts: readonly SessionAlert[];
}

/** @param utterances includes those that were added or corrected after `revision` */
export const newsOf = (
  record: ConversationRecord,
  revision: number,
  utterances: readonly Utterance[],
  insight: Insight,
): NewsOfConversation => {
  const { progress } = record;
  return {
    revision: progress.revision,
    notes: notesSince(revision, utterances, progress),
    streamStartMs: progress.streamStartMs ?? 0,
    foresight: foresightOf(record, insight),
    insight,
    alerts: progress.board.alerts,
  };
};

/** @param utterances includes those that were added or corrected after `revision` */
export const notesSince = (
  revision: number,
  utterances: readonly Utterance[],
  { cueAnswers }: ConversationProgress,
): ConversationNote[] => {
  const notes = utterances.flatMap((utterance): ConversationNote[] => {
    const added: ConversationNote = { kind: 'utterance', revision: utterance.revision ?? 0, utterance };
    const { correction } = utterance;
    if (correction === undefined) return [added];
    return [added, { kind: 'correction', revision: correction.revision, utterance, correction }];
  });
  const answers = cueAnswers.map((answer): ConversationNote => ({ kind: 'cue_answer', ...answer }));
  return [...notes, ...answers]
    .filter((note) => note.revision > revision)
    .sort((a, b) => a.revision - b.revision);
};

/** An agent's answer to a cue. */
export interface CueAnswer {
  readonly cueId: string;
  readonly action: Exclude<CueAction, 'unspecified'>;
  readonly afterMs: number | null;
}

/** The same number as the cues that a stream remembers. */
const KEPT_ANSWERS = 32;

/**
 * Stores an answer for the stream that gave the cue, on any relay. The same answer again changes nothing.
 * @throws Fault `conflict` if the session has no stream, or is over
 */
export const withCueAnswer = (record: ConversationRecord, answer: CueAnswer): ConversationRecord => {
  assertOpen(record);
  const { lifecycle, progress } = record;
  if (lifecycle.kind === 'open' || isOver(lifecycle)) {
    throw new Fault('conflict', 'the session has no stream: cues are given in one', {
      details: { session_id: ['has no stream'] },
    });
  }
  const known = progress.cueAnswers.some(
    ({ cueId, action }) => cueId === answer.cueId && action === answer.action,
  );
  if (known) return record;
  const revision = progress.revision + 1;
  const cueAnswers = [...progress.cueAnswers, { ...answer, revision }].slice(-KEPT_ANSWERS);
  const answered = withCueAction(progress, answer.cueId, answer.action, answer.afterMs);
  return { ...record, progress: { ...answered, revision, cueAnswers } };
};
