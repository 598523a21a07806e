/** Two letters wrong, missing, too many or exchanged are a slip of the hand; more is another word. */
const MOST_SLIPS = 2;

/** The known word that was most likely meant, undefined if none is near. */
export const nearWord = (typed: string, known: readonly string[]): string | undefined => {
  let near: string | undefined;
  let fewest = Math.min(MOST_SLIPS, Math.floor(typed.length / 2)) + 1;
  for (const word of known) {
    const count = slips(typed, word);
    if (count >= fewest) continue;
    near = word;
    fewest = count;
  }
  return near;
};

/** The optimal string alignment distance: letters changed, left out, added, or exchanged with the next one. */
const slips = (from: string, to: string): number => {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const counts = [
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      ];
      const isExchange = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (row > 1 && column > 1 && isExchange) counts.push(at(beforeLast, column - 2) + 1);
      current.push(Math.min(...counts));
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
};

const at = (counts: readonly number[], index: number): number => counts[index] ?? Number.POSITIVE_INFINITY;
