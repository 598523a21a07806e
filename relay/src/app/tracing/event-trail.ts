import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EVENT_WRITTEN, type WrittenEvent } from '../../domain/events/event-written.js';
import type { TraceHeaders } from '../../telemetry/trace.js';

/** Events whose cause is remembered, at most: some minutes of a busy relay, under 2 MB. */
const MOST = 10_000;

/**
 * Which span wrote which event, so that its webhook deliveries go on the same trace. Kept in this process: what another relay
 * delivers, or this one after a restart, begins a trace of its own.
 */
export class EventTrail {
  private readonly causes = new Map<string, TraceHeaders>();

  /** @param causeOf the span that an event, which is being written now, belongs to */
  constructor(private readonly causeOf: (event: WrittenEvent) => TraceHeaders | undefined) {}

  private readonly note = (message: unknown): void => {
    const event = message as WrittenEvent;
    const cause = this.causeOf(event);
    if (cause === undefined) return;
    this.causes.set(event.id, cause);
    if (this.causes.size > MOST) this.causes.delete(this.causes.keys().next().value ?? '');
  };

  /** Listens until {@link stop}. */
  start(): this {
    subscribe(EVENT_WRITTEN, this.note);
    return this;
  }

  stop(): void {
    unsubscribe(EVENT_WRITTEN, this.note);
  }

  of(eventId: string): TraceHeaders | undefined {
    return this.causes.get(eventId);
  }
}
