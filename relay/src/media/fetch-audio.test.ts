import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createSafeHttp } from '../outbound/index.js';
import { fetchAudio, type FetchAudioOptions } from './fetch-audio.js';

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of cleanUp.splice(0)) await close();
});

const fetchFrom = async (listener: RequestListener, options?: FetchAudioOptions): Promise<Uint8Array> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const http = createSafeHttp({ allowPrivate: true });
  cleanUp.push(
    () => http.close(),
    () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  );
  const { port } = server.address() as AddressInfo;
  return fetchAudio(http, `http://127.0.0.1:${port}/call.wav`, options);
};

describe('fetchAudio', () => {
  it('gives the bytes for any content type', async () => {
    const bytes = await fetchFrom((_, response) =>
      response.setHeader('content-type', 'text/html').end('RIFF'),
    );
    expect(Buffer.from(bytes).toString()).toBe('RIFF');
  });

  it('follows three redirects, but not four', async () => {
    const countdown =
      (from: number): RequestListener =>
      (request, response) => {
        const left = request.url === '/call.wav' ? from : Number(request.url?.slice(1));
        if (left === 0) response.end('RIFF');
        else response.writeHead(302, { location: `/${left - 1}` }).end();
      };
    await expect(fetchFrom(countdown(3))).resolves.toHaveLength(4);
    await expect(fetchFrom(countdown(4))).rejects.toMatchObject({ code: 'too_many_redirects' });
  });

  it.each([204, 206, 401, 404, 500])('treats status %d as no file', async (status) => {
    await expect(fetchFrom((_, response) => response.writeHead(status).end())).rejects.toMatchObject({
      code: 'audio_url_status',
      status,
      retryable: status >= 500,
    });
  });

  it('stops at the size limit, at the time limit, and at compressed answers', async () => {
    await expect(
      fetchFrom((_, response) => response.end(Buffer.alloc(2_000)), { maxBytes: 1_000 }),
    ).rejects.toMatchObject({ code: 'response_too_large' });
    await expect(fetchFrom(() => undefined, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'timeout' });
    await expect(
      fetchFrom((_, response) => response.setHeader('content-encoding', 'br').end('x')),
    ).rejects.toMatchObject({ code: 'encoding_not_allowed' });
  });

  it('calls no private address', async () => {
    const http = createSafeHttp();
    cleanUp.push(() => http.close());
    for (const url of ['http://127.0.0.1/a.wav', 'http://169.254.169.254/latest/', 'file:///etc/passwd']) {
      await expect(fetchAudio(http, url)).rejects.toMatchObject({ name: 'OutboundError' });
    }
  });
});
