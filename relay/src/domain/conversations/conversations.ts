import { type AgentSpeaker, giveToAgent } from './utterances/agent-turns.js';
import { Fault } from '../fault.js';
import { newId } from '../ids.js';
import type { ReadingCorrection } from './utterances/reading-correction.js';
import type { Learning } from './learning/learning.js';
import { type ToldCue, withCue, withCueAction } from './conversation-cues.js';
import { type Lifecycle, type LifecycleEvent, transitionLifecycle } from './lifecycle.js';
import type { Insight } from './conversation-progress.js';
import type {
  ConversationChange,
  ConversationPage,
  ConversationPeriod,
  ConversationStore,
  ConversationView,
  ListedConversation,
  LostStream,
  PeriodQuery,
  SaidWords,
} from './conversation-store.js';
import type { SessionName } from '../call/session-name.js';
import { assessConversation } from './conversation-metrics.js';
import { ConversationPages } from './conversation-pages.js';
import type { ConversationRecord } from './conversation-record.js';
import {
  assertOpen,
  foresightOf,
  freshConversation,
  type MetadataChange,
  notYours,
  repetition,
  withAlertSeen,
  withMetadata,
  withOutcome,
  withoutOutcome,
  withStream,
} from './conversation-rules.js';
import { summarizeConversation } from './conversation-summary.js';
import { type CueAnswer, newsOf, type NewsOfConversation, withCueAnswer } from './conversation-news.js';
import type { NewUtterance, UtteranceReading } from './utterances/utterance.js';
import type { ConversationsOptions } from './conversations-options.js';
import type {
  EndedConversation,
  NewConversationOrder,
  Observed,
  ConversationPicture,
  TakenBack,
} from './conversation-views.js';
import { TimedConversations } from './timed-conversations.js';
import { type GivenUtterance, giveUtterances } from './utterances/given-utterances.js';
import { throwUnreadable } from '../unreadable-row.js';
import { addUtterance, correctUtterance, reviseUtterance } from './utterances/utterance-changes.js';

export type * from './conversation-views.js';

/** Conversations, for all routes by which utterances arrive: REST, uploads, streams. */
export class Conversations {
  /** What one holds, page by page. */
  readonly pages: ConversationPages;
  private readonly store: ConversationStore;
  private readonly timed: TimedConversations;
  private readonly learning: Learning;
  private readonly nowMs: () => number;
  private readonly onOver: (session: SessionName) => void;
  private readonly onNews: (session: SessionName, revision: number) => void;
  private readonly endStreamOf: (session: SessionName, code: string) => Promise<void>;

  constructor({
    store,
    learning,
    nowMs,
    onUnreadable = throwUnreadable,
    onOver = () => undefined,
    onNews = () => undefined,
    endStreamOf = () => Promise.resolve(),
  }: ConversationsOptions) {
    this.store = store;
    this.pages = new ConversationPages(store);
    this.timed = new TimedConversations({ store, learning, nowMs, onUnreadable, onOver });
    this.learning = learning;
    this.nowMs = nowMs;
    this.onOver = onOver;
    this.onNews = onNews;
    this.endStreamOf = endStreamOf;
  }

  /** @throws Fault `conflict` if the organization already has a session of this id */
  async create(order: NewConversationOrder): Promise<ConversationRecord> {
    const record = freshConversation(order, order.id ?? newId('ses'), this.nowMs());
    if (await this.store.create(record)) return record;
    throw new Fault('conflict', 'the organization has a session of this id already', {
      details: { session_id: ['is in use'] },
    });
  }

  /** Creates the session if it is new: its first utterance may come with an upload or a stream. */
  async ensure(order: NewConversationOrder & { readonly id: string }): Promise<void> {
    await this.store.create(freshConversation(order, order.id, this.nowMs()));
  }

