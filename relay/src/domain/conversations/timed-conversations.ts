import { endEvent, finalWord } from './conversation-ending.js';
import type { Learning } from './learning/learning.js';
import { isOver, type LifecycleEvent, transitionLifecycle } from './lifecycle.js';
import type {
  ConversationStore,
  ConversationChange,
  ConversationView,
  LostStream,
} from './conversation-store.js';
import type { SessionName } from '../call/session-name.js';
import { type OnUnreadable, passUnreadable } from '../unreadable-row.js';
import { CONVERSATION_LIMITS, type ConversationRecord } from './conversation-record.js';
import { foresightOf, notYours } from './conversation-rules.js';
import type { EndedConversation } from './conversation-views.js';

/** The end of a stream whose client did not come back. */
const RESUME_WINDOW_EXPIRED = 'resume_window_expired';
/** How many conversations one sweep ends; the next one ends the rest. */
const SWEPT_AT_ONCE = 200;
/** A stream's end is written a moment before its conversation's. */
const STREAM_GRACE_MS = 60_000;

export interface TimedConversationsOptions {
  readonly store: ConversationStore;
  readonly learning: Learning;
  readonly nowMs: () => number;
  readonly onUnreadable: OnUnreadable;
  readonly onOver: (session: SessionName) => void;
}

/** Changes and ends conversations. One without anything new for a day expires as soon as anybody reads or changes it. */
export class TimedConversations {
  private readonly store: ConversationStore;
  private readonly learning: Learning;
  private readonly nowMs: () => number;
  private readonly onUnreadable: OnUnreadable;
  private readonly onOver: (session: SessionName) => void;

  constructor({ store, learning, nowMs, onUnreadable, onOver }: TimedConversationsOptions) {
    this.store = store;
    this.learning = learning;
    this.nowMs = nowMs;
    this.onUnreadable = onUnreadable;
    this.onOver = onOver;
  }

  /** Ends a conversation that is due to expire; any other stays as it is. */
  async expire(orgId: string, id: string): Promise<ConversationRecord> {
    return (await this.finish(orgId, id, { kind: 'idle', atMs: this.nowMs() })).record;
  }

  /**
   * Ends conversations that had nothing new for a day.
   * @param orgId of this organization only
   * @returns how many
   */
  async expireIdle(orgId?: string): Promise<number> {
    const cutoff = this.nowMs() - CONVERSATION_LIMITS.idleMs;
    const idle = await this.store.idleSince(cutoff, SWEPT_AT_ONCE, orgId);
    for (const session of idle) await this.endAnyway(session, this.expire(session.orgId, session.sessionId));
    return idle.length;
  }

  /**
   * Ends conversations that nobody else will end: those without anything new for a day, and those whose stream was lost
   * because its relay died.
   * @param complete adds the turns that were being spoken then
   * @returns how many
   */
  async sweep(complete: (lost: LostStream) => Promise<void>): Promise<number> {
    const expired = await this.expireIdle();
    const lost = await this.store.withoutStream(this.nowMs() - STREAM_GRACE_MS, SWEPT_AT_ONCE);
    for (const stream of lost) {
      const { orgId, sessionId, code, audioMs } = stream;
      const end = async (): Promise<void> => {
        await complete(stream);
        await this.endStream(orgId, sessionId, code, audioMs);
      };
      await this.endAnyway(stream, end());
    }
    return expired + lost.length;
  }

  /** One that cannot be read would be due for ever, in place of others, and kept longer than its organization wants. */
  private async endAnyway({ orgId, sessionId }: SessionName, end: Promise<unknown>): Promise<void> {
    if (!(await passUnreadable(end, this.onUnreadable)))
      await this.store.endUnread(orgId, sessionId, this.nowMs());
  }

  /**
   * Ends a conversation because its live stream is over.
   * @param code `resume_window_expired` makes it expired, anything else ended
   * @param audioMs end of the stream's audio, on its own clock
   */
  endStream(orgId: string, id: string, code: string, audioMs: number): Promise<EndedConversation> {
    const kind = code === RESUME_WINDOW_EXPIRED ? 'stream_lost' : 'ended';
    return this.finish(orgId, id, { kind, code, atMs: this.nowMs() }, audioMs);
  }

  /**
   * Ends a conversation with its final predictions and its event, once: one that is over stays as it is.
   * @param audioMs end of the stream's audio, on its own clock
   * @throws Fault `forbidden` for an unknown session
   */
  async finish(orgId: string, id: string, event: LifecycleEvent, audioMs = 0): Promise<EndedConversation> {
    const insight = await this.learning.insight(orgId);
    const record = await this.store.change(
      orgId,
      id,
      async (view) => {
        const { record: held } = view;
        const isEarly = event.kind === 'idle' && !this.isDue(held);
        const change = isEarly ? undefined : transitionLifecycle(held.lifecycle, event);
        if (change === undefined) return { record: held, result: held };
        const { progress } = held;
        const clockMs = Math.max(progress.clockMs, (progress.streamStartMs ?? 0) + audioMs);
        const over = {
          ...held,
          lifecycle: change.to,
          progress: { ...progress, clockMs, modelVersion: insight.head.version },
        };
        const utterances = await view.all();
        const ended = { ...over, final: finalWord(over, utterances, insight) };
        return {
          record: ended,
          events: [endEvent(ended, utterances, insight, this.nowMs())],
          result: ended,
        };
      },
      this.nowMs(),
    );
    if (record === undefined) throw notYours(id);
    if (isOver(record.lifecycle)) this.onOver({ orgId, sessionId: id });
    return { record, foresight: foresightOf(record, insight) };
  }

  /** Changes a conversation in one transaction. @throws Fault `forbidden` for an unknown session, and what `decide` throws */
  async change<T>(
    orgId: string,
    id: string,
    decide: (view: ConversationView) => ConversationChange<T> | Promise<ConversationChange<T>>,
  ): Promise<T> {
    const outcome = await this.store.change<{ readonly value: T } | 'due'>(
      orgId,
      id,
      async (view) => {
        if (this.isDue(view.record)) return { record: view.record, result: 'due' };
        const { result, ...change } = await decide(view);
        return { ...change, result: { value: result } };
      },
      this.nowMs(),
    );
    if (outcome === undefined) throw notYours(id);
    if (outcome !== 'due') return outcome.value;
    await this.expire(orgId, id);
    return this.change(orgId, id, decide);
  }

  /** Changes the record of a conversation; one that is over stays as it is. @throws Fault `forbidden` for an unknown session */
  changeOpen(
    orgId: string,
    id: string,
    decide: (record: ConversationRecord) => ConversationRecord,
  ): Promise<void> {
    return this.change(orgId, id, ({ record }) => ({
      record: isOver(record.lifecycle) ? record : decide(record),
      result: undefined,
    }));
  }

  /** Whether it is open and had nothing new for a day. */
  isDue({ lifecycle, updatedAtMs }: ConversationRecord): boolean {
    return lifecycle.kind === 'open' && this.nowMs() >= updatedAtMs + CONVERSATION_LIMITS.idleMs;
  }

  /** The record as it will be once its expiry is written. */
  aged(record: ConversationRecord): ConversationRecord {
    if (!this.isDue(record)) return record;
    const atMs = record.updatedAtMs + CONVERSATION_LIMITS.idleMs;
    const change = transitionLifecycle(record.lifecycle, { kind: 'idle', atMs });
    return change === undefined ? record : { ...record, lifecycle: change.to };
  }
}
