import type { Cancel } from '../common/scheduler.js';

/**
 * Typed events. When a listener throws, the other listeners are still called. Its error is reported as an uncaught error
 * of the page.
 */
export class Emitter<Events extends object> {
  private readonly listeners = new Map<keyof Events, Set<(event: never) => void>>();

  /** @returns a function that removes the listener. It may be called more than once. */
  on<Type extends keyof Events>(type: Type, listener: (event: Events[Type]) => void): Cancel {
    let set = this.listeners.get(type);
    if (set === undefined) this.listeners.set(type, (set = new Set()));
    // The same function may be added twice; each subscription is separate.
    const subscription = (event: Events[Type]) => listener(event);
    set.add(subscription);
    return () => set.delete(subscription);
  }

  emit<Type extends keyof Events>(type: Type, event: Events[Type]): void {
    for (const listener of [...(this.listeners.get(type) ?? [])]) {
      try {
        (listener as (event: Events[Type]) => void)(event);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  clear(): void {
    this.listeners.clear();
  }
}