  /**
   * Connects a live stream to a conversation, which is created if it is new. Doing it again changes nothing.
   * @returns the conversation's revision. Anything with a higher revision happened later.
   * @throws Fault `conflict` for one that is over
   */
  async openStream(order: NewConversationOrder & { readonly id: string }): Promise<number> {
    await this.ensure(order);
    const { progress } = await this.changed(order.orgId, order.id, withStream);
    return progress.revision;
  }

  /**
   * @returns the conversation's vertical; undefined for one that does not exist yet, and so may begin
   * @throws Fault `conflict` for one that is over
   */
  async assertOpen(orgId: string, id: string): Promise<string | undefined> {
    const found = await this.store.find(orgId, id);
    if (found !== undefined) assertOpen(this.timed.aged(found));
    return found?.vertical;
  }

  /** @throws Fault `forbidden`, the same for another organization's session and for one that does not exist */
  async read(orgId: string, id: string): Promise<ConversationPicture> {
    const insight = await this.learning.insight(orgId);
    const found = await this.store.find(orgId, id);
    if (found === undefined) throw notYours(id);
    const record = this.timed.isDue(found) ? await this.timed.expire(orgId, id) : found;
    const utterances = await this.store.utterances(orgId, id);
    const people = await this.store.people(orgId, id);
    return {
      record,
      people,
      utterances,
      insight,
      foresight: foresightOf(record, insight),
      assessment: assessConversation(record.vertical, utterances),
      summary: record.final?.summary ?? summarizeConversation(utterances, record.progress),
    };
  }

  /** Newest first unless the page says otherwise. */
  async list(orgId: string, page: ConversationPage): Promise<readonly ListedConversation[]> {
    // Conversations that are due to expire are written first, so that the list's filter and its answers agree.
    await this.timed.expireIdle(orgId);
    const listed = await this.store.list(orgId, page);
    return listed.map(({ record, people }) => ({ record: this.timed.aged(record), people }));
  }

  /** Sums by day or week. */
  periods(orgId: string, query: PeriodQuery): Promise<readonly ConversationPeriod[]> {
    return this.store.periods(orgId, query);
  }

  /**
   * Adds an utterance, unless it is there already.
   * @param text what was said, if it is known; kept only where the organization's policy says so
   * @throws Fault `forbidden` for an unknown session; `conflict` for one that is over, for another utterance of the same
   *   id, and when there are too many
   */
  async add(orgId: string, id: string, added: NewUtterance, text = ''): Promise<Observed> {
    const insight = await this.learning.recentInsight(orgId);
    const observed = await this.timed.change(orgId, id, async (view) => {
      const change = await addUtterance(view, added, insight);
      const { duplicate, utterance } = change.result;
      if (duplicate || text === '') return change;
      return { ...change, words: { utteranceId: utterance.utteranceId, text } };
    });
    return this.notify(orgId, id, observed);
  }

  private notify(orgId: string, id: string, observed: Observed): Observed {
    if (!observed.duplicate) this.onNews({ orgId, sessionId: id }, observed.record.progress.revision);
    return observed;
  }

  /** What happened to a conversation after a revision. @throws Fault `forbidden` for an unknown session */
  async newsSince(orgId: string, id: string, revision: number): Promise<NewsOfConversation> {
    const insight = await this.learning.insight(orgId);
    return this.timed.change(orgId, id, async (view) => {
      const { record } = view;
      return { record, result: newsOf(record, revision, await view.since(revision), insight) };
    });
  }

  /** Keeps what was said in an utterance, said anew or later than its end, where the organization's policy keeps it. */
  async noteWords(orgId: string, id: string, words: SaidWords): Promise<void> {
    await this.store.keepWords(orgId, id, words, this.nowMs());
  }

  /** Stores an agent's answer to a cue, for the stream that gave the cue. @throws Fault as {@link withCueAnswer} */
  async answerCue(orgId: string, id: string, answer: CueAnswer): Promise<void> {
    const { progress } = await this.changed(orgId, id, (record) => withCueAnswer(record, answer));
    this.onNews({ orgId, sessionId: id }, progress.revision);
  }

