import { createConnection } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { jsonReply, type HttpReply, type HttpRequest } from './http-message.js';
import { Server, type ServerOptions } from './server.js';
import type { HandshakeDecision, SocketListener } from './websocket.js';

interface Rig {
  readonly server: Server;
  readonly port: number;
  readonly failures: { error: unknown; requestId: string }[];
  readonly answers: { path: string; status: number }[];
}

let running: Server | undefined;
afterEach(() => running?.close());

const silent: SocketListener = { message: () => undefined, drain: () => undefined, closed: () => undefined };

const start = async (
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
        abandon: () => undefined,
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

const get = (port: number, path = '/', init?: RequestInit): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, init);

describe('the server', () => {
  it('hands over method, path, query, headers, address and body', async () => {
    const { port } = await start(async (request) => {
      const { method, path, query, headers, remoteAddress } = request;
      const body = (await request.body()).toString();
      return jsonReply(200, {
        method,
        path,
        q: query.getAll('q'),
        own: headers.get('x-own'),
        remoteAddress,
        body,
      });
    });
    const response = await get(port, '/a%20b?q=1&q=ä', {
      method: 'POST',
      body: 'ü',
      headers: { 'X-Own': 'yes' },
    });
    expect(await response.json()).toEqual({
      method: 'POST',
      path: '/a%20b',
      q: ['1', 'ä'],
      own: 'yes',
      remoteAddress: '127.0.0.1',
      body: 'ü',
    });
  });

  it('answers a bug with 500, keeps its message to itself and reports it with the request id', async () => {
    const { port, failures } = await start(() => Promise.reject(new Error('the secret reason')));
    const response = await get(port);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    expect(failures).toMatchObject([{ requestId: response.headers.get('x-request-id') }]);
  });

  it('answers 503 for a handler that never ends', async () => {
    const { port } = await start(() => new Promise(() => undefined), { handlerDeadlineMs: 20 });
    const response = await get(port);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
  });

  it('answers HEAD with the length of what GET would send, and nothing else', async () => {
    const { port } = await start(() => Promise.resolve({ status: 200, body: 'äöü' }));
    const response = await get(port, '/', { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('6');
    expect(await response.text()).toBe('');
  });

  it('stays up when the client leaves before its answer', async () => {
    let reply: (value: HttpReply) => void = () => undefined;
    let asked: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (asked = resolve));
    const rig = await start(({ path }) => {
      if (path !== '/slow') return Promise.resolve({ status: 204 });
      asked();
      return new Promise((resolve) => (reply = resolve));
    });
    const socket = createConnection(rig.port, '127.0.0.1');
    socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
    await arrived;
    socket.destroy();
    expect((await get(rig.port, '/next')).status).toBe(204);
    reply({ status: 200, body: 'too late' });
    await expect.poll(() => rig.answers.length).toBe(2);
    expect((await get(rig.port, '/next')).status).toBe(204);
  });

  it('refuses connections after it stopped listening, and keeps the open ones', async () => {
    const { server, port } = await start(() => Promise.resolve({ status: 204 }));
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`);
    await new Promise((resolve) => socket.once('open', resolve));
    server.stopListening();
    await expect(get(port)).rejects.toThrow();
    expect(socket.readyState).toBe(WebSocket.OPEN);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    server.close();
    await closed;
  });
});

describe('handshakes', () => {
  it('whose client leaves before they are decided give back what was taken', async () => {
    let decide: (value: HandshakeDecision) => void = () => undefined;
    let asked: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (asked = resolve));
    const { port } = await start(() => Promise.resolve({ status: 204 }), {
      decide: () => {
        asked();
        return new Promise((resolve) => (decide = resolve));
      },
    });
    const socket = createConnection(port, '127.0.0.1');
    socket.write(
      'GET /socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    await arrived;
    socket.destroy();
    expect((await get(port)).status).toBe(204);
    const outcome = await new Promise<string>((resolve) => {
      decide({
        kind: 'accept',
        subprotocol: undefined,
        open: () => {
          resolve('opened');
          return silent;
        },
        abandon: () => resolve('abandoned'),
      });
    });
    expect(outcome).toBe('abandoned');
  });

  it('that fail by a bug are answered with 500', async () => {
    const { port, failures } = await start(() => Promise.resolve({ status: 204 }), {
      decide: () => Promise.reject(new Error('a bug')),
    });
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`);
    const status = await new Promise((resolve) => {
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.once('error', () => undefined);
    });
    expect(status).toBe(500);
    expect(failures).toHaveLength(1);
  });

  it('count by the address the proxy names, where the proxy is trusted', async () => {
    const { port } = await start(() => Promise.resolve({ status: 204 }), {
      trustProxy: true,
      handshakes: { burst: 1, perMinute: 1 },
    });
    const connect = (forwarded: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, {
          headers: { 'X-Forwarded-For': forwarded },
        });
        socket.once('open', () => resolve('open'));
        socket.once('unexpected-response', (_request, response) => resolve(String(response.statusCode)));
        socket.once('error', () => undefined);
      });
    expect(await connect('198.51.100.1')).toBe('open');
    expect(await connect('198.51.100.2')).toBe('open');
    // The first entry is what the client claims; only the last one was written by our proxy.
    expect(await connect('203.0.113.9, 198.51.100.1')).toBe('429');
  });
});
