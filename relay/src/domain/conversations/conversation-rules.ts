import { acknowledgeAlert } from '../alerts/alert-board.js';
import { Fault } from '../fault.js';
import { NotYoursFault } from '../removed-ids.js';
import { isOver, transitionLifecycle } from './lifecycle.js';
import type { Insight } from './conversation-progress.js';
import { freshProgress, type ConversationProgress, type ConversationRecord } from './conversation-record.js';
import type { NewUtterance, Utterance } from './utterances/utterance.js';
import type { NewConversationOrder, Observed } from './conversation-views.js';
import { foresee, type Foresight } from './learning/learned-model.js';

/** A conversation that begins, without utterances. */
export const freshConversation = (
  { orgId, vertical, language, externalId, metadata }: NewConversationOrder,
  id: string,
  nowMs: number,
): ConversationRecord => ({
  orgId,
  id,
  vertical,
  language,
  metadata,
  externalId: externalId ?? null,
  lifecycle: { kind: 'open' },
  createdAtMs: nowMs,
  updatedAtMs: nowMs,
  progress: freshProgress(),
  final: null,
});

/** The utterances with one added or replaced. */
export const withUtterance = (all: readonly Utterance[], utterance: Utterance): readonly Utterance[] =>
  all.some(({ utteranceId }) => utteranceId === utterance.utteranceId)
    ? all.map((each) => (each.utteranceId === utterance.utteranceId ? utterance : each))
    : [...all, utterance];

export const notYours = (id: string): Fault => new NotYoursFault({ kind: 'session', id });

export const assertOpen = ({ lifecycle }: ConversationRecord): void => {
  if (isOver(lifecycle)) {
    throw new Fault('conflict', `the session has ${lifecycle.kind}`, {
      details: { session_id: [`has ${lifecycle.kind}`] },
    });
  }
};

/** A caller who withdrew consent is not analyzed over any route. A stream's own last turn may pass: it was heard before. */
export const assertMayBeHeard = ({ lifecycle }: ConversationRecord, { source, tone }: NewUtterance): void => {
  if (lifecycle.kind !== 'paused' || lifecycle.reason !== 'consent_withdrawn') return;
  if (source === 'stream' || tone === null) return;
  throw new Fault('policy_blocked', 'the consent to be analyzed was withdrawn in this session');
};

/** A stream starts after everything that is there, or at 0 in an empty conversation. */
const startOfStream = ({ clockMs, trajectory, utterances }: ConversationProgress): number =>
  utterances === 0 ? 0 : Math.max(clockMs, trajectory.lastEndMs);

/**
 * A conversation with its live stream. One that has it already stays as it is.
 * @throws Fault `conflict` for one that is over
 */
export const withStream = (record: ConversationRecord): ConversationRecord => {
  assertOpen(record);
  const change = transitionLifecycle(record.lifecycle, { kind: 'stream_opened' });
  if (change === undefined) return record;
  const streamStartMs = record.progress.streamStartMs ?? startOfStream(record.progress);
  return { ...record, lifecycle: change.to, progress: { ...record.progress, streamStartMs } };
};

/** What a stream said that its call is about, and says now. */
export interface MetadataChange {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

/** A conversation with the entries of its stream replaced. Entries that came over other routes stay. */
export const withMetadata = (
  record: ConversationRecord,
  { before, after }: MetadataChange,
): ConversationRecord => {
  const others = Object.entries(record.metadata).filter(
    ([key, value]) => !Object.hasOwn(before, key) || before[key] !== value,
  );
  return { ...record, metadata: { ...Object.fromEntries(others), ...after } };
};

/** @throws Fault `conflict` for one that goes on */
export const withOutcome = (
  record: ConversationRecord,
  outcome: NonNullable<ConversationProgress['outcome']>,
): ConversationRecord => {
  if (!isOver(record.lifecycle)) {
    throw new Fault('conflict', 'the session goes on: its outcome lies in the future; end it first');
  }
  return { ...record, progress: { ...record.progress, outcome } };
};

export const withoutOutcome = (record: ConversationRecord): ConversationRecord => ({
  ...record,
  progress: { ...record.progress, outcome: null },
});

/** @throws Fault `not_found` for an alert that the session never raised */
export const withAlertSeen = (
  record: ConversationRecord,
  alertId: string,
  seen: Parameters<typeof acknowledgeAlert>[2],
): ConversationRecord => ({
  ...record,
  progress: { ...record.progress, board: acknowledgeAlert(record.progress.board, alertId, seen) },
});

export const foresightOf = (record: ConversationRecord, { head, settings }: Insight): Foresight =>
  foresee(head, settings.kpis, record.progress.trajectory, isOver(record.lifecycle) ? 'ended' : 'live');

/** The name of an utterance that came with only an index. */
export const idOfPlace = (index: number): string => `index:${index}`;

/** @param fingerprint of what was sent this time; undefined for a live turn, which has none */
export const repetition = (
  record: ConversationRecord,
  known: Utterance,
  fingerprint: string | undefined,
  insight: Insight,
): Observed => {
  if (fingerprint !== undefined && fingerprint !== known.fingerprint) {
    const problem = ['is in use'];
    const isPlaced = known.index !== null && known.utteranceId === idOfPlace(known.index);
    throw new Fault('conflict', `the session has another utterance of this ${isPlaced ? 'index' : 'id'}`, {
      details: { utterance_id: problem, ...(isPlaced && { index: problem }) },
    });
  }
  const foresight = foresightOf(record, insight);
  return { record, utterance: known, duplicate: true, foresight, insight, alerts: [] };
};
