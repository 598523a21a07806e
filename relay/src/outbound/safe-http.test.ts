import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { dialer } from './checked-connector.js';
import { createSafeHttp, type SafeHttp, type SafeHttpOptions, type SafeRequest } from './safe-http.js';
import { PRIVATE, PUBLIC, publicLoopback, startHost, type Host } from './testing/audio-host.js';
import { PRIVATE_ADDRESSES, REFUSED_URLS } from './testing/url-forms.js';

const NAME = 'audio.example.com';
const LIMITS = { timeoutMs: 5_000, limit: { maxBytes: 1_000, whenLonger: 'refuse' } } as const;

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanUp.splice(0)) await close();
});

const host = async (listener: RequestListener, address = PUBLIC, port = 0): Promise<Host> => {
  const started = await startHost(address, listener, port);
  cleanUp.push(() => started.close());
  return started;
};
const client = (options: SafeHttpOptions = publicLoopback({ [NAME]: [PUBLIC] })): SafeHttp => {
  const http = createSafeHttp(options);
  cleanUp.push(() => http.close());
  return http;
};
const get = (http: SafeHttp, url: string, options: Partial<SafeRequest> = {}) =>
  http.request({ url, method: 'GET', ...LIMITS, ...options });
const failure = (code: string) => expect.objectContaining({ name: 'OutboundError', code }) as Error;
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe('an answer', () => {
  it('is complete, with status and headers, for any status', async () => {
    const { port } = await host((_, response) => response.writeHead(404, { 'x-a': 'b' }).end('none'));
    const answer = await get(client(), `http://${NAME}:${port}/a.wav`);
    expect(answer).toMatchObject({ status: 404, truncated: false });
    expect(answer.headers['x-a']).toBe('b');
    expect(text(answer.body)).toBe('none');
  });

  it('is requested uncompressed, without cookies, and on its own connection', async () => {
    const site = await host((_, response) => response.setHeader('set-cookie', 'a=b').end('x'));
    const http = client();
    await get(http, `http://${NAME}:${site.port}/1`);
    await get(http, `http://${NAME}:${site.port}/2`);
    expect(site.connections()).toBe(2);
    expect(site.requests[1]?.headers).toMatchObject({ 'accept-encoding': 'identity', connection: 'close' });
    expect(site.requests[1]?.headers).not.toHaveProperty('cookie');
  });

  it('comes to a POST that sends the body and the headers as given', async () => {
    let received = '';
    const site = await host((request, response) => {
      request.on('data', (chunk: Buffer) => (received += chunk.toString()));
      request.on('end', () => response.end('ok'));
    });
    const headers = { 'content-type': 'application/json', 'x-signature': 'sha256=1' };
    await client().request({
      url: `http://${NAME}:${site.port}/hook`,
      method: 'POST',
      headers,
      body: '{"a":1}',
      ...LIMITS,
    });
    expect(received).toBe('{"a":1}');
    expect(site.requests[0]?.headers).toMatchObject(headers);
  });

  it('comes without a proxy, even if the environment names one', async () => {
    const proxy = await host((_, response) => response.end('proxy'), PRIVATE);
    const site = await host((_, response) => response.end('site'));
    const before = process.env;
    const address = `http://${PRIVATE}:${proxy.port}`;
    process.env = { ...before, http_proxy: address, HTTP_PROXY: address, ALL_PROXY: address };
    try {
      expect(text((await get(client(), `http://${NAME}:${site.port}/`)).body)).toBe('site');
    } finally {
      process.env = before;
    }
    expect(proxy.connections()).toBe(0);
  });
});

describe('a size limit', () => {
  it('refuses by content-length before reading', async () => {
    const site = await host((_, response) => {
      response.writeHead(200, { 'content-length': String(10 * 2 ** 30) }).write('RIFF');
    });
    await expect(get(client(), `http://${NAME}:${site.port}/`)).rejects.toThrow(
      failure('response_too_large'),
    );
  });

  it('refuses an endless answer once it is over the limit', async () => {
    let stopped: Promise<unknown> = Promise.resolve();
    const site = await host((_, response) => {
      stopped = new Promise((resolve) => response.on('close', resolve));
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(500)));
      };
      response.on('drain', more);
      more();
    });
    await expect(get(client(), `http://${NAME}:${site.port}/`)).rejects.toThrow(
      failure('response_too_large'),
    );
    await stopped;
  });

  it('cuts a long answer on request, and keeps the status', async () => {
    const site = await host((_, response) => response.end('x'.repeat(5_000)));
    const answer = await get(client(), `http://${NAME}:${site.port}/`, {
      limit: { maxBytes: 64, whenLonger: 'cut' },
    });
    expect(answer).toMatchObject({ status: 200, truncated: true });
    expect(answer.body).toHaveLength(64);
  });

  it('never unpacks: a gzip bomb is refused, or returned as its packed bytes', async () => {
    const bomb = gzipSync(Buffer.alloc(500_000));
    const site = await host((_, response) => response.setHeader('content-encoding', 'gzip').end(bomb));
    const url = `http://${NAME}:${site.port}/`;
    await expect(get(client(), url, { refuseEncodings: true })).rejects.toThrow(
      failure('encoding_not_allowed'),
    );
    expect((await get(client(), url)).body).toHaveLength(bomb.length);
  });
});

