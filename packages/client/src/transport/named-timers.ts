import type { Cancel, Scheduler } from '../common/scheduler.js';

/** Timers by name. Each name has one at most. */
export class NamedTimers<Name extends string> {
  private readonly cancels = new Map<Name, Cancel>();

  constructor(private readonly scheduler: Scheduler) {}

  /** Runs once, in the place of what waits under this name. */
  start(name: Name, delayMs: number, run: () => void): void {
    this.cancel(name);
    this.cancels.set(name, this.scheduler.after(delayMs, run));
  }

  cancel(name: Name): void {
    this.cancels.get(name)?.();
  }

  cancelAll(): void {
    for (const cancel of this.cancels.values()) cancel();
  }
}
