import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { type GatewayRig, startGateway } from '../testing/gateway-rig.js';
import { bearer, errorOf, postToken } from '../testing/token-requests.js';

let rig: GatewayRig;
beforeAll(async () => {
  rig = await startGateway();
  await rig.fund(rig.first);
}, 60_000);
afterAll(() => rig.stop());

const post = (body: unknown, headers = bearer(rig.first)): Promise<Response> => postToken(rig, body, headers);

describe('POST /v1/stream/tokens', () => {
  it('answers with a token, its expiry and its session', async () => {
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

  it('makes a token of 60 s for a new session when the body is empty', async () => {
    const response = await post('');
    const { expires_at } = (await response.json()) as { expires_at: string };
    expect(response.status).toBe(201);
    expect(Math.abs(Date.parse(expires_at) - rig.nowMs() - 60_000)).toBeLessThan(5_000);
  });

  it('marks a token whose session nobody named', async () => {
    const claimsOf = async (body: unknown): Promise<unknown> => {
      const { token } = (await (await post(body)).json()) as { token: string };
      return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    };
    expect(await claimsOf({})).toMatchObject({ new: true });
    expect(await claimsOf({ session_id: newId('ses') })).not.toHaveProperty('new');
    expect(await claimsOf({ scopes: ['stream.observe'] })).not.toHaveProperty('new');
  });

  it('[RT115] binds a token to features, and takes no other word for it', async () => {
    const { token } = (await (await post({ privacy: 'features' })).json()) as { token: string };
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ pri: 'features' });
    const refused = await post({ privacy: 'audio' });
    expect(refused.status).toBe(400);
    const { code, details } = await errorOf(refused);
    expect(code).toBe('validation_error');
    expect(details).toHaveProperty('privacy');
  });

  it('issues another token for the same session', async () => {
    const session_id = newId('ses');
    expect(await (await post({ session_id })).json()).toMatchObject({ session_id });
    expect(await (await post({ session_id })).json()).toMatchObject({ session_id });
  });

  it('accepts an organization’s own name for a session, and never shows that another organization uses it', async () => {
    const other = await rig.createFundedTenant();
    const sessionId = 'ticket 7/ä';
    await rig.repositories.streams.create({
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

  it('lets a token allow the analysis of agents only when the organization’s policy allows it', async () => {
    const body = { policy: { agent_analysis: true } };
    const refused = await post(body);
    expect(refused.status).toBe(403);
    expect((await errorOf(refused)).code).toBe('policy_blocked');
    const tenant = await rig.createFundedTenant('pro', { workplacePolicy: false });
    expect((await post(body, bearer(tenant))).status).toBe(201);
  });

  it('answers 402 on an empty wallet, except for tokens that only observe or that continue a running session', async () => {
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
    await rig.repositories.streams.create({
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

  it('lets a token observe one session, or all sessions of the organization', async () => {
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

  it('reports every invalid parameter at once, also unknown ones', async () => {
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
  ])('answers 400 for a body that is %s', async (_name, body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect((await errorOf(response)).code).toBe('validation_error');
  });

  it('answers 400 when the Content-Type is not JSON', async () => {
    const response = await post('{}', { ...bearer(rig.first), 'Content-Type': 'text/plain' });
    expect(response.status).toBe(400);
    expect((await errorOf(response)).details).toHaveProperty('Content-Type');
  });
});
