import { notYours } from './conversation-rules.js';
import type { ConversationStore } from './conversation-store.js';
import { readTranscript, type TranscriptPage } from './transcript.js';
import type { Utterance } from './utterances/utterance.js';

/** Some of a conversation's utterances, in its order. */
export interface UtterancePage {
  readonly utterances: readonly Utterance[];
  /** There are utterances after these. */
  readonly hasMore: boolean;
}

/** What a conversation holds, page by page. */
export class ConversationPages {
  private readonly store: ConversationStore;

  constructor(store: ConversationStore) {
    this.store = store;
  }

  /**
   * A conversation's utterances, in its order. The cursor is an utterance and no number: one that arrives late moves those after it.
   * @param after the last utterance of the page before
   * @returns undefined when there is no utterance `after`
   * @throws Fault `forbidden` for an unknown session
   */
  async utterances(
    orgId: string,
    id: string,
    { after, most }: { readonly after: string | undefined; readonly most: number },
  ): Promise<UtterancePage | undefined> {
    await this.assertKnown(orgId, id);
    // Their order follows from all of them.
    const all = await this.store.utterances(orgId, id);
    const before = after === undefined ? -1 : all.findIndex(({ utteranceId }) => utteranceId === after);
    if (after !== undefined && before < 0) return undefined;
    const end = before + 1 + most;
    return { utterances: all.slice(before + 1, end), hasMore: end < all.length };
  }

  /**
   * What was said, in order, as far as it is kept.
   * @param after the utterance of the last line of the page before
   * @returns undefined when there is no line `after`
   * @throws Fault `forbidden` for an unknown session
   */
  async transcript(
    orgId: string,
    id: string,
    after: string | undefined,
  ): Promise<TranscriptPage | undefined> {
    await this.assertKnown(orgId, id);
    return readTranscript(this.store, orgId, id, after);
  }

  private async assertKnown(orgId: string, id: string): Promise<void> {
    if ((await this.store.find(orgId, id)) === undefined) throw notYours(id);
  }
}
