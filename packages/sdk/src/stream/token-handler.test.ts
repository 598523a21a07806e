import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createUndertoneTokenHandler, type TokenTerms } from './token-handler.js';

/** A relay that notes what it is asked and answers with `status`. */
const relay = (status = 201) => {
  const asked: { key: string | null; body: unknown }[] = [];
  const answer: typeof fetch = (_url, init) => {
    asked.push({
      key: new Headers(init?.headers).get('x-api-key'),
      body: JSON.parse(init?.body as string) as unknown,
    });
    const body =
      status === 201
        ? { token: 'tok_1', expires_at: '2026-01-01T00:00:00Z' }
        : { error: { code: 'of_the_relay', message: 'about psk_secret' } };
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  };
  return { asked, answer };
};

const handlerOf = (authorize: () => boolean | TokenTerms, { answer } = relay()) =>
  createUndertoneTokenHandler<unknown>({
    apiKey: 'psk_secret',
    baseUrl: 'https://relay.example',
    maxRetries: 0,
    fetch: answer,
    authorize,
  });

const ask = (path = '/undertone-token', method = 'GET') =>
  new Request(`https://desk.example${path}`, { method });

describe('The token endpoint', () => {
  it('answers what the relay answers, and lets nobody keep it', async () => {
    const response = await handlerOf(() => true)(ask());
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ token: 'tok_1' });
  });

  it('passes on the session that goes on, and the terms of the login', async () => {
    const { asked, answer } = relay();
    const handler = handlerOf(() => ({ line: 'sales', metadata: { agent: '7' } }), { asked, answer });
    await handler(ask('/undertone-token?session_id=ses_1', 'POST'));
    expect(asked).toEqual([
      { key: 'psk_secret', body: { line: 'sales', metadata: { agent: '7' }, session_id: 'ses_1' } },
    ]);
  });

  it('refuses whoever is not logged in, without asking the relay', async () => {
    const { asked, answer } = relay();
    const response = await handlerOf(() => false, { asked, answer })(ask());
    expect(response.status).toBe(401);
    expect(asked).toEqual([]);
  });

  it.each([
    [402, 402],
    [429, 429],
    [401, 502],
    [500, 502],
  ])('turns a %i of the relay into a %i, without the key', async (status, given) => {
    const response = await handlerOf(() => true, relay(status))(ask());
    expect(response.status).toBe(given);
    if (given === 502) expect(await response.text()).not.toContain('psk_');
  });

  it('refuses other methods', async () => {
    expect((await handlerOf(() => true)(ask('/', 'DELETE'))).status).toBe(405);
  });

  it('answers a request of node:http', async () => {
    const handler = handlerOf(() => true);
    const server = createServer((request, response) => void handler(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const response = await fetch(`http://127.0.0.1:${port}/undertone-token`);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ token: 'tok_1' });
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
