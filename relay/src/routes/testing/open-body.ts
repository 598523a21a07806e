import { createConnection, type Socket } from 'node:net';

/** A request that has begun and waits for the rest of its body: it holds its place meanwhile. */
export interface OpenBody {
  /** Sends the rest. @returns the whole answer */
  finish(): Promise<string>;
  leave(): void;
}

/**
 * Begins requests and resolves once the relay has read the head of each: a `/healthz` pipelined in front of it, on the
 * same connection, was answered.
 */
export const openBodies = (port: number, key: string, count: number): Promise<OpenBody[]> =>
  Promise.all(Array.from({ length: count }, () => openBody(port, key)));

const openBody = async (port: number, key: string): Promise<OpenBody> => {
  const socket: Socket = createConnection(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  const begun = new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.on('data', () => {
      if (received.includes('"ok"')) resolve();
    });
  });
  socket.write(
    'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n' +
      `POST /v1/stream/tokens HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Length: 2\r\n\r\n{`,
  );
  await begun;
  return {
    finish: () =>
      new Promise((resolve, reject) => {
        const from = received.indexOf('HTTP/1.1', 1);
        const look = (): void => {
          const answer = from < 0 ? received.slice(received.indexOf('HTTP/1.1', 1)) : received.slice(from);
          if (/^HTTP\/1.1 \d{3} [^]*\r\n\r\n[^]+\}/.test(answer)) {
            socket.destroy();
            resolve(answer);
          }
        };
        socket.on('data', look);
        socket.once('error', reject);
        socket.write('}');
      }),
    leave: () => socket.destroy(),
  };
};
