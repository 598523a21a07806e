import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayRig, startGateway, type Tenant } from '../testing/gateway-rig.js';
import { type Distortion, SoftAuthenticator } from '../testing/soft-authenticator.js';

const ORIGIN = 'https://relay.example.com';

let rig: GatewayRig;
let tenant: Tenant;
beforeAll(async () => {
  rig = await startGateway();
  tenant = await rig.createTenant();
}, 60_000);
afterAll(() => rig.stop());

interface Answer {
  readonly status: number;
  readonly body: {
    readonly challenge?: string;
    readonly member?: { readonly id: string; readonly role: string } | null;
    readonly organization?: unknown;
    readonly error?: { readonly code: string };
    readonly sessions?: readonly {
      readonly id: string;
      readonly current: boolean;
      readonly method: string;
    }[];
    readonly [more: string]: unknown;
  };
  readonly header: string | null;
}

/** A browser with the console's page open: it keeps cookies, and says where a request comes from. */
class Browser {
  private readonly cookies = new Map<string, string>();
  constructor(private readonly origin = ORIGIN) {}

  async ask(method: string, path: string, body?: object, more: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${rig.url}${path}`, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        origin: this.origin,
        'user-agent': 'Firefox on a test',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const header = response.headers.get('set-cookie');
    const [name = '', value = ''] = (header?.split(';')[0] ?? '').split('=');
    if (header !== null) this.cookies.set(name, value);
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Answer['body'], header };
  }

  /** The same cookies in another window. */
  copy(): Browser {
    const copy = new Browser(this.origin);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }
}

const asKey = (method: string, path: string, body?: object, whose = tenant): Promise<Response> =>
  fetch(`${rig.url}${path}`, {
    method,
    headers: { 'X-API-Key': whose.key, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

const invite = async (
  email: string,
  role: string,
  whose = tenant,
): Promise<{ id: string; token: string }> => {
  const response = await asKey('POST', '/v1/members', { email, role }, whose);
  expect(response.status).toBe(201);
  const { member, invitation } = (await response.json()) as {
    member: { id: string };
    invitation: { url: string };
  };
  return { id: member.id, token: invitation.url.split('#join/')[1] ?? '' };
};

const join = async (
  browser: Browser,
  token: string,
  device: SoftAuthenticator,
  distortion: Distortion = {},
): Promise<Answer> => {
  const options = await browser.ask('POST', '/console/passkeys/options', { token });
  expect(options.status).toBe(200);
  const response = device.create({ challenge: options.body.challenge ?? '' }, distortion);
  return browser.ask('POST', '/console/passkeys', { token, name: 'Laptop', response });
};

const enter = async (
  browser: Browser,
  device: SoftAuthenticator,
  distortion: Distortion = {},
): Promise<Answer> => {
  const options = await browser.ask('POST', '/console/passkey/options', {});
  return browser.ask('POST', '/console/passkey', {
    response: device.get({ challenge: options.body.challenge ?? '' }, distortion),
  });
};

/** A member with a passkey, signed in. */
const member = async (
  role: string,
  whose = tenant,
): Promise<{ id: string; browser: Browser; device: SoftAuthenticator }> => {
  const { id, token } = await invite(`${role}-${Math.random()}@example.com`, role, whose);
  const [browser, device] = [new Browser(), new SoftAuthenticator(ORIGIN)];
  expect((await join(browser, token, device)).status).toBe(200);
  return { id, browser, device };
};

describe('an invitation', () => {
  it('says whom it is for, makes a passkey once, and signs in', async () => {
    const { id, token } = await invite('ada@example.com', 'supervisor');
    const [browser, device] = [new Browser(), new SoftAuthenticator(ORIGIN)];
    const shown = await browser.ask('POST', '/console/invitation', { token });
    expect(shown.body).toEqual({
      organization: 'Tenant',
      email: 'ada@example.com',
      name: null,
      role: 'supervisor',
    });
    const joined = await join(browser, token, device);
    expect(joined.body).toMatchObject({ member: { id, role: 'supervisor' } });
    // What the page need not offer: the rows of the one table that this role does not reach.
    expect(joined.body).toMatchObject({
      member: { refused: { 'GET /v1/members': 'owner', 'POST /v1/api-keys': 'developer' } },
    });
    expect(joined.body).not.toHaveProperty(['member', 'refused', 'POST /v1/sessions/:id/outcome']);
    expect(joined.header).toMatch(
      /^undertone_console=.+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800; Secure$/,
    );
    expect((await browser.ask('GET', '/console/session')).body.member?.id).toBe(id);
    expect((await browser.ask('GET', '/v1/sessions')).status).toBe(200);
    const again = await new Browser().ask('POST', '/console/passkeys/options', { token });
    expect(again).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  });

  it('ends after a week, and with the next one', async () => {
    const { id, token } = await invite('late@example.com', 'viewer');
    const next = await asKey('POST', `/v1/members/${id}/invitation`);
    expect(next.status).toBe(201);
    expect((await new Browser().ask('POST', '/console/invitation', { token })).status).toBe(404);
    const { invitation } = (await next.json()) as { invitation: { url: string } };
    const fresh = { token: invitation.url.split('#join/')[1] };
    expect((await new Browser().ask('POST', '/console/invitation', fresh)).status).toBe(200);
    rig.advance(7 * 24 * 3_600_000 + 1_000);
    expect((await new Browser().ask('POST', '/console/invitation', fresh)).status).toBe(404);
  });

  it.each([
    ['of another page', { origin: 'https://evil.example.com' }],
    ['for another host', { host: 'evil.example.com' }],
    ['of a device that was not unlocked', { unverified: true }],
    ['to another question', { challenge: 'bm90IHRoaXMgb25l' }],
  ])('takes no answer %s, and stays open', async (_what, distortion) => {
    const { token } = await invite(`${Math.random()}@example.com`, 'viewer');
    const refused = await join(new Browser(), token, new SoftAuthenticator(ORIGIN), distortion);
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'validation_error' } } });
    expect((await join(new Browser(), token, new SoftAuthenticator(ORIGIN))).status).toBe(200);
  });

  it('is not taken by pages of other sites, nor without a browser', async () => {
    const { token } = await invite('csrf@example.com', 'viewer');
    for (const site of ['cross-site', 'same-site', 'none']) {
      const answer = await new Browser().ask(
        'POST',
        '/console/invitation',
        { token },
        { 'sec-fetch-site': site },
      );
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    }
  });

  it('gives no right that a limited key lacks', async () => {
    const { key } = await rig.createKey(tenant, { scopes: ['members', 'sessions'] });
    const limited = { ...tenant, key };
    const body = { email: 'more@example.com', role: 'owner' };
    for (const role of ['owner', 'developer', 'supervisor'])
      expect((await asKey('POST', '/v1/members', { ...body, role }, limited)).status).toBe(403);
    expect((await asKey('POST', '/v1/members', { ...body, role: 'viewer' }, limited)).status).toBe(201);
    expect((await asKey('POST', '/v1/members', { ...body, role: 'viewer' })).status).toBe(409);
  });
});

describe('a passkey', () => {
  it('signs in, in any browser, and is not taken twice', async () => {
    const { id, device } = await member('developer');
    const browser = new Browser();
    const options = await browser.ask('POST', '/console/passkey/options', {});
    const response = device.get({ challenge: options.body.challenge ?? '' });
    const second = browser.copy();
    expect((await browser.ask('POST', '/console/passkey', { response })).body.member?.id).toBe(id);
    expect((await second.ask('POST', '/console/passkey', { response })).status).toBe(401);
  });

  it.each([
    ['of another page', { origin: 'https://evil.example.com' }],
    ['for another host', { host: 'evil.example.com' }],
    ['of a device that was not unlocked', { unverified: true }],
    ['of a copied device', { counter: 1 }],
  ])('opens nothing with an answer %s', async (_what, distortion) => {
    const { device } = await member('viewer');
    expect((await enter(new Browser(), device)).status).toBe(200);
    const refused = await enter(new Browser(), device, distortion);
    expect(refused).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
    expect((await enter(new Browser(), device, { counter: 9 })).status).toBe(200);
  });

  it('that nobody knows opens nothing, and bad input is named', async () => {
    expect((await enter(new Browser(), new SoftAuthenticator(ORIGIN))).status).toBe(401);
    const bad = await new Browser().ask('POST', '/console/passkey', { response: { id: 'é' } });
    expect(bad).toMatchObject({ status: 400, body: { error: { code: 'validation_error' } } });
  });

  it('can be added and removed by its holder, but not the last one', async () => {
    const { id, browser } = await member('viewer');
    const options = await browser.ask('POST', '/console/passkeys/options', {});
    const response = new SoftAuthenticator(ORIGIN).create({ challenge: options.body.challenge ?? '' });
    expect((await browser.ask('POST', '/console/passkeys', { name: 'Phone', response })).status).toBe(204);
    const { body } = await browser.ask('GET', `/v1/members/${id}/passkeys`);
    const [first, second] = body['passkeys'] as { id: string; name: string }[];
    expect([first?.name, second?.name]).toEqual(['Laptop', 'Phone']);
    const remove = (passkey = ''): Promise<Answer> =>
      browser.ask('DELETE', `/v1/members/${id}/passkeys/${passkey}`);
    expect((await remove(first?.id)).status).toBe(204);
    expect((await remove(second?.id)).status).toBe(409);
  });

  it('is not for API keys', async () => {
    const other = await rig.createTenant();
    const browser = new Browser();
    expect((await browser.ask('POST', '/console/session', { api_key: other.key })).status).toBe(200);
    expect((await browser.ask('POST', '/console/passkeys/options', {})).status).toBe(403);
    expect((await new Browser().ask('POST', '/console/passkeys/options', {})).status).toBe(401);
  });
});

describe('a sign-in', () => {
  it('is listed with its browser, can be ended by its holder, and by an owner', async () => {
    const owner = await member('owner');
    const { id, browser, device } = await member('viewer');
    const phone = new Browser();
    await enter(phone, device);
    const list = `/v1/members/${id}/sessions`;
    const { sessions = [] } = (await browser.ask('GET', list)).body;
    expect(sessions).toMatchObject([
      { method: 'passkey', current: false, user_agent: 'Firefox on a test' },
      { method: 'invitation', current: true },
    ]);
    expect((await browser.ask('DELETE', `${list}/${sessions[0]?.id}`)).status).toBe(204);
    expect((await phone.ask('GET', '/v1/sessions')).status).toBe(401);
    expect((await phone.ask('GET', '/console/session')).body).toMatchObject({
      organization: null,
      sign_in: { api_key: true },
    });
    expect((await owner.browser.ask('DELETE', `${list}/${sessions[1]?.id}`)).status).toBe(204);
    expect((await browser.ask('GET', '/v1/sessions')).status).toBe(401);
    const stranger = await member('developer');
    expect((await stranger.browser.ask('GET', list)).status).toBe(403);
  });

  it('ends by itself after eight hours, and with a logout', async () => {
    const { browser, device } = await member('viewer');
    const second = browser.copy();
    const out = await browser.ask('DELETE', '/console/session');
    expect(out).toMatchObject({ status: 204, header: expect.stringContaining('Max-Age=0') as string });
    expect((await second.ask('GET', '/v1/sessions')).status).toBe(401);
    await enter(browser, device);
    rig.advance(8 * 3_600_000 + 1_000);
    expect((await browser.ask('GET', '/v1/sessions')).status).toBe(401);
  });

  it('is no key in the list of keys, and cannot be revoked as one', async () => {
    const { id, browser } = await member('developer');
    const { sessions = [] } = (await browser.ask('GET', `/v1/members/${id}/sessions`)).body;
    const keys = await browser.ask('GET', '/v1/api-keys');
    expect(JSON.stringify(keys.body)).not.toContain('mss_');
    expect((await browser.ask('DELETE', `/v1/api-keys/${sessions[0]?.id}`)).status).toBe(403);
  });

  it('makes no key beyond the role', async () => {
    const { browser } = await member('developer');
    const beyond = { name: 'More', scopes: ['organization'] };
    expect((await browser.ask('POST', '/v1/api-keys', beyond)).status).toBe(403);
    const made = await browser.ask('POST', '/v1/api-keys', { name: 'All of mine' });
    const { key } = made.body['api_key'] as { key: string };
    expect((await asKey('GET', '/v1/members', undefined, { ...tenant, key })).status).toBe(403);
    const [entry] = await rig.repositories.audit.list(tenant.organization.id, 1);
    expect(entry).toMatchObject({
      action: 'api_key.created',
      actor: expect.stringMatching(/^member:mem_/) as string,
    });
  });
});

describe('an owner', () => {
  it('who can sign in ends the logins by API key', async () => {
    const whose = await rig.createTenant();
    const login = (): Promise<Answer> =>
      new Browser().ask('POST', '/console/session', { api_key: whose.key });
    expect((await login()).status).toBe(200);
    await invite('first@example.com', 'owner', whose);
    expect((await login()).status).toBe(200);
    await member('owner', whose);
    expect(await login()).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    expect((await asKey('GET', '/v1/sessions', undefined, whose)).status).toBe(200);
  });

  it('stays while nobody else could give rights', async () => {
    const whose = await rig.createTenant();
    const { id, browser } = await member('owner', whose);
    await invite('not-yet@example.com', 'owner', whose);
    const demote = (): Promise<Answer> => browser.ask('PATCH', `/v1/members/${id}`, { role: 'viewer' });
    expect(await demote()).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect((await browser.ask('DELETE', `/v1/members/${id}`)).status).toBe(409);
    const second = await member('owner', whose);
    expect((await demote()).body.member?.role).toBe('viewer');
    // The new role counts at once.
    expect((await browser.ask('GET', '/v1/members')).status).toBe(403);
    expect((await second.browser.ask('DELETE', `/v1/members/${id}`)).status).toBe(204);
    expect((await browser.ask('GET', '/v1/sessions')).status).toBe(401);
  });

  it('leaves nothing behind when the organization is removed', async () => {
    const whose = await rig.createTenant();
    const { browser } = await member('owner', whose);
    expect((await browser.ask('DELETE', '/v1/organization?confirm=Tenant')).status).toBe(202);
    expect((await browser.ask('GET', '/v1/sessions')).status).toBe(401);
    await rig.repositories.organizationRemoval.remove(whose.organization.id);
    for (const table of ['members', 'passkeys', 'invitations', 'member_sessions'] as const) {
      const rows = await rig.database.queries
        .selectFrom(table)
        .select('id')
        .where('org_id', '=', whose.organization.id)
        .execute();
      expect(rows, table).toEqual([]);
    }
  });
});
