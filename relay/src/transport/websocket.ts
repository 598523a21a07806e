import type { OpenSocket, SocketListener } from '../socket/open-socket.js';
import type { HttpError } from './http-message.js';

/** A handshake, for the code that accepts or refuses it. */
export interface HandshakeRequest {
  readonly id: string;
  readonly path: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly query: URLSearchParams;
  readonly remoteAddress: string;
}

export type HandshakeDecision =
  | { readonly kind: 'refuse'; readonly error: HttpError }
  | {
      readonly kind: 'accept';
      /** Echoed to the client. Absent if the client offered none. */
      readonly subprotocol: string | undefined;
      /** Headers of the 101 answer. */
      readonly headers?: Readonly<Record<string, string>>;
      readonly open: (socket: OpenSocket) => SocketListener;
      /** Gives back what was taken. Called when the socket is closed, or the client left before the handshake was done. */
      readonly release: () => void;
    };

/** A path that speaks WebSocket. */
export interface SocketEndpoint {
  readonly path: string;
  decide(request: HandshakeRequest): Promise<HandshakeDecision>;
}
