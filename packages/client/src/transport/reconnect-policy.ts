import { LIMITS } from '@undertone/protocol';

/** How long to wait before attempt 0, 1, 2 …, or null to give up. */
export interface ReconnectPolicy {
  delayMs(attempt: number, downForMs: number): number | null;
}

export interface ReconnectOptions {
  /** Waits in order; the last one repeats. */
  delaysMs?: readonly number[];
  /** Added to every wait, at random, so that a relay's restart does not bring everyone back at once. */
  jitterMs?: number;
  /** Down for longer than this: give up. Default 10 minutes: a laptop that was closed for a while still comes back. */
  giveUpAfterMs?: number;
}

/**
 * The contract's waits. The very first one carries no jitter: most drops are a single client's own.
 *
 * @param random 0 … 1
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
