import type { ClientVadEvent } from '../../domain/call/call-types.js';

/** Of one channel; a page tells two for each stretch of speech. */
const MOST_HELD = 256;

/**
 * What a page hears on channels of several people. Their audio waits until it is decided who speaks, and the page's word of it waits as
 * long: told at once, a turn would be that of whoever spoke before, and begin anew with its own speaker's first result.
 */
export class PageActivity {
  private readonly held = new Map<number, ClientVadEvent[]>();

  /** @param events what waited at an earlier relay */
  constructor(events: readonly ClientVadEvent[] = []) {
    for (const event of events) this.hold(event);
  }

  /** For a checkpoint. */
  get all(): readonly ClientVadEvent[] {
    return [...this.held.values()].flat();
  }

  hold(event: ClientVadEvent): void {
    const events = this.held.get(event.channel) ?? [];
    events.push(event);
    if (events.length > MOST_HELD) events.shift();
    this.held.set(event.channel, events);
  }

  /** What lies before this time of a channel's audio, in the order in which it came. */
  take(channel: number, untilMs: number): readonly ClientVadEvent[] {
    const events = this.held.get(channel);
    if (events === undefined) return [];
    const due = events.filter(({ atMs }) => atMs < untilMs);
    this.held.set(
      channel,
      events.filter(({ atMs }) => atMs >= untilMs),
    );
    return due;
  }

  /** The analysis pauses: what was heard before is over. */
  clear(): void {
    this.held.clear();
  }
}
