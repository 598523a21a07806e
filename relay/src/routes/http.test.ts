import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../domain/ids.js';
import { generateApiKey } from '../domain/keys/api-key-secret.js';
import { type GatewayRig, startGateway } from './testing/gateway-rig.js';
import { bearer, errorOf, postToken } from './testing/token-requests.js';

let rig: GatewayRig;
beforeAll(async () => {
  rig = await startGateway({ bodyDeadlineMs: 400 });
  await rig.fund(rig.first);
}, 60_000);
afterAll(() => rig.stop());

const post = (body: unknown, headers = bearer(rig.first)): Promise<Response> => postToken(rig, body, headers);

/** Sends the text unchanged and collects the answer until the other side closes. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = createConnection(rig.port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
    socket.write(text);
  });

describe('every HTTP answer', () => {
  it('carries a request id and the rate limit of the key', async () => {
    const response = await post({});
    expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9A-Za-z]{22}$/);
    expect(response.headers.get('x-ratelimit-limit')).toBe('1000');
    expect(Number(response.headers.get('x-ratelimit-remaining'))).toBeLessThan(1_000);
    expect(Number(response.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1_000 - 1);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('carries them also for an error, a probe and an unknown path', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/nothing', '/v1/stream', '/v1/stream/tokens']) {
      const response = await fetch(`${rig.url}${path}`);
      expect(response.headers.get('x-request-id'), path).toBeTruthy();
      expect(response.headers.get('x-ratelimit-remaining'), path).toBeTruthy();
    }
  });

  it('counts requests per minute by the plan, then answers 429 with the time to wait', async () => {
    const tenant = await rig.createFundedTenant('free');
    for (let count = 0; count < 60; count++) expect((await post({}, bearer(tenant))).status).toBe(201);
    const refused = await post({}, bearer(tenant));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await errorOf(refused)).code).toBe('rate_limited');
    rig.advance(60_000);
    expect((await post({}, bearer(tenant))).status).toBe(201);
  });
});

describe('the access log', () => {
  /** Every line about finished requests. */
  const lines = (): Record<string, unknown>[] =>
    rig.log
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'answered');
  const lineOf = (response: Response): Promise<Record<string, unknown>> =>
    // The line is written after the answer.
    vi.waitFor(() => {
      const found = lines().filter(({ requestId }) => requestId === response.headers.get('x-request-id'));
      expect(found).toHaveLength(1);
      return found[0] ?? {};
    });
  const INFO = 30;
  const DEBUG = 20;

  it('has one line at info with whose request it was, its route, status and time', async () => {
    const tenant = await rig.createFundedTenant();
    const line = await lineOf(await post({}, bearer(tenant)));
    expect(line).toMatchObject({
      level: INFO,
      orgId: tenant.organization.id,
      keyId: tenant.keyId,
      method: 'POST',
      route: '/v1/stream/tokens',
      status: 201,
    });
    expect(line['durationMs']).toBeGreaterThan(0);
    expect(Object.keys(line).sort()).toEqual(
      [
        'durationMs',
        'keyId',
        'level',
        'method',
        'msg',
        'orgId',
        'requestId',
        'route',
        'status',
        'time',
      ].sort(),
    );
  });

  it('names the key also when its allowance is used up', async () => {
    const tenant = await rig.createTenant();
    const { key, keyId } = await rig.createKey(tenant, { rateLimit: 1 });
    const headers = { Authorization: `Bearer ${key}` };
    await fetch(`${rig.url}/v1/api-keys`, { headers });
    const refused = await fetch(`${rig.url}/v1/api-keys`, { headers });
    expect(await lineOf(refused)).toMatchObject({ status: 429, keyId, orgId: tenant.organization.id });
  });

  it('names nobody without a valid key', async () => {
    const line = await lineOf(await post({}, { Authorization: 'Bearer psk_not_a_key_of_anybody_at_all' }));
    expect(line).toMatchObject({ level: INFO, status: 401, route: '/v1/stream/tokens' });
    expect(line).not.toHaveProperty('orgId');
    expect(line).not.toHaveProperty('keyId');
  });

  it('names the route whose method was wrong', async () => {
    const line = await lineOf(
      await fetch(`${rig.url}/v1/sessions/secret/end`, { headers: bearer(rig.first) }),
    );
    expect(line).toMatchObject({ level: INFO, status: 405, route: '/v1/sessions/:id/end' });
  });

  it('holds no path, query, body, key or invented method', async () => {
    const path = '/v1/sessions/secretpath?card=secretquery';
    const found = await lineOf(await fetch(`${rig.url}${path}`, { headers: bearer(rig.first) }));
    expect(found).toMatchObject({ route: '/v1/sessions/:id', status: 400 });
    await lineOf(await fetch(`${rig.url}/secretpath?secretquery`));
    await lineOf(await post({ secretbody: 'secretbody' }));
    await raw('SECRETMETHOD /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await vi.waitFor(() => expect(lines()).toContainEqual(expect.objectContaining({ method: 'other' })));
    const text = JSON.stringify(lines());
    expect(text).not.toMatch(/secret(path|query|body|method)/i);
    expect(text).not.toContain(rig.first.key);
  });

  it('keeps probes at debug', async () => {
    expect(await lineOf(await fetch(`${rig.url}/healthz`))).toMatchObject({
      level: DEBUG,
      route: '/healthz',
    });
  });
});

