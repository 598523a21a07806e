import { finalWord } from '../conversation-ending.js';
import { type Insight, rebuildProgress } from '../conversation-progress.js';
import { foresightOf } from '../conversation-rules.js';
import type { ConversationChange, ConversationView } from '../conversation-store.js';
import type { TakenBack } from '../conversation-views.js';
import { isOver } from '../lifecycle.js';
import { withoutReading } from './agent-turns.js';
import type { Utterance } from './utterance.js';

/** An utterance that is another speaker's than was told. */
export interface GivenUtterance {
  readonly utteranceId: string;
  readonly speakerId: string;
  readonly role: Utterance['role'];
  /** Whether policy allows analyzing this speaker. If not, the utterance's reading is removed, also from training. */
  readonly mayBeRead: boolean;
}

/**
 * Gives utterances to other speakers. What is computed of the conversation follows; raised alerts stay raised, because they
 * were already sent. An utterance that never reached the conversation is passed over.
 */
export const giveUtterances = async (
  view: ConversationView,
  given: readonly GivenUtterance[],
  insight: Insight,
): Promise<ConversationChange<TakenBack>> => {
  const { record } = view;
  const all = await view.all();
  const to = new Map(given.map((each) => [each.utteranceId, each]));
  const changed = all.flatMap((utterance) => {
    const owner = to.get(utterance.utteranceId);
    if (owner === undefined || isOf(utterance, owner)) return [];
    const theirs = { ...utterance, speakerId: owner.speakerId, role: owner.role };
    return [owner.mayBeRead ? theirs : withoutReading(theirs)];
  });
  if (changed.length === 0) {
    return { record, result: { record, insight, foresight: foresightOf(record, insight), changed: false } };
  }
  const after = new Map(changed.map((utterance) => [utterance.utteranceId, utterance]));
  const utterances = all.map((utterance) => after.get(utterance.utteranceId) ?? utterance);
  const rebuilt = rebuildProgress(record.progress, utterances);
  const next = { ...record, progress: { ...rebuilt, revision: record.progress.revision + 1 } };
  const settled = record.final === null ? next : { ...next, final: finalWord(next, utterances, insight) };
  const mayBeRead = ({ utteranceId }: Utterance): boolean => to.get(utteranceId)?.mayBeRead === true;
  return {
    record: settled,
    changed,
    forgetTraining: changed.filter((each) => !mayBeRead(each)).map(({ utteranceId }) => utteranceId),
    trainingOf: changed.filter(mayBeRead),
    result: {
      record: settled,
      insight,
      foresight: foresightOf(settled, insight),
      changed: !isOver(settled.lifecycle),
    },
  };
};

const isOf = ({ speakerId, role }: Utterance, owner: GivenUtterance): boolean =>
  speakerId === owner.speakerId && role === owner.role;
