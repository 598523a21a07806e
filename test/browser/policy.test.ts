/** The content security policy of the client's README, in Chromium, on the page and on every file that it loads. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useRelayAndBrowser } from '../support/relay-and-browser.js';
import { repositoryRoot } from '../support/relay-process.js';

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };
const PAGE = `<!doctype html><title>a page</title><script type="module" src="/page.js"></script>`;
const SCRIPT = `
  import * as first from '/undertone/undertone-client.js';
  import * as second from '/undertone/undertone-client.js?second';
  globalThis.copies = [first, second];
  document.title = 'ready';`;

const rig = useRelayAndBrowser();

/** Serves the page and the library, everything under this policy. */
const serve = async (policy: string): Promise<Server> => {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://page');
    const answer = (type: string, body: string | Buffer) =>
      response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(body);
    if (pathname === '/') answer('text/html', PAGE);
    else if (pathname === '/page.js') answer('text/javascript', SCRIPT);
    else {
      const file = join(repositoryRoot, 'packages/client/dist/bundle', pathname.replace('/undertone/', ''));
      readFile(file).then(
        (body) => answer(TYPES[extname(file)] ?? 'application/octet-stream', body),
        () => response.writeHead(404).end(),
      );
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

/** The policy that the README names, for this relay. */
const readmePolicy = async (): Promise<string> => {
  const readme = await readFile(join(repositoryRoot, 'packages/client/README.md'), 'utf8');
  const [, policy = ''] = /^ {4}(script-src .*)$/m.exec(readme) ?? [];
  expect(policy).not.toBe('');
  return `default-src 'none'; ${policy
    .replaceAll('//relay.example.com', `//${new URL(rig.relay.url).host}`)
    .replace('https:', 'http:')
    .replace('wss:', 'ws:')}`;
};

/** Streams the microphone from a page with each copy of the library. @returns what each came to, and what was refused */
const stream = async (policy: string, copies: number, privacy?: 'features') => {
  const page = await rig.browser.newPage();
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404')) refused.push(message.text());
  });
  await page.exposeFunction('freshToken', async () => {
    const response = await fetch(`${rig.relay.url}/v1/stream/tokens`, {
      method: 'POST',
      headers: { 'x-api-key': rig.relay.key, 'content-type': 'application/json' },
      body: '{}',
    });
    return response.text();
  });
  const server = await serve(policy);
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await page.waitForFunction(() => document.title === 'ready');
  const results = await page.evaluate(
    async ([url, count, mode]) => {
      const { copies: all, freshToken } = globalThis as unknown as {
        copies: (typeof undertone)[];
        freshToken: () => Promise<string>;
      };
      const came: string[] = [];
      for (const { createSession } of all.slice(0, count)) {
        const session = createSession({
          url,
          assets: '/undertone/',
          getToken: freshToken,
          sources: [{ track: 'microphone', subject: 'customer' }],
          privacy: mode,
        });
        const heard = new Promise<string>((resolve) => {
          session.on('vad', (event) => {
            if (event.source === 'silero') resolve('detector');
          });
          session.on('directive', () => {
            if (mode === 'features') resolve('directive');
          });
        });
        const outcome = session.start().then(
          () => heard,
          (error: unknown) => (error as { code: string }).code,
        );
        came.push(await outcome);
        await session.dispose();
      }
      return came;
    },
    [rig.relay.url, copies, privacy] as const,
  );
  await page.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  return { results, refused };
};

const TRUSTED = "; require-trusted-types-for 'script'; trusted-types undertone";

describe('A page under the README’s policy', () => {
  it('streams, and the speech detector runs', async () => {
    expect(await stream(await readmePolicy(), 1)).toEqual({ results: ['detector'], refused: [] });
  });

  it('hears by itself, with trusted types', async () => {
    const { results, refused } = await stream((await readmePolicy()) + TRUSTED, 1, 'features');
    expect({ results, refused }).toEqual({ results: ['directive'], refused: [] });
  });

  it('has the library twice only where trusted types allow duplicates', async () => {
    const policy = (await readmePolicy()) + TRUSTED;
    expect((await stream(policy, 2)).results).toEqual(['detector', 'worker_blocked']);
    expect(await stream(`${policy} 'allow-duplicates'`, 2)).toEqual({
      results: ['detector', 'detector'],
      refused: [],
    });
  });
});
