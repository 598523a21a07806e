import type { HttpResponse } from 'uWebSockets.js';
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
  /** The client has gone. */
  abort(): void;
}

/**
 * Collects a request's body. Call it inside the request callback, before any await: the library drops bytes that arrive
 * without a listener. If a body announces more than the limit, it is refused before a byte is read.
 */
export const readBody = (
  res: HttpResponse,
  announced: string | undefined,
  limits: BodyLimits,
): BodyReader => {
  const chunks: Buffer[] = [];
  let size = 0;
  let settled = false;
  let resolveWhole: (body: Buffer) => void = () => undefined;
  let rejectWhole: (error: Error) => void = () => undefined;
  const whole = new Promise<Buffer>((resolve, reject) => {
    resolveWhole = resolve;
    rejectWhole = reject;
  });
  // If a route answers without reading its body, the rejection is unhandled. It must not crash the process.
  whole.catch(() => undefined);

  const settle = (outcome: Buffer | Error): void => {
    if (settled) return;
    settled = true;
    clearTimeout(timer);
    chunks.length = 0;
    if (outcome instanceof Error) rejectWhole(outcome);
    else resolveWhole(outcome);
  };
  const startedMs = performance.now();
  const earnedMs = (): number =>
    limits.floorBytesPerS === undefined ? 0 : (1000 * size) / limits.floorBytesPerS;
  const onDeadline = (): void => {
    const leftMs = limits.deadlineMs + earnedMs() - (performance.now() - startedMs);
    // Timers may fire a fraction of a millisecond early.
    if (leftMs >= 1) timer = setTimeout(onDeadline, leftMs).unref();
    else settle(tooSlow(limits));
  };
  let timer = setTimeout(onDeadline, limits.deadlineMs).unref();

  if (announced !== undefined && Number(announced) > limits.maxBytes) settle(tooLarge(limits));
  res.onData((chunk, isLast) => {
    if (settled) return;
    size += chunk.byteLength;
    if (size > limits.maxBytes) {
      settle(tooLarge(limits));
      return;
    }
    // Copied, because the library reuses the memory when this callback returns.
    chunks.push(Buffer.from(new Uint8Array(chunk)));
    if (isLast) settle(Buffer.concat(chunks, size));
  });
  return {
    whole,
    get settled() {
      return settled;
    },
    abort: () => settle(new ClientGoneError('the client left while sending its body')),
  };
};

const tooSlow = ({ deadlineMs, floorBytesPerS }: BodyLimits): HttpError => {
  const rule = floorBytesPerS === undefined ? '' : ` and at ${floorBytesPerS} bytes a second after that`;
  return new HttpError('request_timeout', `the body did not arrive within ${deadlineMs} ms${rule}`, {
    close: true,
  });
};

const tooLarge = ({ maxBytes }: BodyLimits): HttpError =>
  new HttpError('payload_too_large', `the body may hold at most ${maxBytes} bytes`, { close: true });