describe('a request', () => {
  it.each([
    ['never answers', () => undefined],
    [
      'stops after the headers',
      (response) => response.writeHead(200, { 'content-length': '50' }).flushHeaders(),
    ],
    ['stops in the middle', (response) => response.writeHead(200).write('RIFF')],
  ] satisfies [string, (response: Parameters<RequestListener>[1]) => unknown][])(
    'ends at its timeout for a host that %s',
    async (_, behave) => {
      const site = await host((_request, response) => {
        behave(response);
      });
      await expect(get(client(), `http://${NAME}:${site.port}/`, { timeoutMs: 100 })).rejects.toThrow(
        failure('timeout'),
      );
    },
  );

  it('ends at its timeout for a host that sends a byte now and then', async () => {
    const site = await host((_, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    await expect(get(client(), `http://${NAME}:${site.port}/`, { timeoutMs: 150 })).rejects.toThrow(
      failure('timeout'),
    );
  });

  it('ends at its timeout for a name that never resolves', async () => {
    const http = client({ lookup: () => new Promise(() => undefined) });
    await expect(get(http, `http://${NAME}/`, { timeoutMs: 50 })).rejects.toThrow(failure('timeout'));
  });

  it('ends when the caller aborts', async () => {
    const caller = new AbortController();
    const site = await host(() => caller.abort());
    await expect(get(client(), `http://${NAME}:${site.port}/`, { signal: caller.signal })).rejects.toThrow(
      failure('aborted'),
    );
  });
});

describe('a failed connection or answer', () => {
  it.each([
    ['hangs up', ''],
    ['speaks another protocol', '220 mail.example.com ESMTP\r\n'],
    ['sends two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['sends headers without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`],
    ['sends less than it said', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nab'],
  ])('is a typed error: a host that %s', async (_, bytes) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(bytes));
    });
    await new Promise<void>((resolve) => server.listen(0, PUBLIC, resolve));
    cleanUp.push(() => new Promise((resolve) => server.close(() => resolve())));
    const { port } = server.address() as AddressInfo;
    await expect(get(client(), `http://${NAME}:${port}/`)).rejects.toThrow(failure('unreachable'));
  });

  it('is a typed error: a name without an address, and a closed port', async () => {
    const site = await host(() => undefined);
    await site.close();
    await expect(get(client(), `http://${NAME}:${site.port}/`)).rejects.toThrow(failure('unreachable'));
    await expect(get(client(), 'http://none.example.com/')).rejects.toThrow(failure('unreachable'));
  });

  it('leads to the next address of a name if the first address is dead', async () => {
    const site = await host((_, response) => response.end('alive'));
    const dial = dialer(1_000);
    const http = client({
      ...publicLoopback({ [NAME]: ['93.184.216.34', PUBLIC] }),
      dial: (target, callback) => {
        if (target.hostname === PUBLIC) dial(target, callback);
        else callback(new Error('no route'), null);
      },
    });
    expect(text((await get(http, `http://${NAME}:${site.port}/`)).body)).toBe('alive');
  });
});

describe('private hosts (HARDENING S1)', () => {
  it('are not called directly: all URL forms', async () => {
    let dialed = 0;
    const http = client({ dial: (_, callback) => callback(new Error(`dialed ${++dialed}`), null) });
    for (const url of REFUSED_URLS) {
      await expect(get(http, url)).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:invalid_url|address_not_allowed)$/) as string,
      });
    }
    expect(dialed).toBe(0);
  });

  it('are not called by redirect: all URL forms', { timeout: 60_000 }, async () => {
    let target = '';
    const inside = await host((_, response) => response.end('secret'), PRIVATE);
    const site = await host((_, response) => response.writeHead(302, { location: target }).end());
    const http = client();
    // Characters that a header cannot hold are escaped, as servers do. Relative targets stay on the public host.
    const absolute = REFUSED_URLS.filter(
      (url) =>
        /^https?:[/\\]{2}[^/?]/.test(url) &&
        !/[^\x21-\x7e]/.test(url) &&
        !/:\d+\//.test(url) &&
        url.length < 2_000,
    );
    expect(absolute.length).toBeGreaterThan(280);
    for (target of [
      ...absolute,
      `http://${PRIVATE}:${inside.port}/`,
      'file:///etc/passwd',
      'gopher://127.0.0.2/',
    ]) {
      await expect(
        get(http, `http://${NAME}:${site.port}/`, { maxRedirects: 3 }),
        target,
      ).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:invalid_url|address_not_allowed)$/) as string,
      });
    }
    expect(inside.connections()).toBe(0);
  });

  it('are not called by name: one private address among public ones is enough', async () => {
    const inside = await host((_, response) => response.end('secret'), PRIVATE);
    for (const address of [...PRIVATE_ADDRESSES, PRIVATE]) {
      for (const answer of [[address], [PUBLIC, address]]) {
        const http = client(publicLoopback({ [NAME]: answer }));
        await expect(get(http, `http://${NAME}:${inside.port}/`), address).rejects.toThrow(
          failure('address_not_allowed'),
        );
      }
    }
    expect(inside.connections()).toBe(0);
  });

  it('are not called after rebinding: the client connects to the address that was checked', async () => {
    const outside = await host((_, response) => response.end('public'));
    const inside = await host((_, response) => response.end('secret'), PRIVATE, outside.port);
    const answers = [PUBLIC, PRIVATE, PUBLIC, PRIVATE];
    let looked = 0;
    const http = client({
      ...publicLoopback({}),
      lookup: () => Promise.resolve([answers[looked++ % 4] ?? '']),
    });
    const url = `http://rebind.example.com:${outside.port}/`;
    expect(text((await get(http, url)).body)).toBe('public');
    await expect(get(http, url)).rejects.toThrow(failure('address_not_allowed'));
    expect(looked).toBe(2);
    expect(inside.connections()).toBe(0);
  });

  it('get no data even when the connection reaches them: the peer is checked', async () => {
    const inside = await host((_, response) => response.end('secret'), PRIVATE);
    const dial = dialer(1_000);
    const http = client({
      ...publicLoopback({ [NAME]: [PUBLIC] }),
      dial: (target, callback) => dial({ ...target, hostname: PRIVATE }, callback),
    });
    await expect(get(http, `http://${NAME}:${inside.port}/`)).rejects.toThrow(failure('address_not_allowed'));
    expect(inside.requests).toEqual([]);
  });

  it('are not named in any message', async () => {
    const http = client(publicLoopback({ [NAME]: ['10.1.2.3'] }));
    await expect(get(http, `http://${NAME}/`)).rejects.toSatisfy(
      (error: Error) => !error.message.includes('10.1'),
    );
  });
});

