import type { HttpResponse } from 'uWebSockets.js';
import { BodyChunks } from './body-chunks.js';
import { ClientGoneError, HttpError } from './http-message.js';

export interface BodyLimits {
  readonly maxBytes: number;
  /** The whole body must arrive within this time. */
  readonly deadlineMs: number;
  /** For large bodies: bytes at this rate or faster extend the time. Absent: nothing extends it. */
  readonly floorBytesPerS?: number;
}

export interface BodyReader {
  readonly whole: Promise<Buffer>;
  /** Whether reading is over: the body is complete, or was given up. */
  readonly settled: boolean;
  /** Whether the last byte has come. */
  readonly isOver: boolean;
  /** The client has gone, or nobody wants the body. */
  abort(): void;
  /**
   * Waits for the end of a body that nobody wants, so that its sender is still there to read the answer. To clients that
   * send everything before they read, a socket closed unread is a broken pipe instead of a status.
   * @returns whether the end came; not when the rest is too long or too slow
   */
  pastEnd(): Promise<boolean>;
}

/** More than any body may hold. So much of a refused one is read past. */
const READ_PAST_BYTES = 64 * 1024 * 1024;
const READ_PAST_MS = 10_000;

/**
 * Collects a request's body. Call it inside the request callback, before any await: the library drops bytes that arrive
 * without a listener. If a body announces more than the limit, it is refused before a byte is read.
 */
export const readBody = (
  res: HttpResponse,
  announced: string | undefined,
  limits: BodyLimits,
): BodyReader => {
  const chunks = new BodyChunks();
  let settled = false;
  let resolveWhole: (body: Promise<Buffer>) => void = () => undefined;
  let rejectWhole: (error: Error) => void = () => undefined;
  const whole = new Promise<Buffer>((resolve, reject) => {
    resolveWhole = resolve;
    rejectWhole = reject;
  });
  // If a route answers without reading its body, the rejection is unhandled. It must not crash the process.
  whole.catch(() => undefined);

  const settle = (outcome: 'complete' | Error): void => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    if (outcome === 'complete') {
      resolveWhole(chunks.join());
      return;
    }
    chunks.clear();
    rejectWhole(outcome);
  };
  const startedMs = performance.now();
  const earnedMs = (): number =>
    limits.floorBytesPerS === undefined ? 0 : (1000 * chunks.size) / limits.floorBytesPerS;
  const onDeadline = (): void => {
    const leftMs = limits.deadlineMs + earnedMs() - (performance.now() - startedMs);
    // Timers may fire a fraction of a millisecond early.
    if (leftMs >= 1) timer = setTimeout(onDeadline, leftMs).unref();
    else settle(tooSlow(limits));
  };
  let timer = setTimeout(onDeadline, limits.deadlineMs).unref();

  if (announced !== undefined && Number(announced) > limits.maxBytes) settle(tooLarge(limits));
  const rest = new Rest(announced);
  res.onData((chunk, isLast) => {
    rest.add(chunk.byteLength, isLast);
    if (settled) return;
    if (chunks.size + chunk.byteLength > limits.maxBytes) {
      settle(tooLarge(limits));
      return;
    }
    chunks.add(chunk);
    if (chunks.areTooSmall) settle(tooSmallChunks());
    else if (isLast) settle('complete');
  });
  return {
    whole,
    get settled() {
      return settled;
    },
    get isOver() {
      return rest.isOver;
    },
    abort: () => settle(new ClientGoneError('the client left while sending its body')),
    pastEnd: () => rest.pastEnd(),
  };
};

/** What comes of a body after nobody wants it any more. */
class Rest {
  private bytes = 0;
  private state: 'coming' | 'ended' | 'cut' = 'coming';
  private done: (ended: boolean) => void = () => undefined;

  constructor(private readonly announced: string | undefined) {}

  get isOver(): boolean {
    return this.state === 'ended';
  }

  add(bytes: number, isLast: boolean): void {
    this.bytes += bytes;
    if (isLast) this.end('ended');
    else if (this.bytes > READ_PAST_BYTES) this.end('cut');
  }

  async pastEnd(): Promise<boolean> {
    // The library itself reads past an answered body whose length it knows. The answer need not wait.
    if (this.announced !== undefined && Number(this.announced) <= READ_PAST_BYTES) return true;
    if (this.state !== 'coming') return this.state === 'ended';
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.end('cut'), READ_PAST_MS).unref();
      this.done = (ended) => {
        clearTimeout(timer);
        resolve(ended);
      };
    });
  }

  private end(state: 'ended' | 'cut'): void {
    if (this.state !== 'coming') return;
    this.state = state;
    this.done(state === 'ended');
  }
}

const tooSlow = ({ deadlineMs, floorBytesPerS }: BodyLimits): HttpError => {
  const rule = floorBytesPerS === undefined ? '' : ` and at ${floorBytesPerS} bytes a second after that`;
  return new HttpError('request_timeout', `the body did not arrive within ${deadlineMs} ms${rule}`, {
    close: true,
  });
};

const tooLarge = ({ maxBytes }: BodyLimits): HttpError =>
  new HttpError('payload_too_large', `the body may hold at most ${maxBytes} bytes`);

const tooSmallChunks = (): HttpError =>
  new HttpError('validation_error', 'the body comes in too small chunks', {
    details: { body: ['comes in chunks of a few bytes'] },
    close: true,
  });
