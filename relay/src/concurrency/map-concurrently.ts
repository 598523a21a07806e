/** Runs jobs in the order of their list, at most `most` at a time. @returns their outcomes, in that order */
export const mapConcurrently = async <I, O>(
  items: readonly I[],
  most: number,
  run: (item: I, position: number) => Promise<O>,
): Promise<O[]> => {
  const outcomes: O[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [position, item] of queue) outcomes[position] = await run(item, position);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return outcomes;
};