describe('redirects', () => {
  const countdown: RequestListener = (request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end('there');
    else response.writeHead(307, { location: `/${left - 1}` }).end('x');
  };

  it('are followed up to the limit and no further', async () => {
    const { port } = await host(countdown);
    const answer = await get(client(), `http://${NAME}:${port}/3`, { maxRedirects: 3 });
    expect(text(answer.body)).toBe('there');
    expect(answer.url.pathname).toBe('/0');
    await expect(get(client(), `http://${NAME}:${port}/4`, { maxRedirects: 3 })).rejects.toThrow(
      failure('too_many_redirects'),
    );
  });

  it('are returned as answers for a POST and if none are wanted', async () => {
    const { port } = await host(countdown);
    expect((await get(client(), `http://${NAME}:${port}/1`)).status).toBe(307);
    const post = { url: `http://${NAME}:${port}/1`, method: 'POST', maxRedirects: 3, ...LIMITS } as const;
    expect((await client().request(post)).status).toBe(307);
  });

  it('share one deadline', async () => {
    const site = await host((_, response) => {
      setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 60);
    });
    await expect(
      get(client(), `http://${NAME}:${site.port}/`, { maxRedirects: 1_000, timeoutMs: 200 }),
    ).rejects.toThrow(failure('timeout'));
  });

  it('are a typed error if the target is invalid', async () => {
    const site = await host((_, response) => response.writeHead(302, { location: 'http://[' }).end());
    await expect(get(client(), `http://${NAME}:${site.port}/`, { maxRedirects: 1 })).rejects.toThrow(
      failure('invalid_url'),
    );
  });
});

it('allowPrivate reaches a private host, by name and by address', async () => {
  const inside = await host((_, response) => response.end('mine'), '127.0.0.1');
  const http = client({ allowPrivate: true });
  for (const name of ['localhost', '127.0.0.1']) {
    expect(text((await get(http, `http://${name}:${inside.port}/`)).body)).toBe('mine');
  }
});

it('sends a TLS server its name although it dials the address', async () => {
  let asked: string | undefined;
  // The server has no certificate, so the handshake fails after the server saw the name.
  const server = createTlsServer({
    SNICallback: (name, done) => {
      asked = name;
      done(new Error('no certificate'));
    },
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, PUBLIC, resolve));
  cleanUp.push(() => new Promise((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  await expect(get(client(), `https://${NAME}:${port}/`)).rejects.toThrow(failure('unreachable'));
  expect(asked).toBe(NAME);
});
