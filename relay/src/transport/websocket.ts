import type { HttpError } from './http-message.js';

/** A handshake, for the code that accepts or refuses it. */
export interface HandshakeRequest {
  readonly id: string;
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly query: URLSearchParams;
  readonly remoteAddress: string;
}

export type SendOutcome = 'sent' | 'buffered' | 'dropped';

/** An open WebSocket. After it has closed, every call is harmless and does nothing. */
export interface OpenSocket {
  readonly remoteAddress: string;
  /** Text goes as a text message, bytes as a binary one. */
  send(data: Uint8Array | string): SendOutcome;
  bufferedBytes(): number;
  /** A ping of the protocol: any client answers it by itself, and `pong` of the listener follows. */
  ping(payload: string): void;
  cork(run: () => void): void;
  close(code: number, reason: string): void;
}

/** Who listens to an open WebSocket. */
export interface SocketListener {
  /** `data` is invalid after the call returns. */
  message(data: ArrayBuffer, isBinary: boolean): void;
  drain(): void;
  /** Also for pings that the library sent by itself: their payload is empty. */
  pong(payload: string): void;
  closed(code: number): void;
}

export type HandshakeDecision =
  | { readonly kind: 'refuse'; readonly error: HttpError }
  | {
      readonly kind: 'accept';
      /** Echoed to the client; absent when it offered none. */
      readonly subprotocol: string | undefined;
      readonly open: (socket: OpenSocket) => SocketListener;
      /** The client left before the handshake was done: give back what was taken. */
      readonly abandon: () => void;
    };

/** A path that speaks WebSocket. */
export interface SocketEndpoint {
  readonly path: string;
  decide(request: HandshakeRequest): Promise<HandshakeDecision>;
}