describe('a request with two credentials', () => {
  const ask = (headers: string): Promise<string> =>
    raw(`GET /v1/api-keys HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);

  it.each([
    [
      'in two Authorization lines',
      (key: string) => `Authorization: Bearer ${key}\r\nAuthorization: Bearer psk_other\r\n`,
    ],
    ['in two X-API-Key lines', (key: string) => `X-API-Key: ${key}\r\nX-API-Key: psk_other\r\n`],
    ['in both headers', (key: string) => `Authorization: Bearer ${key}\r\nX-API-Key: psk_other\r\n`],
  ])('is refused with 401: %s', async (_where, headers) => {
    expect(await ask(headers(rig.first.key))).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('is accepted when both are the same', async () => {
    const { key } = rig.first;
    const both = `Authorization: Bearer ${key}\r\nAuthorization: Bearer ${key}\r\nX-API-Key: ${key}\r\n`;
    expect(await ask(both)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('probes', () => {
  it('answer /healthz and /readyz, and answer HEAD like GET without a body', async () => {
    expect(await (await fetch(`${rig.url}/healthz`)).json()).toEqual({ status: 'ok', version: '0.0.0' });
    const ready = await fetch(`${rig.url}/readyz`);
    expect(await ready.json()).toEqual({
      status: 'ready',
      checks: { database: 'ok', streams: 'ok' },
      sessions: { held: 3, free: 7 },
    });
    expect(ready.headers.get('undertone-free-sessions')).toBe('7');
    const head = await fetch(`${rig.url}/healthz`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
  });

  it('show metrics without any id', async () => {
    await fetch(`${rig.url}/${newId('ses')}`);
    const text = await (await fetch(`${rig.url}/metrics`)).text();
    expect(text).toContain('undertone_http_request_seconds');
    expect(text).toContain('nodejs_eventloop_lag');
    expect(text).not.toMatch(/ses_[0-9A-Za-z]{22}/);
  });
});

describe('paths and methods', () => {
  it('answer 404 for an unknown path and 405 with Allow for a wrong method', async () => {
    const unknown = await fetch(`${rig.url}/v1/nothing`);
    expect(unknown.status).toBe(404);
    expect((await errorOf(unknown)).code).toBe('not_found');
    const wrong = await fetch(`${rig.url}/v1/stream/tokens`, { method: 'DELETE' });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('POST');
    expect((await errorOf(wrong)).code).toBe('method_not_allowed');
  });

  it('answer an unknown method with 405', async () => {
    expect(await raw('BREW /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 405 /,
    );
  });

  it.each(['/healthz', '/v1/stream', '/v1/stream/realtime'])(
    'answer %s to pages of every origin, which find out why a stream fails',
    async (path) => {
      const { headers } = await fetch(`${rig.url}${path}`, { headers: { Origin: 'https://desk.example' } });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    },
  );

  it('answer 426 to a plain GET of a stream path', async () => {
    const response = await fetch(`${rig.url}/v1/stream/realtime`);
    expect(response.status).toBe(426);
    expect(response.headers.get('upgrade')).toBe('websocket');
  });
});

describe('API keys', () => {
  it('are accepted in either header', async () => {
    expect((await post({})).status).toBe(201);
    expect((await post({}, { 'X-API-Key': rig.first.key })).status).toBe(201);
    expect((await post({}, { 'X-API-Key': rig.first.key, ...bearer(rig.first) })).status).toBe(201);
  });

  it('are refused when two differ, when missing, and when the header has another form', async () => {
    const other = await rig.createFundedTenant();
    const cases: Record<string, string>[] = [
      { 'X-API-Key': other.key, ...bearer(rig.first) },
      {},
      { Authorization: rig.first.key },
      { Authorization: `Basic ${rig.first.key}` },
      { Authorization: 'Bearer' },
      { Authorization: `Bearer ${rig.first.key} ${other.key}` },
      { Authorization: `Bearer ${'x'.repeat(2_000)}` },
      { 'X-API-Key': generateApiKey() },
      { 'X-API-Key': `${rig.first.key.slice(0, -1)}_` },
      { 'X-API-Key': 'psk_' },
    ];
    for (const headers of cases) {
      const response = await post({}, headers);
      expect(response.status, JSON.stringify(headers).slice(0, 80)).toBe(401);
      expect((await errorOf(response)).code).toBe('unauthorized');
      expect(response.headers.get('www-authenticate')).toContain('Bearer');
    }
  });

  it('are refused within 5 s after they are revoked', async () => {
    const tenant = await rig.createFundedTenant();
    expect((await post({}, bearer(tenant))).status).toBe(201);
    await rig.repositories.apiKeys.revoke(tenant.organization.id, tenant.keyId, 'operator', new Date());
    rig.advance(5_000);
    expect((await post({}, bearer(tenant))).status).toBe(401);
  });

  it('key_never_logged: neither the key nor a token is in any log line', async () => {
    const { token } = (await (await post({})).json()) as { token: string };
    await fetch(`${rig.url}/?key=${rig.first.key}`);
    const text = rig.log.join('');
    expect(text).toContain('answered');
    expect(text).not.toContain(rig.first.key);
    expect(text).not.toContain(token);
  });
});

describe('bodies', () => {
  it('are refused when a parameter is repeated, because a proxy may have checked the other value', async () => {
    const response = await post('{"max_credits": 5, "max_credits": 500}');
    expect(response.status).toBe(400);
    expect((await errorOf(response)).details).toEqual({ max_credits: ['is there more than once'] });
  });

  it('are refused by their announced size before they are sent', async () => {
    const answer = await raw(
      `POST /v1/stream/tokens HTTP/1.1\r\nHost: a\r\nX-API-Key: ${rig.first.key}\r\nContent-Length: 34000000\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('payload_too_large');
  });

  it('are refused when they become too large while they are read', async () => {
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const answer = await raw(
      `POST /v1/stream/tokens HTTP/1.1\r\nHost: a\r\nX-API-Key: ${rig.first.key}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });

  it('are refused with 408 when they arrive too slowly', async () => {
    const answer = await raw(
      `POST /v1/stream/tokens HTTP/1.1\r\nHost: a\r\nX-API-Key: ${rig.first.key}\r\nContent-Length: 100\r\n\r\n{`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('request_timeout');
  });

  it('are not read on an unknown path: the relay answers and closes', async () => {
    const answer = await raw('POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 34000000\r\n\r\nxxxx');
    expect(answer).toMatch(/^HTTP\/1.1 404 /);
  });

  it('may stop in the middle: the relay survives when the client leaves', async () => {
    const socket = createConnection(rig.port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(
      `POST /v1/stream/tokens HTTP/1.1\r\nHost: a\r\nX-API-Key: ${rig.first.key}\r\nContent-Length: 9\r\n\r\n{`,
    );
    socket.destroy();
    expect((await fetch(`${rig.url}/healthz`)).status).toBe(200);
  });
});

describe('request smuggling (S7): the relay closes the connection without an answer and does not run what follows', () => {
  const hidden = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
  const request = (headers: string, body: string): string =>
    `POST /v1/stream/tokens HTTP/1.1\r\n${headers}\r\n\r\n${body}`;

  it.each([
    ['two Content-Length', request('Host: a\r\nContent-Length: 0\r\nContent-Length: 36', hidden)],
    ['two equal Content-Length', request('Host: a\r\nContent-Length: 0\r\nContent-Length: 0', hidden)],
    [
      'Content-Length and Transfer-Encoding',
      request('Host: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked', `0\r\n\r\n${hidden}`),
    ],
    ['an unknown Transfer-Encoding', request('Host: a\r\nTransfer-Encoding: xchunked', `0\r\n\r\n${hidden}`)],
    [
      'two Transfer-Encoding',
      request('Host: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity', `0\r\n\r\n${hidden}`),
    ],
    ['two Host', request('Host: a\r\nHost: b\r\nContent-Length: 0', hidden)],
    ['a Content-Length that is no number', request('Host: a\r\nContent-Length: 0x10', hidden)],
    ['a signed Content-Length', request('Host: a\r\nContent-Length: +0', hidden)],
  ])('%s', async (_name, text) => {
    const answer = await raw(text);
    expect(answer).not.toContain('200 OK');
    expect(answer).not.toContain('"status"');
  });
});

describe('the route table', () => {
  it('has each row once, requires a key under /v1 except for the stream paths, and the operator under /admin', () => {
    const rows = rig.routes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(rows).size).toBe(rows.length);
    const open = new Set([
      '/v1/stream/realtime',
      '/v1/stream',
      '/v1/webhooks/listen',
      '/v1/telephony/twilio',
      '/v1/telephony/audiohook',
    ]);
    for (const { path, access } of rig.routes) {
      if (path.startsWith('/admin/')) expect(access, path).toBe('admin');
      else if (path.startsWith('/v1/')) expect(access, path).toBe(open.has(path) ? 'anyone' : 'api_key');
      else expect(access, path).toBe('anyone');
    }
  });
});
