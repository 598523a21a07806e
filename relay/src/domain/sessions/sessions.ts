import { acknowledgeAlert, type SessionAlert } from '../alerts/alert-board.js';
import { Fault } from '../fault.js';
import { newId } from '../ids.js';
import { endEvent, finalWord } from './ending.js';
import type { Learning } from './learning.js';
import { isOver, type Lifecycle, type LifecycleEvent, transitionLifecycle } from './lifecycle.js';
import { advanceProgress, type Insight, isLate, placeNew, rebuildProgress, tellOf } from './observe.js';
import type { PageCursor, SessionBook, SessionChange, SessionView } from './session-book.js';
import { freshProgress, SESSION_LIMITS, type SessionRecord } from './session-record.js';
import { summarizeSession, type SessionSummaryView } from './session-summary.js';
import type { NewUtterance, SessionUtterance, UtteranceReading } from './session-utterance.js';
import { foresee, type Foresight } from './taught-model.js';

export interface NewSessionOrder {
  readonly orgId: string;
  /** Absent, a fresh one. */
  readonly id: string | undefined;
  readonly vertical: string;
  readonly language: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** What an added utterance leads to. */
export interface Observed {
  readonly record: SessionRecord;
  readonly utterance: SessionUtterance;
  /** It had been there already, and nothing was changed. */
  readonly duplicate: boolean;
  readonly foresight: Foresight;
  readonly insight: Insight;
  /** Newly raised. */
  readonly alerts: readonly SessionAlert[];
}

/** A conversation with what is expected of it now. */
export interface SessionPicture {
  readonly record: SessionRecord;
  /** In order. */
  readonly utterances: readonly SessionUtterance[];
  readonly foresight: Foresight;
  readonly insight: Insight;
  readonly summary: SessionSummaryView;
}

export interface SessionsOptions {
  readonly book: SessionBook;
  readonly learning: Learning;
  readonly nowMs: () => number;
}

/** Conversations over whatever route their utterances come: REST, uploads, streams. */
export class Sessions {
  readonly #book: SessionBook;
  readonly #learning: Learning;
  readonly #nowMs: () => number;

  constructor({ book, learning, nowMs }: SessionsOptions) {
    this.#book = book;
    this.#learning = learning;
    this.#nowMs = nowMs;
  }

  /** @throws Fault `conflict` where the organization has a session of this id */
  async create(order: NewSessionOrder): Promise<SessionRecord> {
    const record = this.#fresh(order, order.id ?? newId('ses'));
    if (await this.#book.create(record)) return record;
    throw new Fault('conflict', 'the organization has a session of this id already', {
      details: { session_id: ['is in use'] },
    });
  }

  /** Makes the session where there is none: an upload or a stream may be the first that is heard of it. */
  async ensure(order: NewSessionOrder & { readonly id: string }): Promise<void> {
    await this.#book.create(this.#fresh(order, order.id));
  }

  #fresh({ orgId, vertical, language, metadata }: NewSessionOrder, id: string): SessionRecord {
    const now = this.#nowMs();
    return {
      orgId,
      id,
      vertical,
      language,
      metadata,
      lifecycle: { kind: 'open' },
      createdAtMs: now,
      updatedAtMs: now,
      progress: freshProgress(),
      final: null,
    };
  }

  /** @throws Fault `forbidden`, the same for another organization's session and none at all */
  async read(orgId: string, id: string): Promise<SessionPicture> {
    const insight = await this.#learning.insight(orgId);
    const found = await this.#book.find(orgId, id);
    if (found === undefined) throw notYours();
    const record = this.#aged(found);
    const utterances = await this.#book.utterances(orgId, id);
    return {
      record,
      utterances,
      insight,
      foresight: foresightOf(record, insight),
      summary: record.final?.summary ?? summarizeSession(utterances, record.progress.peakEscalationRisk),
    };
  }

