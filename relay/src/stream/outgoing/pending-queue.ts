import { traitsOf, type ServerBody } from '@undertone/protocol';

/** Beyond this a reader is too slow; only what may never be merged adds up, a few messages a second. */
const MAX_WAITING = 1_000;

/** Messages that replace an older one of the same key. All others are never dropped. */
export const mergeKey = (body: ServerBody): string | undefined => {
  const { mergesBy } = traitsOf(body.kind);
  if (mergesBy === null) return undefined;
  const fields = body.value as Readonly<Record<string, unknown>>;
  return [body.kind, ...mergesBy.map((name) => String(fields[name]))].join(' ');
};

/**
 * What waits for a slow reader. The newest of a key takes its place at the end, never the older one's: an
 * acknowledgement must not overtake the results it speaks for.
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

  /** @returns false when the queue is full; the message is kept all the same */
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

  /** Changes what waits; its place stays. */
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
