/** Calls a function once after a time. */
interface Timers {
  after(ms: number, run: () => void): unknown;
}

export interface RetryingOptions {
  readonly timers: Timers;
  /** The waits between the tries of a call, in milliseconds; after the last one the call is given up. */
  readonly pausesMs: readonly number[];
  /** Whether an error is an answer that another try would only get again. */
  readonly isAnswer: (error: unknown) => boolean;
}

/** Tries a call until it succeeds, gets an answer or is given up; rejects with the last error. */
export type Retry = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Repeats calls that fail for a while, for callers that make one call after the other. After a call that was given up, the next
 * ones get one try each until one of them is answered: a long queue must not wait through all its pauses for each of its calls.
 */
export const retrying = ({ timers, pausesMs, isAnswer }: RetryingOptions): Retry => {
  let isAway = false;
  return async (call) => {
    for (let tries = 0; ; tries++) {
      try {
        const result = await call();
        isAway = false;
        return result;
      } catch (error) {
        const isAnswered = isAnswer(error);
        const pauseMs = isAnswered || isAway ? undefined : pausesMs[tries];
        isAway = !isAnswered && pauseMs === undefined;
        if (pauseMs === undefined) throw error;
        await new Promise<void>((resolve) => void timers.after(pauseMs, resolve));
      }
    }
  };
};
