import { newId } from '../../src/domain/ids.js';
import {
  advanceProgress,
  placeNew,
  tellOf,
  type Insight,
} from '../../src/domain/conversations/conversation-progress.js';
import {
  freshProgress,
  type ConversationRecord,
} from '../../src/domain/conversations/conversation-record.js';
import type { NewUtterance } from '../../src/domain/conversations/utterances/utterance.js';
import { initialVersion } from '../../src/domain/conversations/learning/learned-model.js';
import type { Observed } from '../../src/domain/conversations/conversations.js';
import type { StreamConversations } from '../../src/stream/conversation/stream-conversations.js';

const ORG = 'org_rehearsal';
/** An insight with nothing learned, no KPI and the default thresholds. */
const INSIGHT: Insight = { settings: { kpis: [], alerts: null }, head: initialVersion(ORG) };

/** For methods that a rehearsal never calls: it begins with a live conversation and ends with its last turn. */
const notRehearsed = (): Promise<never> => Promise.reject(new Error('a rehearsal only adds utterances'));

/** The single conversation of a rehearsal, in memory, with the rules of all conversations. */
export class LocalSessions implements StreamConversations {
  readonly assertOpen = notRehearsed;
  readonly openStream = notRehearsed;
  readonly move = notRehearsed;
  readonly correct = notRehearsed;
  readonly revise = notRehearsed;
  readonly give = notRehearsed;
  readonly newsSince = notRehearsed;
  readonly knowAgent = notRehearsed;
  readonly noteCue = notRehearsed;
  readonly noteCueAction = notRehearsed;
  readonly noteWords = notRehearsed;
  readonly describe = notRehearsed;
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
