/** A server with the handler of a test, and clients that send bytes. */
import { createConnection } from 'node:net';
import { afterEach } from 'vitest';
import type { SocketListener } from '../../socket/open-socket.js';
import type { HttpReply, HttpRequest } from '../http-message.js';
import { Server, type ServerOptions } from '../server.js';
import type { HandshakeDecision } from '../websocket.js';

export interface Rig {
  readonly server: Server;
  readonly port: number;
  readonly failures: { error: unknown; requestId: string }[];
  readonly answers: { path: string; status: number }[];
}

let running: Server | undefined;
/** Closes the server that was started last. */
export const closeRunning = (): void => running?.close();
afterEach(closeRunning);

export const silent: SocketListener = {
  message: () => undefined,
  drain: () => undefined,
  pong: () => undefined,
  closed: () => undefined,
};

export const start = async (
  handle: (request: HttpRequest) => Promise<HttpReply>,
  change: Partial<ServerOptions> & { decide?: () => Promise<HandshakeDecision> } = {},
): Promise<Rig> => {
  const failures: Rig['failures'] = [];
  const answers: Rig['answers'] = [];
  let ids = 0;
  const decide =
    change.decide ??
    (() =>
      Promise.resolve({
        kind: 'accept' as const,
        subprotocol: undefined,
        open: () => silent,
        release: () => undefined,
      }));
  const server = new Server({
    application: { bodyLimitBytes: () => 1_000, handle },
    endpoints: [{ path: '/socket', decide }],
    observer: {
      answered: ({ path }, status) => void answers.push({ path, status }),
      failed: (error, requestId) => void failures.push({ error, requestId }),
      refusedFraming: () => undefined,
    },
    handshakes: { burst: 100, perMinute: 100 },
    newRequestId: () => `req_${++ids}`,
    nowMs: () => performance.now(),
    wallMs: () => Date.now(),
    trustProxy: false,
    ...change,
  });
  running = server;
  return { server, port: await server.listen('127.0.0.1', 0), failures, answers };
};

export const get = (port: number, path = '/', init?: RequestInit): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, init);

/** Posts 500 bytes, `bytes` at a time, and returns the status. */
export const drip = (port: number, everyMs: number, bytes: number): Promise<number> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n');
    let sent = 0;
    const timer = setInterval(() => {
      sent += bytes;
      if (sent <= 500) socket.write('x'.repeat(bytes));
    }, everyMs);
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      clearInterval(timer);
      socket.destroy();
      resolve(Number(data.toString().split(' ')[1]));
    });
  });

/** Posts this piece again and again, and resolves with what came when the other side closes. */
export const answerTo = (port: number, framing: string, piece: Buffer): Promise<string> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1').setEncoding('latin1');
    let text = '';
    socket.on('data', (data: string) => (text += data));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n`);
    if (piece.length === 0) return;
    const send = (): void => {
      while (!socket.destroyed && socket.write(piece));
      if (!socket.destroyed) socket.once('drain', send);
    };
    send();
  });
