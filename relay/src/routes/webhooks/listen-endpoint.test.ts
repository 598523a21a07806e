import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { EventListeners, MAX_LISTENERS } from '../../domain/webhooks/event-listeners.js';
import type { OpenSocket } from '../../socket/open-socket.js';
import type { HandshakeDecision } from '../../transport/websocket.js';
import type { Authenticator } from '../auth/authenticator.js';
import { type GatewayRig, startGateway, type Tenant } from '../testing/gateway-rig.js';
import { ListenEndpoint } from './listen-endpoint.js';

const MORE = 60;
const REQUEST = {
  id: 'req_1',
  path: '/v1/webhooks/listen',
  target: '/v1/webhooks/listen',
  headers: new Map<string, string>(),
  query: new URLSearchParams(),
  remoteAddress: '127.0.0.1',
};

/** An endpoint that admits everybody, over a store that does not answer or fails. */
const start = (register: () => Promise<void> = () => new Promise(() => undefined)) => {
  const store = {
    register,
    keep: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    eventsSince: () => Promise.resolve([]),
    bodies: () => Promise.resolve([]),
  };
  const caller = { key: { id: 'key_1', scopes: undefined }, organization: { id: 'org_1' } };
  const rate = { limit: 1, remaining: 1, resetS: 1, allowed: true };
  const endpoint = new ListenEndpoint({
    authenticator: {
      admit: () => Promise.resolve({ kind: 'caller', caller, rate, headers: new Map() }),
    } as unknown as Authenticator,
    listeners: new EventListeners({ store, nowMs: () => 0 }),
    secretOf: () => 'whsec_',
    admits: () => true,
    onRefused: () => undefined,
    onFailed: () => undefined,
  });
  const decide = async (count: number): Promise<readonly Accepted[]> => {
    const decisions = await Promise.all(Array.from({ length: count }, () => endpoint.decide(REQUEST)));
    return decisions.filter((decision) => decision.kind === 'accept');
  };
  return { decide };
};
type Accepted = Extract<HandshakeDecision, { kind: 'accept' }>;

describe('the places of listeners', () => {
  it('are taken when a handshake is decided, and given back once when its client is gone', async () => {
    const { decide } = start();
    const [first, ...others] = await decide(MORE);
    expect(others).toHaveLength(MAX_LISTENERS - 1);
    first?.release();
    first?.release();
    expect(await decide(MORE)).toHaveLength(1);
    for (const { release } of others) release();
    expect(await decide(MORE)).toHaveLength(MAX_LISTENERS - 1);
  });

  it('are free again after a listener could not be stored and its socket was closed', async () => {
    const { decide } = start(() => Promise.reject(new Error('the database is away')));
    for (const { open, release } of await decide(MORE)) {
      await new Promise<void>((closed) => {
        const socket = { close: () => closed() } as unknown as OpenSocket;
        open(socket);
      });
      release();
    }
    expect(await decide(MORE)).toHaveLength(MAX_LISTENERS);
  });
});

describe('listeners over the network', () => {
  let rig: GatewayRig;
  let ours: Tenant;
  beforeAll(async () => {
    rig = await startGateway();
    ours = await rig.createTenant();
  }, 60_000);
  afterAll(() => rig.stop());

  const connect = (): Promise<WebSocket | undefined> =>
    new Promise((resolve) => {
      const url = `${rig.url.replace('http', 'ws')}/v1/webhooks/listen`;
      const socket = new WebSocket(url, { headers: { authorization: `Bearer ${ours.key}` } });
      socket.addEventListener('open', () => resolve(socket));
      socket.addEventListener('error', () => resolve(undefined));
    });
  const connectMany = async () =>
    (await Promise.all(Array.from({ length: MORE }, connect))).filter((socket) => socket !== undefined);

  it('are never more than allowed, however many come at once, and may come again after they left', async () => {
    const first = await connectMany();
    expect(first).toHaveLength(MAX_LISTENERS);
    const closed = first.map((socket) => new Promise((resolve) => socket.addEventListener('close', resolve)));
    for (const socket of first) socket.close();
    await Promise.all(closed);
    const second = await connectMany();
    expect(second).toHaveLength(MAX_LISTENERS);
    for (const socket of second) socket.close();
  }, 30_000);
});
