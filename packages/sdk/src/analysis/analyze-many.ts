/** The progress of a run over many items. */
export interface ManyProgress {
  /** Items that are over, failed ones included. */
  readonly done: number;
  /** Items that failed. */
  readonly failed: number;
  /** All items. */
  readonly total: number;
}

/** How many recordings are sent at a time, and who is told. */
export interface ManyOptions {
  /** How many items are sent at the same time. Default 4; a free plan allows 5. */
  readonly concurrency?: number;
  /** Called after each item. */
  readonly onProgress?: (progress: ManyProgress) => void;
  /** When it aborts, items that have not begun are left out, and the promise rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** The outcome of one item. A failure concerns only this item. */
export type Outcome<I, R> =
  { readonly item: I; readonly result: R } | { readonly item: I; readonly error: unknown };

/** Runs `work` over items, several at a time. The results are in the order of the items. */
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
