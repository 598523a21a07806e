import type { Cancel } from '../common/scheduler.js';

/**
 * Typed events. A listener that throws does not keep the others from hearing; its error surfaces as the page's own
 * uncaught error, where it belongs.
 */
export class Emitter<Events extends object> {
  private readonly listeners = new Map<keyof Events, Set<(event: never) => void>>();

  /** @returns stops listening; harmless when called twice */
  on<Type extends keyof Events>(type: Type, listener: (event: Events[Type]) => void): Cancel {
    let set = this.listeners.get(type);
    if (set === undefined) this.listeners.set(type, (set = new Set()));
    // The same function may listen twice; each subscription is its own.
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
