import { traitsOf, type ServerBody } from '@undertone/protocol';

/** Above this a reader is too slow. Only messages that may never be merged add up, a few a second. */
const MAX_WAITING = 1_000;

/** The key of messages that replace an older one of the same key. All others are never dropped. */
export const mergeKey = (body: ServerBody): string | undefined => {
  const { mergesBy } = traitsOf(body.kind);
  if (mergesBy === null) return undefined;
  const fields = body.value as Readonly<Record<string, unknown>>;
  return [body.kind, ...mergesBy.map((name) => String(fields[name]))].join(' ');
};

/**
 * What waits for a slow reader. A newer message of the same key goes to the end of the queue. It does not
 * take the place of the older one, because an acknowledgement must not overtake the results it covers.
 */
export class PendingQueue<T = ServerBody> {
  merged = 0;
  private readonly items = new Map<string, T>();
  private unmergeable = 0;

  constructor(
    private readonly keyOf: (item: T) => string | undefined,
    private readonly onMerge: () => void,
  ) {}

  get size(): number {
    return this.items.size;
  }

  /** @returns false when the queue is full; the message is kept anyway */
  push(item: T): boolean {
    let key = this.keyOf(item);
    if (key === undefined) {
      this.unmergeable += 1;
      key = `#${this.unmergeable}`;
    } else if (this.items.delete(key)) {
      this.merged += 1;
      this.onMerge();
    }
    this.items.set(key, item);
    return this.items.size <= MAX_WAITING;
  }

  /** Changes the waiting items; their order stays. */
  rewrite(change: (item: T) => T): void {
    for (const [key, item] of this.items) this.items.set(key, change(item));
  }

  shift(): T | undefined {
    for (const [key, item] of this.items) {
      this.items.delete(key);
      return item;
    }
    return undefined;
  }
}
