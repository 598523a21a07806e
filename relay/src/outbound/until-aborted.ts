/**
 * Settles like the promise, or rejects with the signal's reason as soon as the signal aborts. What the promise does
 * afterwards is ignored.
 */
export const untilAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const onAbort = () => reject(asError(signal.reason));
    const settle = () => signal.removeEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(settle);
  });

const asError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error('aborted', { cause: reason });
