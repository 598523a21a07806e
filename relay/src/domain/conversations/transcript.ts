import type { ConversationStore } from './conversation-store.js';
import type { Utterance } from './utterances/utterance.js';

export const TRANSCRIPT_LIMITS = {
  /** Lines of a page. */
  lines: 200,
} as const;

/** An utterance with what was said in it. */
export interface TranscriptLine {
  readonly utterance: Utterance;
  readonly text: string;
}

export interface TranscriptPage {
  readonly lines: readonly TranscriptLine[];
  /** There are lines after these. */
  readonly hasMore: boolean;
}

/**
 * What was said in a conversation, in order, as far as it is kept.
 * @param after the utterance of the last line of the page before
 * @returns undefined when there is no line `after`: it is too old meanwhile, or it was never told
 */
export const readTranscript = async (
  store: Pick<ConversationStore, 'utterances' | 'withWords' | 'words'>,
  orgId: string,
  id: string,
  after: string | undefined,
): Promise<TranscriptPage | undefined> => {
  const said = await store.withWords(orgId, id);
  if (said.size === 0) return after === undefined ? { lines: [], hasMore: false } : undefined;
  const utterances = (await store.utterances(orgId, id)).filter(({ utteranceId }) => said.has(utteranceId));
  const before = after === undefined ? -1 : utterances.findIndex(({ utteranceId }) => utteranceId === after);
  if (after !== undefined && before < 0) return undefined;
  const page = utterances.slice(before + 1, before + 1 + TRANSCRIPT_LIMITS.lines);
  const words = await store.words(
    orgId,
    id,
    page.map(({ utteranceId }) => utteranceId),
  );
  return {
    lines: page.flatMap((utterance) => {
      const text = words.get(utterance.utteranceId);
      return text === undefined ? [] : [{ utterance, text }];
    }),
    hasMore: before + 1 + page.length < utterances.length,
  };
};
