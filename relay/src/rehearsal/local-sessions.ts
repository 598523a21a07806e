import { newId } from '../domain/ids.js';
import { advanceProgress, placeNew, tellOf, type Insight } from '../domain/sessions/observe.js';
import { freshProgress, type ConversationRecord } from '../domain/sessions/session-record.js';
import type { NewUtterance } from '../domain/sessions/session-utterance.js';
import { initialVersion } from '../domain/sessions/taught-model.js';
import type { Observed } from '../domain/sessions/sessions.js';
import type { StreamConversations } from '../stream/turn-observer.js';

const ORG = 'org_rehearsal';
/** Nothing learned, no KPI, the default thresholds. */
const INSIGHT: Insight = { settings: { kpis: [], alerts: null }, head: initialVersion(ORG) };

/** What a rehearsal never asks for: it begins with a live conversation and looks no further than its last turn. */
const notRehearsed = (): Promise<never> => Promise.reject(new Error('a rehearsal only adds utterances'));

/** The one conversation of a rehearsal, kept in memory, under the rules of all conversations. */
export class LocalSessions implements StreamConversations {
  readonly assertOpen = notRehearsed;
  readonly openStream = notRehearsed;
  readonly move = notRehearsed;
  readonly correct = notRehearsed;
  readonly newsSince = notRehearsed;
  readonly knowAgent = notRehearsed;
  readonly endStream = notRehearsed;
  readonly submitOutcome = notRehearsed;
  private record: ConversationRecord;

  constructor(language: string) {
    this.record = {
      orgId: ORG,
      id: 'ses_rehearsal',
      externalId: 'ses_rehearsal',
      vertical: 'contact_center',
      language,
      metadata: {},
      lifecycle: { kind: 'live' },
      createdAtMs: 0,
      updatedAtMs: 0,
      progress: freshProgress(),
      final: null,
    };
  }

  add(_orgId: string, _id: string, added: NewUtterance): Promise<Observed> {
    const utterance = placeNew(this.record.progress, added);
    const progress = advanceProgress(this.record.progress, utterance);
    const { record, foresight, alerts } = tellOf(this.record, progress, INSIGHT, () => newId('alr'));
    this.record = record;
    return Promise.resolve({ record, utterance, duplicate: false, foresight, insight: INSIGHT, alerts });
  }
}
