import type { Cancel, Scheduler } from '../common/scheduler.js';

/** A suspended audio thread never answers, but then it has no sound to send either. */
const TIMEOUT_MS = 1_000;

/**
 * Points in the stream of frames. The page asks the audio thread for a marker and the worker to wait for it. Either of the two
 * may arrive here first.
 */
export class Markers {
  private readonly seen = new Set<number>();
  private readonly waiting = new Map<number, { resolve: () => void; cancel: Cancel }>();

  constructor(private readonly scheduler: Scheduler) {}

  arrived(id: number): void {
    const waiter = this.waiting.get(id);
    if (waiter === undefined) {
      this.seen.add(id);
      return;
    }
    this.waiting.delete(id);
    waiter.cancel();
    waiter.resolve();
  }

  /** Resolves when the marker has arrived, or after a second without it. */
  reached(id: number): Promise<void> {
    if (this.seen.delete(id)) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.scheduler.after(TIMEOUT_MS, () => {
        this.waiting.delete(id);
        resolve();
      });
      this.waiting.set(id, { resolve, cancel });
    });
  }

  clear(): void {
    for (const { resolve, cancel } of this.waiting.values()) {
      cancel();
      resolve();
    }
    this.waiting.clear();
    this.seen.clear();
  }
}
