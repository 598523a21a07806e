import { distance } from 'fastest-levenshtein';

/** One or two letters wrong, missing or too many, or two exchanged, are a slip of the hand; more is another word. */
const MOST_CHANGES = 2;
/** Of shorter words, two changes leave nothing. */
const LEAST_LETTERS = 3;

/** The known word that was most likely meant, undefined if none is near. */
export const nearWord = (typed: string, known: readonly string[]): string | undefined => {
  if (typed.length < LEAST_LETTERS) return undefined;
  const [near] = known
    .map((word) => ({ word, changes: distance(typed, word) }))
    .filter(({ changes }) => changes <= MOST_CHANGES)
    .sort((one, other) => one.changes - other.changes);
  return near?.word;
};
