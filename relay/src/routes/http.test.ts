import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../domain/ids.js';
import { generateApiKey } from '../domain/keys/api-key-secret.js';
import { type GatewayRig, startGateway, type Tenant } from './testing/gateway-rig.js';

interface ErrorBody {
  error: { code: string; message: string; details?: Record<string, string[]> };
}

let rig: GatewayRig;
beforeAll(async () => {
  rig = await startGateway({ bodyDeadlineMs: 400 });
  await rig.fund(rig.first);
}, 60_000);
afterAll(() => rig.stop());

const post = (body: unknown, headers: Record<string, string> = bearer(rig.first)): Promise<Response> =>
  fetch(`${rig.url}/v1/stream/tokens`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
  });
const bearer = ({ key }: Tenant): Record<string, string> => ({ Authorization: `Bearer ${key}` });
const errorOf = async (response: Response): Promise<ErrorBody['error']> =>
  ((await response.json()) as ErrorBody).error;

/** Sends bytes as they are and collects what comes back until the other side closes. */
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

  it('carries them also when it is an error, a probe or an unknown path', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/nothing', '/v1/stream', '/v1/stream/tokens']) {
      const response = await fetch(`${rig.url}${path}`);
      expect(response.headers.get('x-request-id'), path).toBeTruthy();
      expect(response.headers.get('x-ratelimit-remaining'), path).toBeTruthy();
    }
  });

  it('counts the plan’s requests a minute and then says 429 with the time to wait', async () => {
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

describe('probes', () => {
  it('answers /healthz and /readyz, and HEAD as GET without a body', async () => {
    expect(await (await fetch(`${rig.url}/healthz`)).json()).toEqual({ status: 'ok', version: '0.0.0' });
    expect(await (await fetch(`${rig.url}/readyz`)).json()).toEqual({
      status: 'ready',
      checks: { database: 'ok', streams: 'ok' },
    });
    const head = await fetch(`${rig.url}/healthz`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
  });

  it('shows metrics without any id', async () => {
    await fetch(`${rig.url}/${newId('ses')}`);
    const text = await (await fetch(`${rig.url}/metrics`)).text();
    expect(text).toContain('undertone_http_request_seconds');
    expect(text).toContain('nodejs_eventloop_lag');
    expect(text).not.toMatch(/ses_[0-9A-Za-z]{22}/);
  });
});

describe('paths and methods', () => {
  it('says 404 for an unknown path and 405 with Allow for a wrong method', async () => {
    const unknown = await fetch(`${rig.url}/v1/nothing`);
    expect(unknown.status).toBe(404);
    expect((await errorOf(unknown)).code).toBe('not_found');
    const wrong = await fetch(`${rig.url}/v1/stream/tokens`, { method: 'DELETE' });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('POST');
    expect((await errorOf(wrong)).code).toBe('method_not_allowed');
  });

  it('answers a method that nobody has heard of', async () => {
    expect(await raw('BREW /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 405 /,
    );
  });

  it('tells a plain GET of a stream path to upgrade', async () => {
    const response = await fetch(`${rig.url}/v1/stream/realtime`);
    expect(response.status).toBe(426);
    expect(response.headers.get('upgrade')).toBe('websocket');
  });
});

describe('API keys', () => {
  it('takes either header', async () => {
    expect((await post({})).status).toBe(201);
    expect((await post({}, { 'X-API-Key': rig.first.key })).status).toBe(201);
    expect((await post({}, { 'X-API-Key': rig.first.key, ...bearer(rig.first) })).status).toBe(201);
  });

  it('refuses two different keys, no key, and headers of another form', async () => {
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

  it('forgets a revoked key within 5 s', async () => {
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

describe('POST /v1/stream/tokens', () => {
  it('answers a token, when it expires and the session it is for', async () => {
    const before = rig.nowMs();
    const response = await post({ vertical: 'contact_center', expires_in: 30, metadata: { call: '7' } });
    expect(response.status).toBe(201);
    const body = (await response.json()) as { token: string; expires_at: string; session_id: string };
    expect(Object.keys(body).sort()).toEqual(['expires_at', 'session_id', 'token']);
    expect(body.session_id).toMatch(/^ses_[0-9A-Za-z]{22}$/);
    expect(body.token.length).toBeLessThanOrEqual(1_024);
    expect(Date.parse(body.expires_at) - before).toBeGreaterThan(28_000);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('makes tokens of 60 s for a new session when nothing is asked for', async () => {
    const response = await post('');
    const { expires_at } = (await response.json()) as { expires_at: string };
    expect(response.status).toBe(201);
    expect(Math.abs(Date.parse(expires_at) - rig.nowMs() - 60_000)).toBeLessThan(5_000);
  });

  it('gives a fresh token for the same session', async () => {
    const session_id = newId('ses');
    expect(await (await post({ session_id })).json()).toMatchObject({ session_id });
    expect(await (await post({ session_id })).json()).toMatchObject({ session_id });
  });

  it('takes an organization’s own name for a session, and never tells that another one uses it', async () => {
    const other = await rig.createFundedTenant();
    const sessionId = 'ticket 7/ä';
    await rig.repositories.sessions.create({
      sessionId,
      orgId: other.organization.id,
      handleHash: 'a'.repeat(64),
      vertical: 'contact_center',
      config: {},
      startedAtMs: Date.now(),
      concurrentMax: 5,
    });
    const response = await post({ session_id: sessionId });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ session_id: sessionId });
    expect((await post({ session_id: sessionId }, bearer(other))).status).toBe(201);
  });

  it('lets a token analyse agents only where the organisation’s policy does', async () => {
    const body = { policy: { agent_analysis: true } };
    const refused = await post(body);
    expect(refused.status).toBe(403);
    expect((await errorOf(refused)).code).toBe('policy_blocked');
    const tenant = await rig.createFundedTenant('pro', { workplacePolicy: false });
    expect((await post(body, bearer(tenant))).status).toBe(201);
  });

  it('says 402 on an empty wallet, except to who only watches or goes on with a session that runs', async () => {
    const tenant = await rig.createTenant();
    const own = bearer(tenant);
    const refused = await post({}, own);
    expect(refused.status).toBe(402);
    expect(await errorOf(refused)).toMatchObject({
      code: 'insufficient_credits',
      details: { required_micro_credits: 1_000_000, available_micro_credits: 0 },
    });
    expect((await post({ scopes: ['stream.observe'] }, own)).status).toBe(201);
    expect((await post({ scopes: ['stream.write', 'stream.observe'] }, own)).status).toBe(402);
    const running = newId('ses');
    await rig.repositories.sessions.create({
      sessionId: running,
      orgId: tenant.organization.id,
      handleHash: 'b'.repeat(64),
      vertical: 'contact_center',
      config: {},
      startedAtMs: Date.now(),
      concurrentMax: 5,
    });
    expect((await post({ session_id: running }, own)).status).toBe(201);
    expect((await post({ session_id: newId('ses') }, own)).status).toBe(402);
    await rig.fund(tenant, 1);
    expect((await post({}, own)).status).toBe(201);
  });

  it('lets a token watch one session, or all of the organization’s', async () => {
    const scopes = ['stream.observe'];
    const bound = (await (await post({ scopes, session_id: 'call 7' })).json()) as Record<string, string>;
    expect(bound['session_id']).toBe('call 7');
    const wide = (await (await post({ scopes })).json()) as Record<string, string>;
    expect(wide).not.toHaveProperty('session_id');
    const checkToken = (token = '') => rig.services.authorizer.checkToken(token, undefined);
    expect((await checkToken(bound['token'])).auth).toMatchObject({ scopes, sessionId: 'call 7' });
    const { auth } = await checkToken(wide['token']);
    expect(auth.scopes).toEqual(scopes);
    expect(auth).not.toHaveProperty('sessionId');
  });

  it('names every invalid parameter at once, unknown ones too', async () => {
    const response = await post({
      expires_in: 5,
      scopes: ['stream.admin'],
      session_id: 'x'.repeat(129),
      features: [],
      allowed_origins: ['https://a.example/path'],
      vertical: 'Not A Name',
      max_session_s: 0,
      org_id: 'org_1',
      policy: { anything: true },
      metadata: { 'a b': 'c' },
    });
    expect(response.status).toBe(400);
    const { code, details = {} } = await errorOf(response);
    expect(code).toBe('validation_error');
    expect(Object.keys(details).sort()).toEqual([
      'allowed_origins.0',
      'expires_in',
      'features',
      'max_session_s',
      'metadata.a b',
      'org_id',
      'policy.anything',
      'scopes.0',
      'session_id',
      'vertical',
    ]);
    expect(details['org_id']).toEqual(['is not a known parameter']);
  });

  it.each([
    ['garbage', '{"expires_in":'],
    ['no object', '[1]'],
    ['null', 'null'],
    ['broken UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['__proto__', '{"__proto__":{"scopes":["stream.observe"]}}'],
    ['constructor', '{"constructor":{"prototype":{}}}'],
    ['10,000 levels', '['.repeat(5_000) + ']'.repeat(5_000)],
    ['half a surrogate pair', '{"metadata":{"a":"\\ud800"}}'],
    ['NUL', '{"metadata":{"a":"\\u0000"}}'],
    ['a number as text', '{"expires_in":"60"}'],
    ['infinity', '{"expires_in":1e999}'],
    [
      'more than a token holds',
      JSON.stringify({
        metadata: { a: 'x'.repeat(200), b: 'x'.repeat(200), c: 'x'.repeat(200), d: 'x'.repeat(200) },
      }),
    ],
  ])('says 400 for a body that is %s', async (_name, body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect((await errorOf(response)).code).toBe('validation_error');
  });

  it('says 400 for a body that is not JSON by its own words', async () => {
    const response = await post('{}', { ...bearer(rig.first), 'Content-Type': 'text/plain' });
    expect(response.status).toBe(400);
    expect((await errorOf(response)).details).toHaveProperty('Content-Type');
  });
});

describe('bodies', () => {
  it('refuses a parameter that is there twice: a proxy may have checked the other one', async () => {
    const response = await post('{"max_credits": 5, "max_credits": 500}');
    expect(response.status).toBe(400);
    expect((await errorOf(response)).details).toEqual({ max_credits: ['is there more than once'] });
  });

  it('refuses a body by its announced size, before it is sent', async () => {
    const answer = await raw(
      `POST /v1/stream/tokens HTTP/1.1\r\nHost: a\r\nX-API-Key: ${rig.first.key}\r\nContent-Length: 34000000\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('payload_too_large');
  });

  it('refuses a body that turns out too large while it is read', async () => {
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const answer = await raw(
      `POST /v1/stream/tokens HTTP/1.1\r\nHost: a\r\nX-API-Key: ${rig.first.key}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });

  it('gives up on a body that trickles', async () => {
    const answer = await raw(
      `POST /v1/stream/tokens HTTP/1.1\r\nHost: a\r\nX-API-Key: ${rig.first.key}\r\nContent-Length: 100\r\n\r\n{`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('request_timeout');
  });

  it('closes after answering a request whose body nobody reads', async () => {
    const answer = await raw('POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 34000000\r\n\r\nxxxx');
    expect(answer).toMatch(/^HTTP\/1.1 404 /);
  });

  it('survives a client that leaves in the middle of its body', async () => {
    const socket = createConnection(rig.port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(
      `POST /v1/stream/tokens HTTP/1.1\r\nHost: a\r\nX-API-Key: ${rig.first.key}\r\nContent-Length: 9\r\n\r\n{`,
    );
    socket.destroy();
    expect((await fetch(`${rig.url}/healthz`)).status).toBe(200);
  });
});

describe('request smuggling (S7): the connection closes without an answer, and what follows is not run', () => {
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
  it('has each row once, every row under /v1 but the stream paths needs a key, and every one under /admin the operator', () => {
    const rows = rig.routes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(rows).size).toBe(rows.length);
    const open = new Set(['/v1/stream/realtime', '/v1/stream']);
    for (const { path, access } of rig.routes) {
      if (path.startsWith('/admin/')) expect(access, path).toBe('admin');
      else if (path.startsWith('/v1/')) expect(access, path).toBe(open.has(path) ? 'anyone' : 'api_key');
      else expect(access, path).toBe('anyone');
    }
  });
});