  async list(orgId: string, after: PageCursor | undefined, most: number): Promise<readonly SessionRecord[]> {
    return (await this.#book.list(orgId, after, most)).map((record) => this.#aged(record));
  }

  /**
   * Adds an utterance, or finds that it was there.
   * @throws Fault `forbidden` for an unknown session; `conflict` for one that is over, for another utterance of the same
   *   id, and when there are too many
   */
  async add(orgId: string, id: string, added: NewUtterance): Promise<Observed> {
    const insight = await this.#learning.insight(orgId);
    return this.#change(orgId, id, async (view) => {
      const { record } = view;
      const known = await view.find(added.utteranceId);
      if (known !== undefined) return { record, result: repetition(record, known, added, insight) };
      assertOpen(record);
      if (record.progress.utterances >= SESSION_LIMITS.utterances) {
        throw new Fault('conflict', `a session holds at most ${SESSION_LIMITS.utterances} utterances`);
      }
      const utterance = placeNew(record.progress, added);
      const progress = isLate(record.progress, utterance)
        ? rebuildProgress(record.progress, [...(await view.all()), utterance])
        : advanceProgress(record.progress, utterance);
      const {
        events,
        foresight,
        alerts,
        record: next,
      } = tellOf(record, progress, insight, () => newId('alr'));
      const result: Observed = { record: next, utterance, duplicate: false, foresight, insight, alerts };
      return { record: next, utterance, events, result };
    });
  }

