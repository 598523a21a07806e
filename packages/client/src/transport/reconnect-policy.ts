import { LIMITS } from '@undertone/protocol';

/** How long to wait before attempt 0, 1, 2 …. Null means: give up. */
export interface ReconnectPolicy {
  delayMs(attempt: number, downForMs: number): number | null;
}

/** How often and how long a lost connection is tried again. */
export interface ReconnectOptions {
  /** The waits, in order. The last one repeats. */
  delaysMs?: readonly number[] | undefined;
  /** A random addition to each wait but the first, so that not all clients return at once after a restart of the relay. */
  jitterMs?: number | undefined;
  /** Gives up after a disconnection longer than this. Default 10 minutes, so that a laptop that was closed for a while reconnects. */
  giveUpAfterMs?: number | undefined;
}

/**
 * The waits of the contract. The first one has no jitter, because most drops affect a single client.
 *
 * @param random a number from 0 to 1
 */
export const reconnectPolicy = (random: () => number, options: ReconnectOptions = {}): ReconnectPolicy => {
  const delaysMs = options.delaysMs ?? LIMITS.reconnectDelaysMs;
  const jitterMs = options.jitterMs ?? LIMITS.reconnectJitterMs;
  const giveUpAfterMs = options.giveUpAfterMs ?? 600_000;
  return {
    delayMs(attempt, downForMs) {
      if (downForMs > giveUpAfterMs) return null;
      const delay = delaysMs[Math.min(attempt, delaysMs.length - 1)] ?? 0;
      return attempt === 0 ? delay : delay + random() * jitterMs;
    },
  };
};
