import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type HttpReply, type HttpRequest, jsonReply } from './http-message.js';
import { closeRunning, get, start } from './testing/server-rig.js';

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

  it.each([204, 304])('gives a %i no length and keeps its connection', async (status) => {
    const { port } = await start(() => Promise.resolve({ status }));
    const socket = createConnection(port, '127.0.0.1');
    for (let count = 0; count < 2; count++) {
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `, 'u'));
      expect(answer.toString()).not.toMatch(/content-length|connection: close/iu);
    }
    socket.destroy();
  });

  it('takes a head of 15 kB, as pages and proxies with many cookies send it, and refuses a larger one with 431', async () => {
    const { port } = await start(({ headers }) =>
      Promise.resolve(jsonReply(200, headers.get('cookie')?.length)),
    );
    const cookie = (length: number) => ({ headers: { Cookie: 'c'.repeat(length) } });
    expect(await (await get(port, '/', cookie(15_000))).json()).toBe(15_000);
    expect((await get(port, '/', cookie(17_000))).status).toBe(431);
  });

  it('joins repeated headers, and tells nothing twice', async () => {
    const { port } = await start(({ headers }) =>
      Promise.resolve(
        jsonReply(
          200,
          ['if-none-match', 'cookie', 'x-own'].map((name) => headers.get(name)),
        ),
      ),
    );
    const socket = createConnection(port, '127.0.0.1');
    const lines = [
      'If-None-Match: "a"',
      'Cookie: a=1',
      'X-Own: 1',
      'If-None-Match: "b"',
      'Cookie: b=2',
      'X-Own: 1',
    ];
    socket.write(['GET / HTTP/1.1', 'Host: a', ...lines, '', ''].join('\r\n'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/\["\\"a\\", \\"b\\"","a=1; b=2","1"\]$/u);
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
      closeRunning();
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
