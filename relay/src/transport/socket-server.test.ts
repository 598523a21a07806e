import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { HttpError } from './http-message.js';
import { Server } from './server.js';
import type { HandshakeDecision } from './websocket.js';

let server: Server | undefined;
afterEach(() => server?.close());

const silent = {
  message: () => undefined,
  drain: () => undefined,
  pong: () => undefined,
  closed: () => undefined,
};
const refused: HandshakeDecision = { kind: 'refuse', error: new HttpError('unauthorized', 'no') };
const accepted: HandshakeDecision = {
  kind: 'accept',
  subprotocol: undefined,
  open: () => silent,
  release: () => undefined,
};

it('an address has so many sockets and no more; one that closed or was refused makes room', async () => {
  const decisions = [refused];
  server = new Server({
    application: { bodyLimitBytes: () => 0, handle: () => Promise.resolve({ status: 204 }) },
    endpoints: [{ path: '/socket', decide: () => Promise.resolve(decisions.shift() ?? accepted) }],
    observer: { answered: () => undefined, failed: () => undefined, refusedFraming: () => undefined },
    handshakes: { burst: 100, perMinute: 100 },
    socketsPerAddress: 2,
    newRequestId: () => 'req_1',
    nowMs: () => performance.now(),
    wallMs: () => Date.now(),
    trustProxy: false,
  });
  const port = await server.listen('127.0.0.1', 0);
  const connect = (): Promise<WebSocket | number | undefined> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`);
      socket.once('open', () => resolve(socket));
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.once('error', () => undefined);
    });
  expect(await connect()).toBe(401);
  const first = await connect();
  if (!(first instanceof WebSocket)) throw new Error('the first socket was refused');
  expect(await connect()).toBeInstanceOf(WebSocket);
  expect(await connect()).toBe(429);
  const closed = new Promise((resolve) => first.once('close', resolve));
  first.close();
  await closed;
  expect(await connect()).toBeInstanceOf(WebSocket);
});
