/** Calls a function once after a time. @returns a function that cancels it */
interface Timers {
  after(ms: number, run: () => void): () => void;
}

/**
 * Resolves when the promise has resolved or rejected, at the latest after this time. Never rejects.
 * @returns whether the promise settled in time
 */
export const settledWithin = (promise: Promise<unknown>, timers: Timers, ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const cancel = timers.after(ms, () => resolve(false));
    const settled = (): void => {
      cancel();
      resolve(true);
    };
    promise.then(settled, settled);
  });
