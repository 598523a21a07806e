import type { OpenSocket } from '../transport/transport-types.js';

/** The WebSocket of a page or worker, in the form that the transport uses. */
export const openBrowserSocket: OpenSocket = (url, protocols, handlers) => {
  const socket = new WebSocket(url, protocols);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => handlers.onOpen(socket.protocol);
  socket.onmessage = (event: MessageEvent<unknown>) => {
    // The binary form never has text messages. An invalid byte makes the decoder report one.
    const bytes = event.data instanceof ArrayBuffer ? new Uint8Array(event.data) : new Uint8Array([0xff]);
    handlers.onMessage(bytes);
  };
  socket.onclose = (event) => handlers.onClose(event.code, event.reason);
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
