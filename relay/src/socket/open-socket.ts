/**
 * - `sent`: handed to the kernel.
 * - `buffered`: kept by the socket until the peer reads. `drain` follows.
 * - `dropped`: the socket's own limit was reached, and the message is lost.
 */
export type SendOutcome = 'sent' | 'buffered' | 'dropped';

/** An open WebSocket. After it has closed, every call does nothing. */
export interface OpenSocket {
  readonly remoteAddress: string;
  /** Text goes as a text message, bytes as a binary one. */
  send(data: Uint8Array | string): SendOutcome;
  bufferedBytes(): number;
  /** Sends a protocol ping. Every client answers it by itself, and then the listener's `pong` is called. */
  ping(payload: string): void;
  /** Runs `run` at once. Its messages leave in as few packets as possible. */
  cork(run: () => void): void;
  /** Closes after what was sent before. `reason` holds at most 123 bytes. */
  close(code: number, reason: string): void;
}

/** The listener of an open WebSocket. */
export interface SocketListener {
  /** `data` may be read only during the call. */
  message(data: ArrayBuffer, isBinary: boolean): void;
  /** The socket's buffer has room again. */
  drain(): void;
  /** The peer answered a ping. This may be a ping that the library sent by itself, with an empty payload. */
  pong(payload: string): void;
  /** The socket is closed. Nothing may be sent any more. */
  closed(code: number): void;
}
