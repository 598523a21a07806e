import type { SessionAlert } from '../../domain/alerts/alert-board.js';
import { Fault } from '../../domain/fault.js';
import { freshTrajectory } from '../../domain/predictions/trajectory.js';
import { correctedReading } from '../../domain/conversations/utterances/reading-correction.js';
import type { ConversationNote } from '../../domain/conversations/conversation-news.js';
import type { UtteranceReading } from '../../domain/conversations/utterances/utterance.js';
import type { Observed } from '../../domain/conversations/conversations.js';
import { foresee, initialVersion } from '../../domain/conversations/learning/learned-model.js';
import type { StreamConversations } from '../conversation/stream-conversations.js';

const HEAD = initialVersion('org_a');
const OBSERVED = {
  duplicate: false,
  alerts: [],
  record: { progress: { revision: 0 } },
  foresight: foresee(HEAD, [], freshTrajectory(), 'live'),
  insight: { head: HEAD, settings: { kpis: [], alerts: null } },
} as unknown as Observed;

/** Conversations that only keep utterances in a map. */
export class FewSessions implements StreamConversations {
  readonly readings = new Map<string, UtteranceReading>();
  broken = false;
  /** What an utterance raises from now on. */
  alerts: readonly SessionAlert[] = [];
  /** What other routes did to the conversation; `newsSince` returns it. */
  news: readonly ConversationNote[] = [];
  /** The vertical in which another route began the conversation. */
  vertical: string | undefined;
  assertOpen = (): Promise<string | undefined> => Promise.resolve(this.vertical);
  openStream = (): Promise<number> => Promise.resolve(0);
  move = (): Promise<'live'> => Promise.resolve('live');
  endStream: StreamConversations['endStream'] = () => Promise.resolve(OBSERVED);

  newsSince: StreamConversations['newsSince'] = (_org, _id, revision) => {
    const { foresight, insight } = OBSERVED;
    const notes = this.news.filter((note) => note.revision > revision);
    const newest = this.news.at(-1)?.revision ?? 0;
    return Promise.resolve({ notes, foresight, insight, alerts: [], revision: newest, streamStartMs: 0 });
  };
  noteCue: StreamConversations['noteCue'] = () => Promise.resolve();
  noteCueAction: StreamConversations['noteCueAction'] = () => Promise.resolve();
  noteWords: StreamConversations['noteWords'] = () => Promise.resolve();
  /** What the stream said last of what its call is about. */
  metadata: Readonly<Record<string, string>> = {};
  describe: StreamConversations['describe'] = (_org, _id, { after }) => {
    this.metadata = after;
    return Promise.resolve();
  };
  knowAgent: StreamConversations['knowAgent'] = () => Promise.resolve({ ...OBSERVED, changed: false });
  submitOutcome = (): Promise<never> => Promise.reject(new Error('not asked'));

  add: StreamConversations['add'] = (_org, _id, utterance) => {
    this.readings.set(utterance.utteranceId, utterance);
    return Promise.resolve({ ...OBSERVED, alerts: this.alerts, utterance } as unknown as Observed);
  };

  correct: StreamConversations['correct'] = (_org, _id, utteranceId, change) => {
    const known = this.readings.get(utteranceId);
    if (this.broken) return Promise.reject(new Error('the database is away'));
    if (known === undefined) return Promise.reject(new Fault('not_found', 'no such utterance'));
    this.readings.set(utteranceId, { ...known, ...correctedReading(change)(known) });
    return Promise.resolve(OBSERVED);
  };

  /** Turns that became another speaker's. */
  readonly given: { readonly utteranceId: string; readonly speakerId: string; readonly role: string }[] = [];
  give: StreamConversations['give'] = (_org, _id, given) => {
    this.given.push(...given);
    return Promise.resolve({ ...OBSERVED, changed: true });
  };

  revise: StreamConversations['revise'] = (_org, _id, utteranceId, reading) => {
    this.readings.set(utteranceId, reading);
    return Promise.resolve(OBSERVED);
  };
}
