import { createConnection } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { errorReply, type HttpError, type HttpReply, type HttpRequest, jsonReply } from './http-message.js';
import { MisreadChunks } from './misread-chunks.js';
import { answerTo, closeRunning, drip, get, start } from './testing/server-rig.js';

describe('a request with a body', () => {
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
      closeRunning();
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

  it('is refused when it is compressed, and says so', async () => {
    const { port } = await start(async (request) => {
      try {
        return { status: 200, body: await request.body() };
      } catch (error) {
        return errorReply(error as HttpError);
      }
    });
    const send = (coding: string) =>
      get(port, '/', { method: 'POST', body: 'x', headers: { 'Content-Encoding': coding } });
    expect((await send('identity')).status).toBe(200);
    const refused = await send('gzip');
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('"Content-Encoding":["must be left out');
  });

  it.each([
    ['at once', (path: string) => Promise.resolve({ status: path === '/' ? 200 : 204 })],
    ['later', async () => (await new Promise((resolve) => setTimeout(resolve, 20)), { status: 200 })],
    ['without a body', () => Promise.resolve({ status: 204 })],
    ['with what is known', () => Promise.resolve({ status: 304 })],
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

  describe('in chunks that the library cannot read', () => {
    /** Sends a request in pieces, and resolves with the answer when the connection closes. */
    const postTo =
      (port: number) =>
      async (headers: string, ...pieces: readonly string[]): Promise<{ text: string; ms: number }> => {
        const startedMs = performance.now();
        const socket = createConnection(port, '127.0.0.1').setEncoding('latin1').setNoDelay(true);
        let text = '';
        const closed = new Promise((resolve) =>
          socket.on('data', (data: string) => (text += data)).on('close', resolve),
        );
        socket.write(`POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n${headers}\r\n`);
        for (const piece of pieces) {
          await new Promise((resolve) => setImmediate(resolve));
          socket.write(piece);
        }
        await closed;
        return { text, ms: performance.now() - startedMs };
      };
    const handle = async (request: HttpRequest): Promise<HttpReply> => {
      try {
        return jsonReply(200, (await request.body()).length);
      } catch (error) {
        return errorReply(error as HttpError);
      }
    };
    const json = 'Content-Type: application/json\r\n';
    const form = 'Content-Type: multipart/form-data; boundary=b\r\n';

    const unreadable: readonly (readonly [string, string, readonly string[]])[] = [
      ['an extension', '', ['5;a=b\r\nhello\r\n0\r\n\r\n']],
      ['an extension, in pieces', '', ['5;a=b\r\nhello\r', '\n0\r\n', '\r\n']],
      ['an extension of every chunk', '', ['5;a=b\r\nhello\r\n0;a=b\r\n\r\n']],
      ['an extension, and trailers', '', ['5;a=b\r\nhello\r\n0\r\nX-A: 1\r\n\r\n']],
      ['an extension of the last chunk', '', ['5\r\nhello\r\n0;a=b\r\n\r\n']],
      ['the same, of JSON', json, ['2\r\n{}\r\n0;a=1\r\n\r\n']],
      ['the same, of JSON in pieces', json, ['2\r\n{}\r\n', '0;a=1\r', '\n\r', '\n']],
      ['the same, of a form', form, ['7\r\n--b--\r\n\r\n0;a=b\r\n\r\n']],
      ['the same, of nothing', '', ['0;a\r\n\r\n']],
      ['the same, and trailers', json, ['2\r\n{}\r\n0;a=1\r\nX-A: 1\r\nX-B: 2\r\n\r\n']],
      ['trailers that are announced', 'Trailer: X-A\r\n', ['5\r\nhello\r\n', '0\r\nX-A: 1\r\n\r\n']],
    ];
    it('says within two seconds that it cannot read chunk extensions and announced trailers', async () => {
      const { port } = await start(handle);
      const post = postTo(port);
      await Promise.all(
        unreadable.map(async ([what, headers, pieces]) => {
          const { text, ms } = await post(headers, ...pieces);
          expect(text, what).toMatch(/^HTTP\/1\.1 400 [^]*no chunk extensions and no trailers/);
          expect(ms, what).toBeLessThan(2_000);
        }),
      );
    });

    it.each([
      ['an extension', ['5;ext=1\r\nhello\r\n0\r\n\r\n'], 400],
      ['an extension of the last chunk', ['5\r\nhello\r\n0;ext=1\r\n\r\n'], 400],
      ['trailers', ['5\r\nhello\r\n0\r\nX-A: 1\r\n\r\n'], 505],
    ])('closes the connection at once where the library itself refuses %s', async (_what, pieces, status) => {
      const { port } = await start(handle);
      const { text } = await postTo(port)('', ...pieces);
      expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(text.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    });

    it('reads a body that holds what looks like the end of one, and goes on', async () => {
      const { port } = await start(handle);
      const post = postTo(port);
      const whole = 'x\r\n0\r\n\r\n';
      const { text } = await post('', `8\r\n${whole}\r\n`, '1\r\ny\r\n', '0\r\n\r\n');
      expect(text).toMatch(/^HTTP\/1\.1 200 [^]*9$/);
      const { text: second } = await post('', '5\r\nhello\r\n2\r\n\r\n\r\n', '0\r\n\r\n');
      expect(second).toMatch(/^HTTP\/1\.1 200 [^]*7$/);
    });

    it('waits for the next part of a form that pauses behind a part', () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      let misread = 0;
      const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
      const seen = (contentType: string, ...pieces: readonly string[]): number => {
        misread = 0;
        const chunks = new MisreadChunks(contentType, () => misread++);
        for (const piece of pieces) chunks.add(bytes(piece));
        vi.advanceTimersByTime(10_000);
        return misread;
      };
      const part = '--b\r\nContent-Disposition: form-data; name="options"\r\n\r\n';
      try {
        expect(seen('multipart/form-data; boundary=b', part)).toBe(0);
        expect(seen('multipart/form-data; boundary=b', part, '{}', '\r\n')).toBe(0);
        expect(seen('application/json', '{"a":', '\r\n')).toBe(0);
        expect(seen('multipart/form-data; boundary=b', part, '{}', '\r\n', '--b--', '\r\n')).toBe(1);
      } finally {
        vi.useRealTimers();
      }
    });
  });

  it('takes a body with a length that a bad link brings in pieces of a few bytes', async () => {
    const handle = async (request: HttpRequest): Promise<HttpReply> => {
      try {
        return jsonReply(200, (await request.body()).length);
      } catch (error) {
        return errorReply(error as HttpError);
      }
    };
    const { port } = await start(handle, { application: { bodyLimitBytes: () => 10_000, handle } });
    const socket = createConnection(port, '127.0.0.1').setEncoding('latin1').setNoDelay(true);
    const answer = new Promise<string>((resolve) => socket.once('data', resolve));
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6000\r\n\r\n');
    for (let count = 0; count < 6_000; count++) {
      socket.write('x');
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 200 [^]*6000$/);
    socket.destroy();
  });
});
