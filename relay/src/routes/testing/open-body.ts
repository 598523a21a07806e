import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';

/** A request that has started and waits for the rest of its body; it keeps its place meanwhile. */
export interface OpenBody {
  /** Sends the rest. @returns the whole answer */
  finish(): Promise<string>;
  leave(): void;
}

/** Starts requests. A sent request may not be received yet, so this polls until the relay has all of them. */
export const openBodies = (port: number, key: string, count: number): Promise<OpenBody[]> =>
  Promise.all(Array.from({ length: count }, () => openBody(port, key)));

const openBody = async (port: number, key: string): Promise<OpenBody> => {
  const socket: Socket = createConnection(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  await once(socket, 'connect');
  socket.write(
    `POST /v1/stream/tokens HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Length: 2\r\n\r\n{`,
  );
  return {
    finish: () =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!/^HTTP\/1.1 \d{3} [^]*\r\n\r\n[^]+\}/.test(received)) return;
          socket.destroy();
          resolve(received);
        };
        socket.on('data', look);
        socket.once('error', reject);
        socket.write('}');
      }),
    leave: () => socket.destroy(),
  };
};
