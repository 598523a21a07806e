import type { OpenSocket } from '../../socket/open-socket.js';

/** Runs something later. @returns how to call it off */
export type Schedule = (run: () => void, ms: number) => () => void;

interface Item {
  readonly dueMs: number;
  readonly run: () => void;
}

/**
 * Sends messages in order, none before its time. Clients that replay a file send the next piece when they hear of the last one,
 * so hearing of it no sooner than in real time keeps them at the speed of a call.
 */
export class PacedOutbox {
  private readonly waiting: Item[] = [];
  private cancel: (() => void) | undefined;
  private isClosed = false;

  constructor(
    private readonly socket: OpenSocket,
    private readonly nowMs: () => number,
    private readonly schedule: Schedule,
  ) {}

  /** @param dueMs the earliest time; absent, as soon as everything before it is sent */
  send(message: object, dueMs = 0): void {
    const text = JSON.stringify(message);
    this.add({ dueMs, run: () => this.socket.send(text) });
  }

  /** Closes after everything before it. */
  close(code: number, reason: string): void {
    this.add({ dueMs: 0, run: () => this.socket.close(code, reason) });
  }

  /** The peer is gone: nothing is sent any more. */
  drop(): void {
    this.isClosed = true;
    this.waiting.length = 0;
    this.cancel?.();
  }

  private add(item: Item): void {
    if (this.isClosed) return;
    this.waiting.push(item);
    if (this.waiting.length === 1) this.flush();
  }

  private flush(): void {
    this.cancel = undefined;
    const now = this.nowMs();
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      if (next.dueMs > now) {
        this.cancel = this.schedule(() => this.flush(), next.dueMs - now);
        return;
      }
      this.waiting.shift();
      next.run();
    }
  }
}
