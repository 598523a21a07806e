import { type EventName, nameFor } from '../events/event-names.js';
import type { EventType } from '../events/event.js';
import { newId } from '../ids.js';
import { signatureHeaders } from './signature.js';

/** A developer listens with one or two terminals; more is a loop that reconnects without closing. */
export const MAX_LISTENERS = 10;
/** A listener counts as present for this long after its relay last said so. */
const PRESENT_MS = 60_000;
const KEEP_MS = 20_000;
/**
 * An event becomes visible when its transaction ends, after the time that it carries. Therefore each round looks back this far
 * and skips what was sent.
 */
const LOOK_BACK_MS = 15_000;

export interface WrittenEvent {
  readonly id: string;
  readonly orgId: string;
  readonly type: EventType;
  readonly createdAtMs: number;
}

/** The request body under each of the event's two names. */
export interface EventBodies {
  readonly id: string;
  readonly body: string;
  readonly alternateBody: string | undefined;
}

export interface EventListenerStore {
  register(listener: { id: string; orgId: string; events: readonly EventName[] }, until: Date): Promise<void>;
  keep(ids: readonly string[], until: Date): Promise<void>;
  /** Takes along those that a relay left behind when it died. */
  remove(id: string, now: Date): Promise<void>;
  /** Events of these organizations that are not for one webhook only, the oldest first. */
  eventsSince(orgIds: readonly string[], since: Date): Promise<readonly WrittenEvent[]>;
  bodies(ids: readonly string[]): Promise<readonly EventBodies[]>;
}

export interface ListenerOrder {
  readonly orgId: string;
  readonly keyId: string;
  readonly events: readonly EventName[];
  /** Signs what is sent. */
  readonly secret: string;
}

/** An event as a webhook would get it. */
export interface HeardEvent {
  readonly id: string;
  readonly type: EventName;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type EndReason = 'revoked' | 'stopping';

/** Where a listener's events go. */
export interface ListenerSink {
  event(event: HeardEvent): void;
  end(reason: EndReason): void;
}

interface Listener extends ListenerOrder {
  readonly id: string;
  readonly sinceMs: number;
  readonly sink: ListenerSink;
}

export interface EventListenersOptions {
  readonly store: EventListenerStore;
  readonly nowMs: () => number;
}

/**
 * Developers who listen to their organization's events over a connection, without an address that the relay could call. They
 * hear what any relay of the database writes; what happens while they are away is not sent again.
 */
export class EventListeners {
  private readonly options: EventListenersOptions;
  private readonly listeners = new Map<string, Listener>();
  /** How many places each organization has taken, from the decision on a handshake to the close. */
  private readonly places = new Map<string, number>();
  /** Events that were looked at, by id, with their time. */
  private readonly seen = new Map<string, number>();
  private keptMs = 0;

  constructor(options: EventListenersOptions) {
    this.options = options;
  }

  /**
   * Takes one of the organization's places at once: listeners that come together are counted before any of them is stored.
   * @returns what gives the place back, once however often it is called; undefined if all are taken
   */
  reserve(orgId: string): (() => void) | undefined {
    const taken = this.places.get(orgId) ?? 0;
    if (taken >= MAX_LISTENERS) return undefined;
    this.places.set(orgId, taken + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (this.places.get(orgId) ?? 0) - 1;
      if (left > 0) this.places.set(orgId, left);
      else this.places.delete(orgId);
    };
  }

  /** @returns what removes the listener */
  async open(order: ListenerOrder, sink: ListenerSink): Promise<() => Promise<void>> {
    const { store, nowMs } = this.options;
    const id = newId('lsn');
    const sinceMs = nowMs();
    await store.register({ id, orgId: order.orgId, events: order.events }, new Date(sinceMs + PRESENT_MS));
    this.listeners.set(id, { ...order, id, sinceMs, sink });
    return async () => {
      this.listeners.delete(id);
      await store.remove(id, new Date(nowMs()));
    };
  }

  /** One round: sends what was written since the last one. The caller repeats it. */
  async round(): Promise<void> {
    if (this.listeners.size === 0) return;
    const { store, nowMs } = this.options;
    const now = nowMs();
    await this.keep(now);
    const orgIds = [...new Set([...this.listeners.values()].map(({ orgId }) => orgId))];
    const written = await store.eventsSince(orgIds, new Date(now - LOOK_BACK_MS));
    const fresh = written.filter(({ id }) => !this.seen.has(id));
    const wanted = fresh.filter((event) => this.hearersOf(event).length > 0);
    const bodies = new Map((await store.bodies(wanted.map(({ id }) => id))).map((row) => [row.id, row]));
    for (const event of wanted) this.send(event, bodies.get(event.id), now);
    for (const { id, createdAtMs } of fresh) this.seen.set(id, createdAtMs);
    for (const [id, createdAtMs] of this.seen) {
      if (createdAtMs < now - 2 * LOOK_BACK_MS) this.seen.delete(id);
    }
  }

  /** The keys behind the listeners, for whoever watches revocations. */
  keysInUse(): readonly string[] {
    return [...new Set([...this.listeners.values()].map(({ keyId }) => keyId))];
  }

  /** @returns how many listeners this ended */
  revoke({ keyId }: { readonly keyId: string }): number {
    const ended = [...this.listeners.values()].filter((listener) => listener.keyId === keyId);
    for (const { sink } of ended) sink.end('revoked');
    return ended.length;
  }

  /** Tells every listener that this relay stops. */
  close(): void {
    for (const { sink } of [...this.listeners.values()]) sink.end('stopping');
  }

  private async keep(now: number): Promise<void> {
    if (now - this.keptMs < KEEP_MS) return;
    this.keptMs = now;
    await this.options.store.keep([...this.listeners.keys()], new Date(now + PRESENT_MS));
  }

  private hearersOf({ orgId, type, createdAtMs }: WrittenEvent): readonly Listener[] {
    return [...this.listeners.values()].filter(
      (listener) =>
        listener.orgId === orgId &&
        createdAtMs >= listener.sinceMs &&
        nameFor(type, listener.events) !== undefined,
    );
  }

  private send(event: WrittenEvent, bodies: EventBodies | undefined, timestampMs: number): void {
    // An event that was deleted in between.
    if (bodies === undefined) return;
    for (const { events, secret, sink } of this.hearersOf(event)) {
      const name = nameFor(event.type, events);
      const body = name === event.type ? bodies.body : bodies.alternateBody;
      if (name === undefined || body === undefined) continue;
      const signed = { eventId: event.id, timestampMs, body: Buffer.from(body), secret };
      sink.event({
        id: event.id,
        type: name,
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          ...signatureHeaders({ ...signed, previousSecret: undefined }),
        },
      });
    }
  }
}
