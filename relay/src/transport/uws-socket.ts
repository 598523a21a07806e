import type { OpenSocket, SendOutcome } from '../socket/open-socket.js';
import type { WebSocket } from 'uWebSockets.js';

/** RFC 6455 §5.5: a control frame holds 125 bytes, and two of them are the code. */
const MAX_REASON_BYTES = 123;

/** A WebSocket of the library behind our own interface. The library throws on every call to a closed socket. */
export class UwsSocket<T> implements OpenSocket {
  private readonly ws: WebSocket<T>;
  private open = true;

  constructor(
    ws: WebSocket<T>,
    readonly remoteAddress: string,
  ) {
    this.ws = ws;
  }

  send(data: Uint8Array | string): SendOutcome {
    if (!this.open) return 'dropped';
    const outcome = this.ws.send(data, typeof data !== 'string', false);
    if (outcome === 1) return 'sent';
    return outcome === 0 ? 'buffered' : 'dropped';
  }

  bufferedBytes(): number {
    return this.open ? this.ws.getBufferedAmount() : 0;
  }

  ping(payload: string): void {
    if (this.open) this.ws.ping(payload);
  }

  cork(run: () => void): void {
    if (this.open) this.ws.cork(run);
    else run();
  }

  close(code: number, reason: string): void {
    if (!this.open) return;
    this.open = false;
    this.ws.end(code, truncateUtf8(reason, MAX_REASON_BYTES));
  }

  /** Call it when the library has closed the socket. */
  markClosed(): void {
    this.open = false;
  }
}

/** The longest prefix of whole characters that fits. A cut character would make the whole frame invalid. */
export const truncateUtf8 = (text: string, maxBytes: number): string => {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let kept = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    kept += character;
  }
  return kept;
};
