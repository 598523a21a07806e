import type { OpenSocket } from '../socket/open-socket.js';
import type { StreamAuth } from '../domain/accounts/stream-auth.js';

/** How a socket speaks: protobuf, its JSON twin, or the plain endpoint. On the last two, binary is raw samples. */
export type SocketKind = 'proto' | 'json' | 'plain';

/** A client's socket, and how it came. */
export interface SocketLike extends OpenSocket {
  readonly kind: SocketKind;
  /** The page's `Origin`; absent for a program. A token in the first message is checked against it. */
  readonly origin?: string;
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
