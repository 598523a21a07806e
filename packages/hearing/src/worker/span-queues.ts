import type { StreamKind, ToWorker } from './messages.js';

/** A span that waits to be analyzed. */
export type SpanOp = Extract<ToWorker, { kind: 'chunk' | 'gap' }>;

/** Of a model without readers. A live chunk waits for at most one running call; this many files share one, which takes about 3 ms. */
const FILE_BATCH = 2;
/** Spans of recordings that are taken together, eight seconds: so many hold several stretches of speech, which share calls of the live reader. */
export const RECORDED_SPANS = 16;

/** Spans that wait, live ones and those of recordings apart. */
export class SpanQueues {
  private readonly waiting: Record<StreamKind, SpanOp[]> = { live: [], file: [] };

  /**
   * @param batch how many live channels share a call of the model
   * @param sideBySide whether a recording's stretches of speech can be heard beside each other, as the readers do
   */
  constructor(
    private readonly batch: number,
    private readonly sideBySide: boolean,
  ) {}

  add(op: SpanOp, kind: StreamKind): void {
    this.waiting[kind].push(op);
  }

  has(kind: StreamKind): boolean {
    return this.waiting[kind].length > 0;
  }

  /**
   * The next spans, oldest first: at most one per channel, but a recording's as they come, since the readers hear its stretches
   * of speech side by side.
   */
  take(kind: StreamKind): SpanOp[] {
    if (kind === 'file' && this.sideBySide) return this.waiting.file.splice(0, RECORDED_SPANS);
    const most = kind === 'live' ? this.batch : Math.min(FILE_BATCH, this.batch);
    const queue = this.waiting[kind];
    const taken: SpanOp[] = [];
    const left: SpanOp[] = [];
    const busy = new Set<string>();
    let seen = 0;
    // Thousands may wait behind these: a thread that is late must not look through all of them for each batch.
    for (; seen < queue.length && taken.length < most; seen++) {
      const op = queue[seen];
      if (op === undefined) break;
      const key = `${op.stream}/${op.channel}`;
      (busy.has(key) ? left : taken).push(op);
      busy.add(key);
    }
    queue.splice(0, seen, ...left);
    return taken;
  }
}
