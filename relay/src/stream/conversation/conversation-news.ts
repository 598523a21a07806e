import type { ServerBody, Utterance as WireUtterance } from '@undertone/protocol';
import type { SessionAlert } from '../../domain/alerts/alert-board.js';
import {
  type ReadingCorrection,
  readingCorrection,
} from '../../domain/conversations/utterances/reading-correction.js';
import type {
  CueAnswer,
  NewsOfConversation,
  ConversationNote,
} from '../../domain/conversations/conversation-news.js';
import type { Utterance } from '../../domain/conversations/utterances/utterance.js';
import type { Conversations } from '../../domain/conversations/conversations.js';
import { labelAlone } from '../../domain/call/emotion/shown-label.js';

export interface ConversationNewsOptions {
  readonly sessions: Pick<Conversations, 'newsSince'>;
  readonly orgId: string;
  readonly sessionId: string;
  /** The revision in the checkpoint of this stream; absent for a new stream. */
  readonly revision: number | undefined;
  /** The turn that became this utterance. Any other utterance keeps its own name. */
  readonly turnOf: (utteranceId: string) => string;
  readonly say: (bodies: readonly ServerBody[]) => void;
  /** A turn was corrected over another route. */
  readonly onCorrected: (turnId: string, correction: ReadingCorrection) => void;
  /** A cue was answered over another route. */
  readonly onCueAnswer: (answer: CueAnswer) => void;
}

/** What was reported to the client, and what follows from it. */
export interface ToldNews {
  readonly news: NewsOfConversation;
  /** Alerts that the reported news raised. */
  readonly alerts: readonly SessionAlert[];
}

/**
 * Reports what other routes do to a stream's conversation: each change once, in the conversation's order. The
 * conversation numbers its changes; this class knows up to which number its stream has reported them. Two
 * calls must not run at the same time.
 */
export class ConversationNews {
  private known: number | undefined;

  constructor(private readonly options: ConversationNewsOptions) {
    this.known = options.revision;
  }

  /** Every change up to here was reported, or was made by the stream itself. */
  get revision(): number {
    return this.known ?? 0;
  }

  /** The stream has loaded its conversation. For a new stream, earlier changes are not news. */
  begin(revision: number): void {
    this.known ??= revision;
  }

  /**
   * The stream itself moved the conversation to `revision`. Changes that others made before it are reported
   * first.
   * @returns the alerts they raised, to be reported with the next prediction
   */
  async own(revision: number): Promise<readonly SessionAlert[]> {
    if (revision > this.revision + 1) {
      const news = await this.ask();
      const notes = news.notes.filter((note) => note.revision < revision);
      const alerts = this.tell(news, notes)?.alerts ?? [];
      this.known = revision;
      return alerts;
    }
    this.known = Math.max(this.revision, revision);
    return [];
  }

  /** @returns undefined when there was nothing to report */
  async upTo(revision: number): Promise<ToldNews | undefined> {
    if (revision <= this.revision) return undefined;
    const news = await this.ask();
    const told = this.tell(news, news.notes);
    this.known = Math.max(this.revision, news.revision);
    return told;
  }

  private ask(): Promise<NewsOfConversation> {
    const { sessions, orgId, sessionId } = this.options;
    return sessions.newsSince(orgId, sessionId, this.revision);
  }

  private tell(news: NewsOfConversation, notes: readonly ConversationNote[]): ToldNews | undefined {
    const bodies = notes.flatMap((note) => this.bodiesOf(note, news));
    if (bodies.length === 0) return undefined;
    this.options.say(bodies);
    const raised = new Set(notes.flatMap((note) => (isForeign(note) ? (note.utterance.raised ?? []) : [])));
    return { news, alerts: news.alerts.filter(({ alertId }) => raised.has(alertId)) };
  }

  private bodiesOf(note: ConversationNote, { streamStartMs }: NewsOfConversation): ServerBody[] {
    const { turnOf, onCorrected, onCueAnswer } = this.options;
    switch (note.kind) {
      case 'utterance':
        return isForeign(note)
          ? [{ kind: 'utterance', value: wireUtterance(note.utterance, streamStartMs) }]
          : [];
      case 'correction': {
        const turnId = turnOf(note.utterance.utteranceId);
        onCorrected(turnId, note.correction);
        return [{ kind: 'corrected', value: { turnId, ...readingCorrection(note.correction) } }];
      }
      case 'cue_answer':
        onCueAnswer(note);
        return [];
    }
  }
}

/** A stream's own turns are reported as turns. This includes turns that an earlier relay recorded. */
const isForeign = (note: ConversationNote): note is Extract<ConversationNote, { kind: 'utterance' }> =>
  note.kind === 'utterance' && note.utterance.source !== 'stream';

const wireUtterance = (utterance: Utterance, streamStartMs: number): WireUtterance => {
  const { utteranceId, speakerId, role, source, startMs, endMs, confidence, tone } = utterance;
  const emotion = labelAlone(utterance);
  return {
    utteranceId,
    speakerId,
    role,
    source,
    startMs: startMs - streamStartMs,
    endMs: endMs - streamStartMs,
    ...(emotion !== null && { emotion }),
    ...(confidence !== null && { confidence }),
    ...(tone !== null && { valence: tone.valence, arousal: tone.arousal }),
  };
};
