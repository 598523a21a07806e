import type { ServerBody } from '@undertone/protocol';

/** Beyond this a reader is too slow; only what may never be merged adds up, a few messages a second. */
const MAX_WAITING = 1_000;

/** Messages that replace an older one of the same key. All others are never dropped. */
function mergeKey(body: ServerBody): string | undefined {
  switch (body.kind) {
    case 'directive':
      return `directive ${body.value.channel} ${body.value.speakerId}`;
    case 'audio.ack':
      return `ack ${body.value.channel}`;
    case 'stats':
    case 'usage':
      return body.kind;
    case 'turn.update':
      return `turn ${body.value.turnId}`;
    default:
      return undefined;
  }
}

/**
 * What waits for a slow reader. The newest of a key takes its place at the end, never the older one's: an
 * acknowledgement must not overtake the results it speaks for.
 */
export class PendingQueue {
  merged = 0;
  private readonly bodies = new Map<string, ServerBody>();
  private unmergeable = 0;

  constructor(private readonly onMerge: () => void) {}

  get size(): number {
    return this.bodies.size;
  }

  /** @returns false when the queue is full; the message is kept all the same */
  push(body: ServerBody): boolean {
    let key = mergeKey(body);
    if (key === undefined) {
      this.unmergeable += 1;
      key = `#${this.unmergeable}`;
    } else if (this.bodies.delete(key)) {
      this.merged += 1;
      this.onMerge();
    }
    this.bodies.set(key, body);
    return this.bodies.size <= MAX_WAITING;
  }

  shift(): ServerBody | undefined {
    for (const [key, body] of this.bodies) {
      this.bodies.delete(key);
      return body;
    }
    return undefined;
  }
}
