import type { ClientMessage, ServerMessage } from '@undertone/protocol';
import type { StreamSocket } from '../socket.js';

/** The names under which a session may be taken up again, where the client cannot keep a handle of ours. */
export interface SessionHandles {
  /** Of the session that this hello opens. */
  readonly own: string;
  /** Of the sessions that it may continue, in the order in which they are tried. If none is known, a session is opened. */
  readonly former: readonly string[];
}

/** One thing that came over the wire. */
export type Incoming =
  /** A message of the contract. */
  | { readonly kind: 'message'; readonly message: ClientMessage; readonly handles?: SessionHandles }
  /** Raw samples of all channels, interleaved. */
  | { readonly kind: 'samples'; readonly payload: Uint8Array }
  /** The client asked its own protocol a question; the answer leaves at once. */
  | { readonly kind: 'reply'; readonly frame: string }
  /** The client only tries the connection: there is no session. */
  | { readonly kind: 'probe'; readonly frame: string }
  /** The client gives up this socket, and its session waits for the next one. */
  | { readonly kind: 'leave'; readonly frame: string };

/** What a session or an observer is told of it. The rest is between the socket and its codec. */
export type Said = Extract<Incoming, { kind: 'message' | 'samples' }>;

export type Take = (incoming: Incoming) => void;

/** Translates what one socket carries. It lives as long as the socket, and may keep what its protocol needs. */
export interface Codec {
  /** Whether a client that lost its socket may come back for its session. */
  readonly resumes: boolean;
  /** Whether the peer, once told of the end, closes the socket itself. */
  readonly peerCloses: boolean;
  /** Whether a token in the first message narrows what the upgrade's credential allows. */
  readonly narrows: boolean;
  /**
   * Reads one WebSocket message and hands on what it says, in order: nothing, one thing, or several. What is handed on may
   * point into `data`.
   * @throws SessionFault when it cannot be read
   */
  decode(data: ArrayBuffer, isBinary: boolean, take: Take): void;
  /** Undefined: this peer is not told. */
  encode(message: ServerMessage): Uint8Array | string | undefined;
}

/** How one kind of socket speaks: makes the codec of a connection. */
export type Wire = (socket: StreamSocket) => Codec;
