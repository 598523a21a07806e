import type { ConversationRecord } from './conversation-record.js';

/** By what a list finds conversations besides their columns. */
export const MARK_KINDS = ['word', 'agent', 'alert'] as const;
export interface ConversationMark {
  readonly kind: (typeof MARK_KINDS)[number];
  readonly value: string;
}

export const MARK_LIMITS = {
  characters: 64,
  /** Words of one conversation: its names and metadata, of which a client may send kilobytes. */
  words: 40,
  /** Words of one search. */
  searched: 6,
} as const;

/** The words of a text, as they are stored and looked for: whole pieces, and the parts between signs. */
export const wordsOf = (text: string): readonly string[] => {
  const pieces = text.normalize('NFKC').toLowerCase().split(/\s+/u);
  const words = pieces.flatMap((piece) => [piece, ...piece.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(words.map((word) => Array.from(word).slice(0, MARK_LIMITS.characters).join('')))].filter(
    (word) => word !== '',
  );
};

/** Searched words: the pieces alone, each of which has to be the beginning of a stored word. */
export const searchedWords = (text: string): readonly string[] => [
  ...new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .split(/\s+/u)
      .map((word) => Array.from(word).slice(0, MARK_LIMITS.characters).join(''))
      .filter((word) => word !== ''),
  ),
];

/** Who answered the call, as the client said it: the names by which a desktop finds its own call, too. */
export const agentOf = ({ metadata }: Pick<ConversationRecord, 'metadata'>): string | null => {
  const name = metadata['agent_id'] ?? metadata['agent'];
  return typeof name === 'string' && name !== '' ? name : null;
};

/** The marks that a conversation has from its beginning. */
export const firstMarks = (record: ConversationRecord): readonly ConversationMark[] => {
  const named = Object.values(record.metadata).filter((value) => typeof value === 'string');
  const texts = [record.id, record.externalId ?? '', ...named];
  const words = [...new Set(texts.flatMap(wordsOf))].slice(0, MARK_LIMITS.words);
  const agent = agentOf(record);
  return [
    ...words.map((value) => ({ kind: 'word', value }) as const),
    ...(agent === null ? [] : [{ kind: 'agent', value: agent.slice(0, 128) } as const]),
  ];
};

/** Alerts that a change raised, of types that the conversation had not raised before. */
export const newAlertMarks = (
  before: ConversationRecord,
  after: ConversationRecord,
): readonly ConversationMark[] => {
  if (before.progress.board === after.progress.board) return [];
  const known = new Set(before.progress.board.alerts.map(({ alertType }) => alertType));
  const raised = new Set(after.progress.board.alerts.map(({ alertType }) => alertType));
  return [...raised].filter((type) => !known.has(type)).map((value) => ({ kind: 'alert', value }));
};