  /** Keeps a cue that a live stream gave. A conversation that is over keeps what it has. */
  noteCue(orgId: string, id: string, cue: ToldCue): Promise<void> {
    return this.timed.changeOpen(orgId, id, (record) => withCue(record, cue));
  }

  /** Keeps what the agent did with a cue, as the stream that gave it was told. */
  noteCueAction(orgId: string, id: string, { cueId, action, afterMs }: CueAnswer): Promise<void> {
    return this.timed.changeOpen(orgId, id, (record) => {
      const progress = withCueAction(record.progress, cueId, action, afterMs);
      return progress === record.progress ? record : { ...record, progress };
    });
  }

  /** A stream says anew what its call is about. */
  describe(orgId: string, id: string, change: MetadataChange): Promise<void> {
    return this.timed.changeOpen(orgId, id, (record) => withMetadata(record, change));
  }

  /** A conversation's vertical; undefined for one that does not exist. */
  async verticalOf(orgId: string, id: string): Promise<string | undefined> {
    return (await this.store.find(orgId, id))?.vertical;
  }

  /**
   * Finds an utterance that is there already, so that its audio is not analyzed and paid for again.
   * @throws Fault as `add` does
   */
  async lookFor(
    orgId: string,
    id: string,
    { utteranceId, fingerprint }: Pick<NewUtterance, 'utteranceId' | 'fingerprint'>,
  ): Promise<Observed | undefined> {
    const insight = await this.learning.insight(orgId);
    return this.timed.change(orgId, id, async (view) => {
      const { record } = view;
      const utterance = await view.find(utteranceId);
      if (utterance === undefined) assertOpen(record);
      const known = utterance && repetition(record, utterance, fingerprint, insight);
      return { record, result: known };
    });
  }

  /** Applies a stream's event: it joined, paused or left. An event that does not fit the state changes nothing. */
  async move(orgId: string, id: string, event: LifecycleEvent): Promise<Lifecycle['kind']> {
    const { lifecycle } = await this.changed(orgId, id, (record) => ({
      ...record,
      lifecycle: transitionLifecycle(record.lifecycle, event)?.to ?? record.lifecycle,
    }));
    return lifecycle.kind;
  }

  /**
   * Ends a conversation: its predictions become final and are sent once. Ending it again changes nothing. Its live stream ends first,
   * so that the turn that is being spoken is part of it. @throws Fault `forbidden` for an unknown session
   */
  async end(orgId: string, id: string, code: string): Promise<EndedConversation> {
    const session = { orgId, sessionId: id };
    await this.endStreamOf(session, code);
    // Its relay died: another one may have taken it up by now, but not any more.
    await this.complete({ ...session, turns: await this.store.turnsLeft(session) });
    return this.timed.finish(orgId, id, { kind: 'ended', code, atMs: this.nowMs() });
  }

  /** Adds the turns that were being spoken when a relay died. One that is over keeps what it has. */
  private async complete({
    orgId,
    sessionId,
    turns,
  }: Pick<LostStream, keyof SessionName | 'turns'>): Promise<void> {
    for (const turn of turns) {
      try {
        await this.add(orgId, sessionId, turn);
      } catch (error) {
        if (!(error instanceof Fault) || error.code !== 'conflict') throw error;
      }
    }
  }

  /** Ends a conversation because its live stream is over, as {@link TimedConversations.endStream} does. */
  endStream(orgId: string, id: string, code: string, audioMs: number): Promise<EndedConversation> {
    return this.timed.endStream(orgId, id, code, audioMs);
  }

  /** Ends conversations that nobody else will end. @returns how many */
  sweep(): Promise<number> {
    return this.timed.sweep((lost) => this.complete(lost));
  }

  /** @throws Fault `forbidden`; `not_found` for an alert that the session never raised */
  async acknowledge(orgId: string, id: string, alertId: string, by: string): Promise<ConversationRecord> {
    const seen = { by, at: new Date(this.nowMs()).toISOString() };
    return this.changed(orgId, id, (record) => withAlertSeen(record, alertId, seen));
  }

