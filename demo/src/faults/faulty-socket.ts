import type { FaultPlan } from './fault-plan.js';

/** The part of a WebSocket that the client uses. */
export interface InnerSocket {
  binaryType: BinaryType;
  readonly protocol: string;
  readonly bufferedAmount: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(data: Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
}

/** How often the socket checks the faults and sends waiting bytes. */
const TICK_MS = 50;

/** The close code that a page gets when the link is lost: RFC 6455, section 7.1.5. */
const ABNORMAL = 1006;

/**
 * A WebSocket over a network that can be cut and slowed. The real socket does the work. This one delays what a slow
 * uplink would delay, counts it as buffered, and closes without a close frame when the link is cut.
 */
export class FaultySocket implements InnerSocket {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  private readonly inner: InnerSocket | null;
  private waiting: Uint8Array<ArrayBuffer>[] = [];
  private waitingBytes = 0;
  private budgetBytes = 0;
  private readonly dropsBefore: number;
  private timer: ReturnType<typeof setInterval> | undefined;

  /** @param open Opens the real socket. It is not called while the link is cut. */
  constructor(
    open: () => InnerSocket,
    private readonly plan: () => FaultPlan,
  ) {
    this.dropsBefore = plan().drops;
    if (plan().cut) {
      this.inner = null;
      queueMicrotask(() => this.lose());
      return;
    }
    const inner = open();
    this.inner = inner;
    inner.onopen = (event) => this.onopen?.(event);
    inner.onmessage = (event) => this.onmessage?.(event);
    inner.onclose = (event) => {
      this.stop();
      this.onclose?.(event);
    };
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  get binaryType(): BinaryType {
    return this.inner?.binaryType ?? 'arraybuffer';
  }

  set binaryType(type: BinaryType) {
    if (this.inner !== null) this.inner.binaryType = type;
  }

  get protocol(): string {
    return this.inner?.protocol ?? '';
  }

  get bufferedAmount(): number {
    return (this.inner?.bufferedAmount ?? 0) + this.waitingBytes;
  }

  send(data: Uint8Array<ArrayBuffer>): void {
    if (this.plan().uploadBytesPerSecond === null && this.waiting.length === 0) {
      this.inner?.send(data);
      return;
    }
    // The caller may reuse its buffer as soon as send() returns.
    this.waiting.push(data.slice());
    this.waitingBytes += data.byteLength;
  }

  close(code?: number, reason?: string): void {
    this.flush(Infinity);
    this.stop();
    this.inner?.close(code, reason);
  }

  private tick(): void {
    const { cut, drops, uploadBytesPerSecond } = this.plan();
    if (cut || drops > this.dropsBefore) {
      this.lose();
    } else if (uploadBytesPerSecond === null) {
      this.flush(Infinity);
    } else {
      // Saves at most one tick's budget: a slow link is no faster after an idle time.
      const perTick = (uploadBytesPerSecond * TICK_MS) / 1000;
      this.budgetBytes = this.flush(Math.min(this.budgetBytes, perTick) + perTick);
    }
  }

  /** Sends waiting messages while the budget is positive. The last one may exceed it. Returns the remaining budget. */
  private flush(budgetBytes: number): number {
    let left = budgetBytes;
    while (left > 0) {
      const next = this.waiting.shift();
      if (next === undefined) break;
      this.waitingBytes -= next.byteLength;
      left -= next.byteLength;
      this.inner?.send(next);
    }
    return left;
  }

  private lose(): void {
    this.stop();
    if (this.inner !== null) {
      this.inner.onopen = null;
      this.inner.onmessage = null;
      this.inner.onclose = null;
      this.inner.close();
    }
    this.onclose?.(new CloseEvent('close', { code: ABNORMAL, reason: '', wasClean: false }));
  }

  private stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.waiting = [];
    this.waitingBytes = 0;
  }
}
