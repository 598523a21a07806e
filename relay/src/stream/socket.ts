import type { StreamAuth } from '../domain/accounts/stream-auth.js';

/** How a socket speaks: protobuf, its JSON twin, or the plain endpoint. On the last two, binary is raw samples. */
export type SocketKind = 'proto' | 'json' | 'plain';

/**
 * - `sent`: handed to the kernel.
 * - `buffered`: kept by the socket until the peer reads; `drain` follows.
 * - `dropped`: the socket's own limit was reached and the message is gone.
 */
export type SendOutcome = 'sent' | 'buffered' | 'dropped';

/** All that a session knows of a WebSocket. */
export interface SocketLike {
  readonly kind: SocketKind;
  readonly remoteAddress: string;
  /** The page's `Origin`; absent for a program. A token in the first message is checked against it. */
  readonly origin?: string;
  send(data: Uint8Array | string): SendOutcome;
  bufferedBytes(): number;
  /** Asks the peer's WebSocket for an answer that holds `payload`; `pong` follows. */
  ping(payload: string): void;
  /** Runs `fn` at once; what it sends leaves in as few packets as possible. */
  cork(fn: () => void): void;
  /** Closes after what was sent before. `reason` holds at most 123 bytes. */
  close(code: number, reason: string): void;
}

/** A stream's place among those that its organisation's plan allows at a time. */
export interface PlanPlace {
  /**
   * Takes one for a stream whose credential came in the hello; the others have theirs since the upgrade.
   * @returns whether there was one
   */
  take(auth: StreamAuth): boolean;
  /** Gives it back, for good: the socket is gone, or the stream only watches. */
  release(): void;
}

/** What the transport calls for one accepted socket. None of these throws. */
export interface StreamHandler {
  /** `data` is read only during the call. */
  message(data: ArrayBuffer, isBinary: boolean): void;
  /** The socket's buffer has room again. */
  drain(): void;
  /** The peer answered a ping. */
  pong(payload: string): void;
  /** The socket is gone; nothing may be sent any more. */
  closed(code: number): void;
}
