import type { SocketListener } from '../socket/open-socket.js';
import { createConnection, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { errorReply, type HttpError, jsonReply, type HttpReply, type HttpRequest } from './http-message.js';
import { Server, type ServerOptions } from './server.js';
import type { HandshakeDecision } from './websocket.js';

interface Rig {
  readonly server: Server;
  readonly port: number;
  readonly failures: { error: unknown; requestId: string }[];
  readonly answers: { path: string; status: number }[];
}

let running: Server | undefined;
afterEach(() => running?.close());

const silent: SocketListener = {
  message: () => undefined,
  drain: () => undefined,
  pong: () => undefined,
  closed: () => undefined,
};

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

const get = (port: number, path = '/', init?: RequestInit): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, init);

/** Posts 500 bytes, `bytes` at a time, and returns the status. */
const drip = (port: number, everyMs: number, bytes: number): Promise<number> =>
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
const answerTo = (port: number, framing: string, piece: Buffer): Promise<string> =>
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

describe('the server', () => {
  it('passes method, path, query, headers, address and body to the application', async () => {
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

  it('answers a bug with 500 without its message, and reports it with the request id', async () => {
    const { port, failures } = await start(() => Promise.reject(new Error('the secret reason')));
    const response = await get(port);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    expect(failures).toMatchObject([{ requestId: response.headers.get('x-request-id') }]);
  });

  it('tells browsers to stay with TLS when its own proxy says that they came over TLS', async () => {
    const hsts = async (trustProxy: boolean, proto: string): Promise<string | null> => {
      const { port } = await start(() => Promise.resolve({ status: 204 }), { trustProxy });
      const { headers } = await get(port, '/', { headers: { 'X-Forwarded-Proto': proto } });
      running?.close();
      return headers.get('strict-transport-security');
    };
    expect(await hsts(true, 'https')).toBe('max-age=31536000');
    expect([await hsts(true, 'http'), await hsts(false, 'https')]).toEqual([null, null]);
  });

  it('answers 503 for a handler that never ends', async () => {
    const { port } = await start(() => new Promise(() => undefined), { handlerDeadlineMs: 20 });
    const response = await get(port);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
  });

  it('adds the application’s common headers to errors that it answers itself', async () => {
    const application = (handle: () => Promise<HttpReply>) => ({
      handle,
      bodyLimitBytes: () => 0,
      commonHeaders: ({ remoteAddress }: HttpRequest) => ({ 'X-Peer': remoteAddress }),
    });
    const never = application(() => new Promise(() => undefined));
    const late = await start(() => new Promise(() => undefined), {
      application: never,
      handlerDeadlineMs: 20,
    });
    expect((await get(late.port)).headers.get('x-peer')).toBe('127.0.0.1');
    late.server.close();
    const broken = application(() => Promise.reject(new Error('broken')));
    const { port } = await start(() => Promise.reject(new Error('broken')), { application: broken });
    expect((await get(port)).headers.get('x-peer')).toBe('127.0.0.1');
  });

  it('gives a large body more time while it comes fast enough, and a slow one no more time', async () => {
    const slowBody = async (everyMs: number, bytes: number): Promise<number> => {
      const { port } = await start(() => Promise.resolve({ status: 500 }), {
        bodyDeadlineMs: 1_000,
        application: {
          bodyLimitBytes: () => 1_000,
          deadlines: () => ({ bodyFloorBytesPerS: 100, handlerMs: 10_000 }),
          handle: async (request) => {
            try {
              return jsonReply(200, (await request.body()).length);
            } catch (error) {
              return errorReply(error as HttpError);
            }
          },
        },
      });
      const status = await drip(port, everyMs, bytes);
      running?.close();
      return status;
    };
    // It takes one and a half seconds in all, and every part of it earns another second.
    expect(await slowBody(300, 100)).toBe(200);
    expect(await slowBody(20, 1)).toBe(408);
  });

  it('starts the handler’s time at the end of the body if its work may take long', async () => {
    let aborted: unknown;
    const { port } = await start(() => new Promise(() => undefined), {
      application: {
        bodyLimitBytes: () => 1_000,
        deadlines: () => ({ bodyFloorBytesPerS: 1, handlerMs: 30 }),
        handle: async (request) => {
          await request.body();
          return new Promise(() => {
            request.signal.addEventListener('abort', () => {
              aborted = request.signal.reason;
            });
          });
        },
      },
    });
    expect(await drip(port, 15, 100)).toBe(503);
    expect(aborted).toMatchObject({ code: 'overloaded' });
  });

  it('tells a handler when its client has gone', async () => {
    const sockets: Socket[] = [];
    const seen = new Promise<unknown>((resolve) => {
      void start((request) => {
        request.signal.addEventListener('abort', () => resolve(request.signal.reason));
        sockets.forEach((socket) => socket.destroy());
        return new Promise(() => undefined);
      }).then(({ port }) => {
        const socket = createConnection(port, '127.0.0.1');
        sockets.push(socket);
        socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      });
    });
    expect(await seen).toMatchObject({ code: 'client_gone' });
  });

  it('reads past a refused body, and answers the next request', async () => {
    const { port } = await start(({ path }) => Promise.resolve({ status: path === '/next' ? 204 : 401 }));
    const socket = createConnection(port, '127.0.0.1').setEncoding('latin1');
    const next = new Promise<string>((resolve, reject) => {
      let text = '';
      socket.on('error', reject);
      socket.on('close', () => reject(new Error(`closed after: ${text}`)));
      socket.on('data', (data: string) => {
        text += data;
        if (text.includes(' 204 ')) resolve(text);
      });
    });
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nbegun`);
    await new Promise((resolve) => setImmediate(resolve));
    socket.write(`endedGET /next HTTP/1.1\r\nHost: a\r\n\r\n`);
    const text = await next;
    socket.removeAllListeners('close').destroy();
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
    expect(text).not.toMatch(/Connection: close/i);
  });

  it.each([
    ['at once', (path: string) => Promise.resolve({ status: path === '/' ? 200 : 204 })],
    ['later', async () => (await new Promise((resolve) => setTimeout(resolve, 20)), { status: 200 })],
  ])(
    'never takes trailers, or what follows a body in chunks, for a request, answered %s',
    async (_when, answer) => {
      const seen: string[] = [];
      const { port } = await start(async (request) => {
        seen.push(request.path);
        await request.body();
        return answer(request.path);
      });
      // The two bytes that this build of the library skips, so that a whole request is left.
      const smuggled = 'xxGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
      const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n';
      const pieces = [
        [`${head}0\r\n${smuggled}`],
        [`${head}0\r\n`, smuggled],
        [`${head}0\r\nX-Trailer: 1\r\n\r\n${smuggled.slice(2)}`],
        [`${head}0\r\n\r\n${smuggled.slice(2)}`],
        [`${head}0\r\n\r\n`, smuggled.slice(2)],
      ];
      for (const [first, second] of pieces) {
        const socket = createConnection(port, '127.0.0.1');
        const closed = new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));
        socket.resume().write(first ?? '');
        if (second !== undefined) {
          await new Promise((resolve) => setImmediate(resolve));
          socket.write(second);
        }
        await closed;
      }
      expect(seen.length).toBeGreaterThan(0);
      expect(new Set(seen)).toEqual(new Set(['/']));
    },
  );

  it('answers a plain body in chunks, and closes the connection', async () => {
    const { port } = await start(async (request) => ({
      status: 200,
      body: (await request.body()).toString(),
    }));
    const socket = createConnection(port, '127.0.0.1').setEncoding('latin1');
    let text = '';
    const closed = new Promise((resolve) =>
      socket.on('data', (data: string) => (text += data)).on('close', resolve),
    );
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n');
    await closed;
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toMatch(/\r\nConnection: close\r\n/i);
    expect(text).toMatch(/\r\n\r\nhello$/);
  });

  it('lets every client read the status of its refused upload', async () => {
    const { port } = await start(({ path }) =>
      path === '/late'
        ? new Promise((resolve) =>
            setImmediate(() => resolve({ status: 429, headers: { 'Retry-After': '7' } })),
          )
        : Promise.resolve({ status: 413 }),
    );
    for (const bytes of [1_000, 64_000, 6_000_000]) {
      for (let count = 0; count < 4; count++) {
        const refused = await get(port, '/', { method: 'POST', body: new Uint8Array(bytes) });
        expect(refused.status).toBe(413);
        const stream = new Blob([new Uint8Array(bytes)]).stream();
        const late = await get(port, '/late', {
          method: 'POST',
          body: stream,
          duplex: 'half',
        } as RequestInit);
        expect([late.status, late.headers.get('retry-after')]).toEqual([429, '7']);
      }
    }
  });

  it('answers a body of any announced length at once, and closes with one word about it', async () => {
    const { port } = await start(() => Promise.resolve({ status: 413 }));
    const text = await answerTo(port, 'Content-Length: 900000000000', Buffer.alloc(0));
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text.match(/Connection: close/gi)).toHaveLength(1);
  });

  it('closes when the chunks of a refused body have no end in sight', async () => {
    const { port, answers } = await start(() => Promise.resolve({ status: 413 }));
    const chunk = Buffer.from(`f4240\r\n${'x'.repeat(1_000_000)}\r\n`);
    await answerTo(port, 'Transfer-Encoding: chunked', chunk);
    expect(answers).toEqual([{ path: '/', status: 413 }]);
  });

  it('answers HEAD with the length of GET’s answer and without a body', async () => {
    const { port } = await start(() => Promise.resolve({ status: 200, body: 'äöü' }));
    const response = await get(port, '/', { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('6');
    expect(await response.text()).toBe('');
  });

  it('answers 304 without a length, and the next request on the same connection', async () => {
    const { port } = await start(({ path }) =>
      Promise.resolve(
        path === '/known' ? { status: 304, headers: { ETag: '"1"' } } : { status: 200, body: path },
      ),
    );
    const socket = createConnection(port, '127.0.0.1').setEncoding('latin1');
    const answers = new Promise<string>((resolve, reject) => {
      let text = '';
      socket.on('error', reject);
      socket.on('close', () => reject(new Error(`closed after: ${text}`)));
      socket.on('data', (data: string) => {
        text += data;
        if (text.endsWith('/next')) resolve(text);
        else if (text.endsWith('\r\n\r\n')) socket.write('GET /next HTTP/1.1\r\nHost: a\r\n\r\n');
      });
    });
    socket.write('GET /known HTTP/1.1\r\nHost: a\r\n\r\n');
    const [first, second] = (await answers).split('\r\n\r\n');
    socket.removeAllListeners('close').destroy();
    expect(first).toMatch(/^HTTP\/1\.1 304 Not Modified\r\n/);
    expect(first).not.toMatch(/content-length/i);
    expect(second).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
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
  it('give back what they took when the client leaves before the decision', async () => {
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
        release: () => resolve('abandoned'),
      });
    });
    expect(outcome).toBe('abandoned');
  });

  it('are answered with 500 when a bug makes them fail', async () => {
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

  it('count by the address that the proxy names, if the proxy is trusted', async () => {
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
    // The first entry is the client's claim. Only the last one was written by our proxy.
    expect(await connect('203.0.113.9, 198.51.100.1')).toBe('429');
  });
});
