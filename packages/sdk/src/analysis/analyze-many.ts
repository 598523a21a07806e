/** How far a run over many items is. */
export interface ManyProgress {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
}

export interface ManyOptions {
  /** Items in the relay's hands at the same time. Default 4; a free plan allows 5. */
  readonly concurrency?: number;
  readonly onProgress?: (progress: ManyProgress) => void;
  /** Items that were not begun are left out; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What became of one item: its failure is its own. */
export type Outcome<I, R> =
  { readonly item: I; readonly result: R } | { readonly item: I; readonly error: unknown };

/** Runs `work` over items, some at a time, and answers in the order of the items. */
export const forMany = async <I, R>(
  items: readonly I[],
  work: (item: I) => Promise<R>,
  { concurrency = 4, onProgress, signal }: ManyOptions = {},
): Promise<Outcome<I, R>[]> => {
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new RangeError('concurrency must be a whole number from 1 up');
  const outcomes: Outcome<I, R>[] = [];
  let [next, done, failed] = [0, 0, 0];
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      signal?.throwIfAborted();
      const item = items[index] as I;
      try {
        outcomes[index] = { item, result: await work(item) };
      } catch (error) {
        signal?.throwIfAborted();
        outcomes[index] = { item, error };
        failed++;
      }
      onProgress?.({ done: ++done, failed, total: items.length });
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return outcomes;
};
