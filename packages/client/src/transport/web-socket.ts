import type { OpenSocket } from './transport-types.js';

/** What the WebSocket of a page, of a worker and of the package `ws` have in common. */
export interface StandardSocket {
  /** Set to `arraybuffer`. */
  binaryType: string;
  /** The sub-protocol that the relay chose. */
  readonly protocol: string;
  /** Bytes that wait to be sent. */
  readonly bufferedAmount: number;
  /** It is open. */
  onopen: ((event: never) => void) | null;
  /** A message came. */
  onmessage: ((event: never) => void) | null;
  /** It was refused or broke; a close follows. */
  onerror: ((event: never) => void) | null;
  /** It is closed. */
  onclose: ((event: never) => void) | null;
  /** Sends one binary message. */
  send(data: Uint8Array<ArrayBuffer>): void;
  /** Closes it. */
  close(code?: number, reason?: string): void;
}

/**
 * The standard WebSocket in the form that the transport uses.
 *
 * @param create for example `(url, protocols) => new WebSocket(url, protocols)`, in Node with the one of `ws`
 */
export const socketOpener =
  (create: (url: string, protocols: string[]) => StandardSocket): OpenSocket =>
  (url, protocols, handlers) => {
    const socket = create(url, protocols);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => handlers.onOpen(socket.protocol);
    socket.onmessage = ({ data }: { data: unknown }) => {
      // The binary form never has text messages. An invalid byte makes the decoder report one.
      handlers.onMessage(data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array([0xff]));
    };
    // A refused upgrade is an error and then a close; the close is what is told. `ws` throws what nobody takes.
    socket.onerror = () => undefined;
    socket.onclose = ({ code, reason }: { code: number; reason: string }) => handlers.onClose(code, reason);
    return {
      get bufferedAmount() {
        return socket.bufferedAmount;
      },
      send: (data) => socket.send(data as Uint8Array<ArrayBuffer>),
      close(code, reason) {
        socket.onopen = null;
        socket.onmessage = null;
        socket.onclose = null;
        socket.close(code, reason);
      },
    };
  };
