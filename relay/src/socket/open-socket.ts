/**
 * - `sent`: handed to the kernel.
 * - `buffered`: kept by the socket until the peer reads; `drain` follows.
 * - `dropped`: the socket's own limit was reached and the message is gone.
 */
export type SendOutcome = 'sent' | 'buffered' | 'dropped';

/** An open WebSocket. After it has closed, every call is harmless and does nothing. */
export interface OpenSocket {
  readonly remoteAddress: string;
  /** Text goes as a text message, bytes as a binary one. */
  send(data: Uint8Array | string): SendOutcome;
  bufferedBytes(): number;
  /** A ping of the protocol: any client answers it by itself, and `pong` of the listener follows. */
  ping(payload: string): void;
  /** Runs `run` at once; what it sends leaves in as few packets as possible. */
  cork(run: () => void): void;
  /** Closes after what was sent before. `reason` holds at most 123 bytes. */
  close(code: number, reason: string): void;
}

/** Who listens to an open WebSocket. */
export interface SocketListener {
  /** `data` is read only during the call. */
  message(data: ArrayBuffer, isBinary: boolean): void;
  /** The socket's buffer has room again. */
  drain(): void;
  /** The peer answered a ping; also one that the library sent by itself, whose payload is empty. */
  pong(payload: string): void;
  /** The socket is gone; nothing may be sent any more. */
  closed(code: number): void;
}