  /**
   * Applies a person's correction of an utterance and computes the conversation again with it. What the organization learned
   * from the conversation is learned again too. The same correction a second time changes nothing.
   * @throws Fault `forbidden`; `not_found` for an unknown utterance
   */
  async correct(
    orgId: string,
    id: string,
    utteranceId: string,
    correction: ReadingCorrection,
  ): Promise<Observed> {
    const corrected = await this.rewrite(orgId, id, (view, insight) =>
      correctUtterance(view, utteranceId, correction, insight),
    );
    return this.notify(orgId, id, corrected);
  }

  /**
   * Puts the reading of a whole utterance in the place of the one that was told at its end, and computes the conversation again
   * with it.
   * @throws Fault `forbidden`; `not_found` for an unknown utterance
   */
  async revise(orgId: string, id: string, utteranceId: string, reading: UtteranceReading): Promise<Observed> {
    const revised = await this.rewrite(orgId, id, (view, insight) =>
      reviseUtterance(view, utteranceId, reading, insight),
    );
    return this.notify(orgId, id, revised);
  }

  /** Changes the record alone. @returns it as it is then */
  private changed(
    orgId: string,
    id: string,
    change: (record: ConversationRecord) => ConversationRecord,
  ): Promise<ConversationRecord> {
    return this.timed.change(orgId, id, ({ record }) => {
      const next = change(record);
      return { record: next, result: next };
    });
  }

  /** Changes what is there; what was learned from the conversation is learned again. */
  private async rewrite<T extends { readonly record: ConversationRecord }>(
    orgId: string,
    id: string,
    change: (view: ConversationView, insight: Insight) => Promise<ConversationChange<T>>,
  ): Promise<T> {
    const insight = await this.learning.recentInsight(orgId);
    const after = await this.timed.change(orgId, id, (view) => change(view, insight));
    await this.learning.revise(after.record);
    return after;
  }

  /** Gives a stream's utterances to other speakers, as {@link giveUtterances} does. @throws Fault `forbidden` */
  give(orgId: string, id: string, given: readonly GivenUtterance[]): Promise<TakenBack> {
    return this.rewrite(orgId, id, (view, insight) => giveUtterances(view, given, insight));
  }

  /** Assigns a stream's speaker to the agent, as {@link giveToAgent} does, and learns again if the conversation was learned from. */
  async knowAgent(orgId: string, id: string, voice: AgentSpeaker): Promise<TakenBack> {
    return this.rewrite(orgId, id, (view, insight) => giveToAgent(view, voice, insight));
  }

  /** Stores how a conversation turned out, and learns from it. @throws Fault */
  async submitOutcome(
    orgId: string,
    id: string,
    outcome: NonNullable<ConversationRecord['progress']['outcome']>,
  ): Promise<{ record: ConversationRecord; learnedVersion: number }> {
    const record = await this.changed(orgId, id, (held) => withOutcome(held, outcome));
    return { record, learnedVersion: await this.learning.learn(record) };
  }

  /** Removes an outcome and what was learned from it. @throws Fault */
  async withdrawOutcome(orgId: string, id: string): Promise<ConversationRecord> {
    const record = await this.changed(orgId, id, withoutOutcome);
    await this.learning.forget(orgId, id);
    return record;
  }

  /**
   * Deletes a conversation, what was learned from it, and everything else derived from it; its stream ends.
   * @throws Fault `forbidden` for an unknown session
   */
  async remove(orgId: string, id: string): Promise<void> {
    // It is not read, so that one that cannot be read can be deleted. Learning comes first: if it fails, the conversation is still
    // there to be deleted.
    await this.learning.forget(orgId, id, '');
    if (!(await this.store.remove(orgId, id, this.nowMs()))) throw notYours(id);
    this.onOver({ orgId, sessionId: id });
  }
}
