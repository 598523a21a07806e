import type { PageEnvironment } from '../capture/page-environment.js';
import type { OpenSocket } from '../transport/transport-types.js';

/** The page's WebSocket, in the form that the transport uses. Observers send little and need no worker. */
export const pageSocket =
  (environment: Pick<PageEnvironment, 'createSocket'>): OpenSocket =>
  (url, protocols, handlers) => {
    const socket = environment.createSocket(url, protocols);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => handlers.onOpen(socket.protocol);
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      // The binary form never carries text. An invalid byte makes the decoder report it.
      handlers.onMessage(data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array([0xff]));
    };
    socket.onclose = ({ code, reason }) => handlers.onClose(code, reason);
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