  /** Whether an utterance is there already: its audio need not be analyzed, and paid, again. @throws Fault as `add` does */
  async lookFor(orgId: string, id: string, utteranceId: string): Promise<Observed | undefined> {
    const insight = await this.#learning.insight(orgId);
    return this.#change(orgId, id, async (view) => {
      const { record } = view;
      const utterance = await view.find(utteranceId);
      if (utterance === undefined) {
        assertOpen(record);
        return { record, result: undefined };
      }
      return { record, result: repetition(record, utterance, undefined, insight) };
    });
  }

  /** A stream took the conversation up, rests, or left. Nothing happens where that means nothing. */
  async move(orgId: string, id: string, event: LifecycleEvent): Promise<Lifecycle['kind']> {
    return this.#change(orgId, id, ({ record }) => {
      const change = transitionLifecycle(record.lifecycle, event);
      const next = change === undefined ? record : { ...record, lifecycle: change.to };
      return Promise.resolve({ record: next, result: next.lifecycle.kind });
    });
  }

  /**
   * Ends a conversation: what is expected of it is settled, and told once. Ending it again changes nothing.
   * @throws Fault `forbidden` for an unknown session
   */
  async end(orgId: string, id: string, code: string): Promise<SessionRecord> {
    const insight = await this.#learning.insight(orgId);
    return this.#change(orgId, id, async (view) => {
      const { record } = view;
      const change = transitionLifecycle(record.lifecycle, { kind: 'ended', code, atMs: this.#nowMs() });
      if (change === undefined) return { record, result: record };
      const utterances = await view.all();
      const ended: SessionRecord = {
        ...record,
        lifecycle: change.to,
        final: finalWord(record, utterances, insight),
        progress: { ...record.progress, modelVersion: insight.head.version },
      };
      return { record: ended, events: [endEvent(ended, utterances, insight, this.#nowMs())], result: ended };
    });
  }

  /** @throws Fault `forbidden`, also for an alert that the session never raised */
  async acknowledge(orgId: string, id: string, alertId: string, by: string): Promise<SessionRecord> {
    return this.#change(orgId, id, ({ record }) => {
      if (record.progress.board.alerts.every((alert) => alert.alertId !== alertId)) {
        throw new Fault('forbidden', 'this alert is not one of the session’s');
      }
      const seen = { by, at: new Date(this.#nowMs()).toISOString() };
      const board = acknowledgeAlert(record.progress.board, alertId, seen);
      const next = { ...record, progress: { ...record.progress, board } };
      return Promise.resolve({ record: next, result: next });
    });
  }

  /**
   * A person says how an utterance really sounded; the conversation is read anew with it. What the organization learned
   * from the conversation is learned anew too.
   * @throws Fault `forbidden`; `not_found` for an unknown utterance
   */
  async correct(
    orgId: string,
    id: string,
    utteranceId: string,
    correction: (reading: UtteranceReading) => UtteranceReading,
  ): Promise<Observed> {
    const insight = await this.#learning.insight(orgId);
    const observed = await this.#change(orgId, id, async (view) => {
      const { record } = view;
      const known = await view.find(utteranceId);
      if (known === undefined) throw new Fault('not_found', 'this session has no such utterance');
      const utterance = { ...known, ...correction(known) };
      const all = (await view.all()).map((each) => (each.utteranceId === utteranceId ? utterance : each));
      const progress = rebuildProgress(record.progress, all);
      const next = { ...record, progress };
      const foresight = foresightOf(next, insight);
      const result: Observed = { record: next, utterance, duplicate: false, foresight, insight, alerts: [] };
      return { record: next, utterance, result };
    });
    await this.#learning.revise(observed.record);
    return observed;
  }

  /** Notes how a conversation turned out, and learns from it. @throws Fault */
  async submitOutcome(
    orgId: string,
    id: string,
    outcome: NonNullable<SessionRecord['progress']['outcome']>,
  ): Promise<{ record: SessionRecord; learnedVersion: number }> {
    const record = await this.#change(orgId, id, ({ record: held }) => {
      if (!isOver(held.lifecycle)) {
        throw new Fault('conflict', 'the session goes on: its outcome lies in the future; end it first');
      }
      const next = { ...held, progress: { ...held.progress, outcome } };
      return Promise.resolve({ record: next, result: next });
    });
    return { record, learnedVersion: await this.#learning.learn(record) };
  }

  /** Takes an outcome back, and what was learned from it. @throws Fault */
  async withdrawOutcome(orgId: string, id: string): Promise<SessionRecord> {
    const record = await this.#change(orgId, id, ({ record: held }) => {
      const next = { ...held, progress: { ...held.progress, outcome: null } };
      return Promise.resolve({ record: next, result: next });
    });
    await this.#learning.forget(orgId, id);
    return record;
  }

  /** Deletes a conversation, and what was learned from it. @throws Fault `forbidden` for an unknown session */
  async remove(orgId: string, id: string): Promise<void> {
    if (!(await this.#book.remove(orgId, id))) throw notYours();
    await this.#learning.forget(orgId, id);
  }

  async #change<T>(
    orgId: string,
    id: string,
    decide: (view: SessionView) => Promise<SessionChange<T>>,
  ): Promise<T> {
    const aged = (view: SessionView): SessionView => ({
      record: this.#aged(view.record),
      find: (utteranceId) => view.find(utteranceId),
      all: () => view.all(),
    });
    const outcome = await this.#book.change(
      orgId,
      id,
      async (view) => {
        const { result, ...change } = await decide(aged(view));
        return { ...change, result: { value: result } };
      },
      this.#nowMs(),
    );
    if (outcome === undefined) throw notYours();
    return outcome.value;
  }

  /** A conversation that nobody added to for a day is over, whenever somebody looks. */
  #aged(record: SessionRecord): SessionRecord {
    const atMs = record.updatedAtMs + SESSION_LIMITS.idleMs;
    if (this.#nowMs() < atMs) return record;
    const change = transitionLifecycle(record.lifecycle, { kind: 'idle', atMs });
    return change === undefined ? record : { ...record, lifecycle: change.to };
  }
}

/** The same for another organization's session, a deleted one and none at all. */
const notYours = (): Fault => new Fault('forbidden', 'this session is not one of the organization’s');

const assertOpen = ({ lifecycle }: SessionRecord): void => {
  if (isOver(lifecycle)) throw new Fault('conflict', `the session has ${lifecycle.kind}`);
};

const foresightOf = (record: SessionRecord, { head, settings }: Insight): Foresight =>
  foresee(head, settings.kpis, record.progress.trajectory, isOver(record.lifecycle) ? 'ended' : 'live');

/** @param added what was sent this time; undefined where that is not known yet */
const repetition = (
  record: SessionRecord,
  known: SessionUtterance,
  added: NewUtterance | undefined,
  insight: Insight,
): Observed => {
  if (added !== undefined && added.fingerprint !== known.fingerprint) {
    throw new Fault('conflict', 'the session has another utterance of this id', {
      details: { utterance_id: ['is in use'] },
    });
  }
  const foresight = foresightOf(record, insight);
  return { record, utterance: known, duplicate: true, foresight, insight, alerts: [] };
};
