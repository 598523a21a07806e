import type { FineTuneStore } from './fine-tune-store.js';
import type { FineTuneJob } from './job.js';

/** A relay that died leaves what it worked on to others after this time. */
export const HOLD_MS = 60_000;
const HOLD_AGAIN_MS = 10_000;

export interface HolderOptions {
  readonly store: Pick<FineTuneStore, 'hold'>;
  readonly nowMs: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onFailed: (error: unknown, jobId: string) => void;
}

export const heldUntil = (nowMs: number): Date => new Date(nowMs + HOLD_MS);

/**
 * Goes on holding a job until `over`, so that no other relay takes it for a dead one's. Never rejects.
 * @param onGone somebody else moved it to its end
 */
export const keepHold = async (
  { store, nowMs, wait, onFailed }: HolderOptions,
  { orgId, id }: Pick<FineTuneJob, 'orgId' | 'id'>,
  over: AbortSignal,
  { progress, onGone }: { readonly progress: () => number; readonly onGone: () => void },
): Promise<void> => {
  while (!over.aborted) {
    await wait(HOLD_AGAIN_MS, over);
    if (isAborted(over)) return;
    try {
      const state = await store.hold(orgId, id, heldUntil(nowMs()), progress());
      if (state === undefined) onGone();
    } catch (error) {
      onFailed(error, id);
    }
  }
};

/** A function, since the compiler does not know that a signal changes while something is awaited. */
export const isAborted = (signal: AbortSignal): boolean => signal.aborted;
