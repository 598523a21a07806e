import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GatewayRig, startGateway } from '../testing/gateway-rig.js';

const RELAY = 'https://relay.example.com';
const CALLBACK = `${RELAY}/console/company/callback`;
const CLIENT = { client_id: 'undertone', client_secret: 'a-secret-of-the-client-0123456789' };

interface Account {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
}

const ADA: Account = { sub: 'ada', email: 'Ada@company.example', email_verified: true, name: 'Ada Lovelace' };

/** A real provider on this machine: whoever comes is signed in as `account`, without a form. */
let account = ADA;
let provider: Server;
let rig: GatewayRig;
/** The same provider, and whoever is not invited becomes a viewer. */
let open: GatewayRig;

const startProvider = async (): Promise<string> => {
  provider = createServer().listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const oidc: Provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [CALLBACK] }],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of the provider'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...account }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc: { session } }) => {
      const grant = new oidc.Grant({ clientId: CLIENT.client_id, accountId: session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = oidc.callback();
  provider.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') === true)
      void oidc.interactionFinished(request, response, { login: { accountId: account.sub } });
    else void answer(request, response);
  });
  return issuer;
};

beforeAll(async () => {
  const issuer = await startProvider();
  const company = { issuer, clientId: CLIENT.client_id, clientSecret: CLIENT.client_secret, role: undefined };
  const publicUrl = RELAY.replace('http', 'ws');
  rig = await startGateway({ company, publicUrl });
  open = await startGateway({ company: { ...company, role: 'viewer' }, publicUrl });
}, 120_000);
afterAll(async () => {
  await rig.stop();
  await open.stop();
  provider.close();
  provider.closeAllConnections();
});
beforeEach(() => {
  account = ADA;
});

/** A browser: it keeps cookies by server, and follows redirects itself, so that a test can stop in between. */
class Browser {
  private readonly cookies = new Map<string, Map<string, string>>();

  constructor(private readonly to: GatewayRig) {}

  async get(url: string, headers: Record<string, string> = {}): Promise<Response> {
    const server = url.startsWith(RELAY) ? 'relay' : 'provider';
    const jar = this.cookies.get(server) ?? new Map<string, string>();
    this.cookies.set(server, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url.replace(RELAY, this.to.url), {
      redirect: 'manual',
      headers: { ...headers, cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      jar.set(name, value);
    }
    return response;
  }

  /** Follows redirects until one leads to an address with this beginning. @returns that address */
  async follow(url: string, until: string): Promise<string> {
    let at = url;
    for (let steps = 0; steps < 10; steps += 1) {
      const response = await this.get(at);
      const next = response.headers.get('location');
      if (next === null) throw new Error(`${at} answered ${response.status}: ${await response.text()}`);
      at = new URL(next, at).href;
      if (at.startsWith(until)) return at;
    }
    throw new Error(`never came to ${until}`);
  }

  async person(): Promise<{ readonly email: string; readonly role: string; readonly name: string } | null> {
    const response = await this.get(`${RELAY}/console/session`, { 'sec-fetch-site': 'same-origin' });
    return ((await response.json()) as { member: Awaited<ReturnType<Browser['person']>> }).member;
  }
}

const START = `${RELAY}/console/company`;

describe('signing in at the company’s provider', () => {
  it('leads an invited person in, by the verified address first and by the identity later', async () => {
    const { organization } = rig.first;
    const { services } = rig;
    const invited = { email: 'ada@company.example', role: 'supervisor' as const };
    const { member, token } = await services.members.invite(organization.id, invited, 'operator');
    const first = new Browser(rig);
    const back = await first.follow(START, CALLBACK);
    const entered = await first.get(back);
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/console/']);
    expect(entered.headers.get('set-cookie')).toMatch(
      /^undertone_console=.+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800; Secure$/,
    );
    expect(await first.person()).toMatchObject({ role: 'supervisor', name: 'Ada Lovelace' });
    await expect(services.members.invited(token)).rejects.toThrow('was used');
    account = { ...ADA, email: 'ada@new-name.example' };
    const later = new Browser(rig);
    await later.get(await later.follow(START, CALLBACK));
    expect(await later.person()).toMatchObject({ email: 'ada@company.example' });
    const sessions = await services.memberSessions.list(organization.id, member.id);
    expect(sessions.map(({ method }) => method)).toEqual(['oidc', 'oidc']);
  });

  const refusal = async (to: GatewayRig): Promise<string | null> => {
    const browser = new Browser(to);
    const answer = await browser.get(await browser.follow(START, CALLBACK));
    expect(await browser.person()).toBeNull();
    return answer.headers.get('location');
  };

  it('lets nobody in who was not invited, or for whose address the provider does not vouch', async () => {
    account = { ...ADA, sub: 'eve', email: 'eve@company.example' };
    expect(await refusal(rig)).toBe('/console/#refused/forbidden');
    const invited = { email: 'eve@company.example', role: 'owner' as const };
    await rig.services.members.invite(rig.first.organization.id, invited, 'operator');
    account = { ...account, email_verified: false };
    expect(await refusal(rig)).toBe('/console/#refused/forbidden');
    expect(await refusal(open)).toBe('/console/#refused/forbidden');
  });

  it('does not give the address of a known person to another account', async () => {
    const invited = { email: 'bob@company.example', role: 'owner' as const };
    await rig.services.members.invite(rig.first.organization.id, invited, 'operator');
    account = { ...ADA, sub: 'bob', email: 'bob@company.example' };
    const bob = new Browser(rig);
    await bob.get(await bob.follow(START, CALLBACK));
    expect(await bob.person()).toMatchObject({ role: 'owner' });
    account = { ...account, sub: 'another-bob' };
    expect(await refusal(rig)).toBe('/console/#refused/forbidden');
  });

  it('makes strangers what the setting says', async () => {
    account = { ...ADA, sub: 'new', email: 'new@company.example' };
    const browser = new Browser(open);
    await browser.get(await browser.follow(START, CALLBACK));
    expect(await browser.person()).toMatchObject({ email: 'new@company.example', role: 'viewer' });
  });

  it('takes a way back only in the browser that left, once, and as it was', async () => {
    account = { ...ADA, sub: 'carol', email: 'carol@company.example' };
    const browser = new Browser(open);
    const back = await browser.follow(START, CALLBACK);
    const stolen = await new Browser(open).get(back);
    expect(stolen.headers.get('location')).toBe('/console/#refused/unauthorized');
    const changed = new URL(back);
    changed.searchParams.set('state', 'another');
    expect((await browser.get(changed.href)).headers.get('location')).toBe('/console/#refused/unauthorized');
    expect((await browser.get(back)).headers.get('location')).toBe('/console/');
    const again = await browser.get(back);
    expect(again.headers.get('location')).toBe('/console/#refused/unauthorized');
  });

  it('is said to the console, and is not there without the settings', async () => {
    const ways = async (url: string): Promise<unknown> =>
      ((await (await fetch(`${url}/console/session`)).json()) as { sign_in: unknown }).sign_in;
    expect(await ways(rig.url)).toMatchObject({ company: true });
    const without = await startGateway();
    expect(await ways(without.url)).toMatchObject({ company: false });
    expect((await fetch(`${without.url}/console/company`, { redirect: 'manual' })).status).toBe(404);
    await without.stop();
  }, 60_000);
});
