import { Learning } from '../../domain/conversations/learning/learning.js';
import { Conversations } from '../../domain/conversations/conversations.js';
import { type OnUnreadable, throwUnreadable } from '../../domain/unreadable-row.js';
import type { NewUtterance } from '../../domain/conversations/utterances/utterance.js';
import { ConversationRepository } from '../conversations/conversation-repository.js';
import type { Database } from '../database/database.js';
import { PredictionRepository } from '../predictions/prediction-repository.js';
import type { TestDatabase } from './databases.js';
import { addOrganization } from './organizations.js';

export const ANGRY = { valence: -0.7, arousal: 0.7, escalation: 0.9 };
export const CALM = { valence: 0.3, arousal: -0.1, escalation: 0.1 };
export const OUTCOME = {
  targets: { escalated: true, csat: 1 },
  kpis: {},
  observedAt: '2026-11-20T10:00:00.000Z',
};

/** Three seconds of the caller in this tone. */
export const said = (
  id: string,
  tone: NewUtterance['tone'],
  more: Partial<NewUtterance> = {},
): NewUtterance => ({
  utteranceId: id,
  index: null,
  speakerId: 'caller',
  role: 'caller',
  source: 'result',
  startMs: null,
  durationMs: 3_000,
  emotion: tone === ANGRY ? 'angry' : 'calm',
  confidence: 0.8,
  tone,
  fingerprint: `of ${id}`,
  ...more,
});

/** Conversations and what is learned from them, over the test's own database. */
export class ConversationRig {
  nowMs = Date.parse('2026-11-21T10:00:00Z');
  readonly database: Database;
  readonly book: PredictionRepository;
  readonly conversations: ConversationRepository;
  learning: Learning;
  sessions: Conversations;
  /** Rows that were passed over. */
  readonly unreadable: string[] = [];

  private constructor(private readonly held: TestDatabase) {
    this.database = held.database;
    const onUnreadable = ({ message }: Error): void => void this.unreadable.push(message);
    this.book = new PredictionRepository(held.database.queries, onUnreadable);
    this.conversations = new ConversationRepository(held.database.queries, onUnreadable);
    ({ learning: this.learning, sessions: this.sessions } = this.services(onUnreadable));
  }

  private services(onUnreadable: OnUnreadable) {
    const nowMs = (): number => this.nowMs;
    const learning = new Learning({ store: this.book, nowMs });
    const sessions = new Conversations({ learning, store: this.conversations, onUnreadable, nowMs });
    return { learning, sessions };
  }

  /** As another relay sees the database: nothing is known that was read before. */
  restart(): void {
    ({ learning: this.learning, sessions: this.sessions } = this.services(throwUnreadable));
  }

  static async open(open: () => Promise<TestDatabase>): Promise<ConversationRig> {
    return new ConversationRig(await open());
  }

  close(): Promise<void> {
    return this.held.close();
  }

  /** @returns the id of a new organization */
  organization(): Promise<string> {
    return addOrganization(this.database.queries);
  }

  /** Makes a conversation. @returns its id */
  async begin(orgId: string, id?: string): Promise<string> {
    const order = { orgId, id, vertical: 'general', language: 'en', metadata: {} };
    return (await this.sessions.create(order)).id;
  }

  /** Opens a stream of a conversation. */
  async stream(orgId: string, id: string): Promise<void> {
    await this.sessions.openStream({ orgId, id, vertical: 'general', language: 'en', metadata: {} });
  }

  /** The webhook events of the organization, oldest first. */
  async eventsOf(orgId: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
    const rows = await this.database.queries
      .selectFrom('events')
      .select('body')
      .where('org_id', '=', orgId)
      .orderBy('created_at')
      .execute();
    return rows.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
  }

  /** The sessions that have an end event. */
  async endsOf(orgId: string): Promise<unknown[]> {
    return (await this.eventsOf(orgId))
      .filter(({ type }) => type === 'session.end')
      .map(({ data }) => data['session_id']);
  }
}
