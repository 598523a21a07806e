import { STATUS_CODES } from 'node:http';
import type { HttpResponse } from 'uWebSockets.js';
import type { HttpReply } from './http-message.js';

/**
 * From this size on an answer is written as its reader takes it. Handed over whole, the library keeps a copy of what is not yet
 * read: the 22 MB of a page's models, for each connection that never reads.
 */
const LARGE_BYTES = 64 * 1024;

/** Whether an answer is written as its reader takes it. One behind which the connection closes cannot be. */
export const isLarge = ({ body = '' }: HttpReply): boolean => body.length >= LARGE_BYTES;

/** Keeps the library's rules about answers in one place: only once, never after an abort, and corked. */
export class Responder {
  private readonly res: HttpResponse;
  private readonly requestId: string;
  private state: 'open' | 'answered' | 'gone' = 'open';
  private onWritten: () => void = () => undefined;

  /** Create it inside the request callback: without an abort handler the library ends the process. */
  constructor(res: HttpResponse, requestId: string, onGone: () => void) {
    this.res = res;
    this.requestId = requestId;
    res.onAborted(() => {
      this.onWritten();
      if (this.state !== 'open') return;
      this.state = 'gone';
      onGone();
    });
  }

  get isOpen(): boolean {
    return this.state === 'open';
  }

  /**
   * Sends the answer. Does nothing if an answer was sent already or the client has gone.
   * @returns when its last byte is with the kernel or the library, or its reader has gone
   */
  send(reply: HttpReply, method: string): Promise<void> {
    if (this.state !== 'open') return Promise.resolve();
    this.state = 'answered';
    const body = reply.body ?? '';
    let written = Promise.resolve();
    this.res.cork(() => {
      this.res.writeStatus(`${reply.status} ${STATUS_CODES[reply.status] ?? 'Unknown'}`);
      this.res.writeHeader('X-Request-Id', this.requestId);
      this.res.writeHeader('X-Content-Type-Options', 'nosniff');
      for (const [name, value] of Object.entries(reply.headers ?? {})) this.res.writeHeader(name, value);
      if (reply.status === 304 || reply.status === 204) {
        // Without an argument there is no Content-Length (RFC 9110 §8.6): the library takes even an undefined one as a number, 2^63.
        if (reply.close === true) this.res.endWithoutBody(0, true);
        else this.res.endWithoutBody();
      } else if (method === 'HEAD') {
        this.res.endWithoutBody(Buffer.byteLength(body), reply.close);
      } else if (!isLarge(reply) || reply.close === true) {
        // The library can close a connection only behind an answer that it has whole.
        this.res.end(body, reply.close);
      } else written = this.sendAsRead(typeof body === 'string' ? Buffer.from(body) : body);
    });
    return written;
  }

  /** Hands the kernel what it takes, now and whenever it takes more. Whoever reads nothing for ten seconds is cut off by the library. */
  private sendAsRead(body: Uint8Array): Promise<void> {
    const write = (from: number): boolean => this.res.tryEnd(body.subarray(from), body.length)[0];
    if (write(0)) return Promise.resolve();
    return new Promise((resolve) => {
      this.onWritten = resolve;
      this.res.onWritable((from) => {
        const outcome = { isWhole: false };
        this.res.cork(() => {
          outcome.isWhole = write(from);
        });
        if (outcome.isWhole) resolve();
        return outcome.isWhole;
      });
    });
  }

  /**
   * Writes the headers that accept a socket, corked, and then gives the connection to `upgrade`, which writes the rest. That is
   * not corked: an upgrade moves the socket in memory, and this build of the library reads the old memory when a cork around it
   * ends. That closed one connection in some hundreds, and one of ten first ones after a start, without a close frame.
   */
  handOver(headers: Readonly<Record<string, string>>, upgrade: (res: HttpResponse) => void): void {
    if (this.state !== 'open') return;
    this.state = 'answered';
    const written = Object.entries(headers);
    if (written.length > 0)
      this.res.cork(() => {
        // A header that is written first would begin an answer of 200.
        this.res.writeStatus('101 Switching Protocols');
        for (const [name, value] of written) this.res.writeHeader(name, value);
      });
    upgrade(this.res);
  }
}
