import { STATUS_CODES } from 'node:http';
import type { HttpResponse } from 'uWebSockets.js';
import type { HttpReply } from './http-message.js';

/** Keeps the library's rules about answers in one place: only once, never after an abort, and corked. */
export class Responder {
  private readonly res: HttpResponse;
  private readonly requestId: string;
  private state: 'open' | 'answered' | 'gone' = 'open';

  /** Create it inside the request callback: without an abort handler the library ends the process. */
  constructor(res: HttpResponse, requestId: string, onGone: () => void) {
    this.res = res;
    this.requestId = requestId;
    res.onAborted(() => {
      if (this.state !== 'open') return;
      this.state = 'gone';
      onGone();
    });
  }

  get isOpen(): boolean {
    return this.state === 'open';
  }

  /** Sends the answer. Does nothing if an answer was sent already or the client has gone. */
  send(reply: HttpReply, method: string): void {
    if (this.state !== 'open') return;
    this.state = 'answered';
    const body = reply.body ?? '';
    this.res.cork(() => {
      this.res.writeStatus(`${reply.status} ${STATUS_CODES[reply.status] ?? 'Unknown'}`);
      this.res.writeHeader('X-Request-Id', this.requestId);
      this.res.writeHeader('X-Content-Type-Options', 'nosniff');
      for (const [name, value] of Object.entries(reply.headers ?? {})) this.res.writeHeader(name, value);
      if (reply.status === 304) {
        // Without an argument: the library takes even an undefined length as a number, writes 2^63 and closes the connection.
        this.res.endWithoutBody();
      } else if (method === 'HEAD') {
        this.res.endWithoutBody(Buffer.byteLength(body), reply.close);
      } else {
        this.res.end(body, reply.close);
      }
    });
  }

  /**
   * Gives the connection to `upgrade`, which writes the rest. It is not corked: an upgrade moves the socket in memory, and
   * this build of the library reads the old memory when a cork around it ends. That closed one connection in some hundreds
   * right after its handshake, without a close frame.
   */
  handOver(upgrade: (res: HttpResponse) => void): void {
    if (this.state !== 'open') return;
    this.state = 'answered';
    // Not corked, although the library warns: with its build here, one of ten first sockets after a start was then cut.
    upgrade(this.res);
  }
}
