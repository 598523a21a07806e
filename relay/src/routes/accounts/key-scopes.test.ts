import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_SCOPES, type KeyScope } from '../../domain/keys/key-scopes.js';
import { type GatewayRig, startGateway } from '../testing/gateway-rig.js';
import { handshake } from '../testing/handshake.js';

let rig: GatewayRig;
beforeAll(async () => {
  rig = await startGateway();
  await rig.fund(rig.first);
}, 60_000);
afterAll(() => rig.stop());

interface Failed {
  readonly error: { readonly code: string; readonly details?: Readonly<Record<string, unknown>> };
}

const call = async (
  method: string,
  path: string,
  key: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> => {
  const answer = await fetch(`${rig.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
};
const keyWith = (...scopes: KeyScope[]): Promise<{ key: string; keyId: string }> =>
  rig.createKey(rig.first, { scopes });
const create = (key: string, scopes?: readonly string[]) =>
  call('POST', '/v1/api-keys', key, { name: 'Child', scopes });

describe('a key with scopes', () => {
  it.each(KEY_SCOPES)('of %s alone may call the routes of this scope and no other', async (scope) => {
    const { key } = await keyWith(scope);
    const routes = rig.routes.filter((route) => route.access === 'api_key');
    expect(routes.some((route) => route.scope === scope)).toBe(true);
    for (const route of routes) {
      // A malformed body shows whether the route was reached, without doing anything.
      const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : { nothing: 1 };
      const answer = await call(route.method, route.path.replaceAll(/:\w+/g, 'none_1'), key, body);
      const details = (answer.body as Partial<Failed> | undefined)?.error?.details;
      const isRefused = answer.status === 403 && Array.isArray(details?.['scopes']);
      expect(isRefused, `${route.method} ${route.path}`).toBe(route.scope !== scope);
      if (isRefused) expect(details['scopes']).toEqual([`must hold ${route.scope}`]);
    }
  });

  it('opens a stream only with the scope stream', async () => {
    const open = ({ key }: { key: string }) =>
      handshake(`${rig.url}/v1/stream`, [], { Authorization: `Bearer ${key}` });
    const [streams, others] = [await keyWith('stream'), await keyWith('analyze', 'keys')];
    const opened = await open(streams);
    if (opened.kind === 'open') opened.socket.terminate();
    expect(opened.kind).toBe('open');
    expect(await open(others)).toMatchObject({ kind: 'refused', status: 403, code: 'forbidden' });
  });

  it('mints keys with its own scopes, and none with a scope that it lacks', async () => {
    const { key } = await keyWith('keys', 'analyze');
    for (const wish of [['keys', 'webhooks'], KEY_SCOPES]) {
      const refused = await create(key, wish);
      expect([refused.status, (refused.body as Failed).error.code]).toEqual([403, 'forbidden']);
    }
    const child = (await create(key)).body as { api_key: { key: string; id: string } };
    const listed = async (): Promise<unknown> =>
      ((await call('GET', '/v1/api-keys', key)).body as { api_keys: { id: string }[] }).api_keys.find(
        ({ id }) => id === child.api_key.id,
      );
    expect(await listed()).toMatchObject({ scopes: ['keys', 'analyze'] });
    expect((await call('GET', '/v1/wallet', child.api_key.key)).status).toBe(403);
    const fewer = (await create(child.api_key.key, ['analyze'])).body as { api_key: { key: string } };
    expect((await create(fewer.api_key.key)).status).toBe(403);
  });

  it('is refused when the scopes are none, unknown or repeated', async () => {
    for (const scopes of [[], ['everything'], ['keys', 'keys'], 'keys']) {
      const answer = await call('POST', '/v1/api-keys', rig.first.key, { name: 'Odd', scopes });
      const { error } = answer.body as Failed;
      expect([answer.status, Object.keys(error.details ?? {})[0]?.split('.')[0]]).toEqual([400, 'scopes']);
    }
  });
});

it('a key without scopes may do everything, and lists as before', async () => {
  const { key, keyId } = await rig.createTenant();
  const { body } = await call('GET', '/v1/api-keys', key);
  const { api_keys } = body as { api_keys: Record<string, unknown>[] };
  expect(api_keys.find(({ id }) => id === keyId)).not.toHaveProperty('scopes');
});
