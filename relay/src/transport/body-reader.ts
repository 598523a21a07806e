import type { HttpResponse } from 'uWebSockets.js';
import { BodyChunks } from './body-chunks.js';
import { ClientGoneError, HttpError } from './http-message.js';
import { MisreadChunks, misreadChunks } from './misread-chunks.js';

export interface BodyLimits {
  readonly maxBytes: number;
  /** The whole body must arrive within this time. */
  readonly deadlineMs: number;
  /** For large bodies: bytes at this rate or faster extend the time. Absent: nothing extends it. */
  readonly floorBytesPerS?: number;
  /** Empty where the request has none. */
  readonly contentType: string;
  /** The request says that trailers will follow. */
  readonly hasTrailers: boolean;
  /** How the body is compressed, as the request says (`Content-Encoding`); `identity` where it is not. */
  readonly coding: string;
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
/** Whoever sends nothing for so long waits for the answer. */
const SILENCE_MS = 2_000;

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
    misread?.stop();
    if (outcome === 'complete') {
      resolveWhole(chunks.join());
      return;
    }
    chunks.clear();
    rejectWhole(outcome);
  };
  const misread =
    announced === undefined
      ? new MisreadChunks(limits.contentType, () => settle(misreadChunks()))
      : undefined;
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
  if (limits.hasTrailers) settle(misreadChunks());
  if (limits.coding !== 'identity') settle(compressed());
  const rest = new Rest(announced);
  res.onData((chunk, isLast) => {
    rest.add(chunk.byteLength, isLast);
    if (settled) return;
    misread?.add(chunk);
    if (chunks.size + chunk.byteLength > limits.maxBytes) {
      settle(tooLarge(limits));
      return;
    }
    chunks.add(chunk);
    // Of a body with a length, each piece came by itself over the network: thousands cannot come in one turn of this thread.
    if (announced === undefined && chunks.areTooSmall) settle(tooSmallChunks());
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
  private silence: NodeJS.Timeout | undefined;
  private untilMs = Infinity;

  constructor(private readonly announced: string | undefined) {}

  get isOver(): boolean {
    return this.state === 'ended';
  }

  add(bytes: number, isLast: boolean): void {
    this.bytes += bytes;
    if (isLast) this.end('ended');
    else if (this.bytes > READ_PAST_BYTES || performance.now() > this.untilMs) this.end('cut');
    else this.silence?.refresh();
  }

  async pastEnd(): Promise<boolean> {
    // The library itself reads past an answered body whose length it knows. The answer need not wait. Too long a body is
    // not waited for either.
    if (this.announced !== undefined) return Number(this.announced) <= READ_PAST_BYTES;
    if (this.state !== 'coming') return this.state === 'ended';
    this.untilMs = performance.now() + READ_PAST_MS;
    return new Promise((resolve) => {
      this.silence = setTimeout(() => this.end('cut'), SILENCE_MS).unref();
      this.done = (ended) => {
        clearTimeout(this.silence);
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

/** Nothing is decompressed, so that no body is larger than what was sent. */
const compressed = (): HttpError =>
  new HttpError('validation_error', 'the body is compressed, and cannot be read', {
    details: { 'Content-Encoding': ['must be left out: the body is read as it comes'] },
  });
