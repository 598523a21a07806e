import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { makeTestHeaders, type WebhookEvent } from '@undertone/sdk/webhooks';
import { createReceiver as createEdge } from './edge.js';
import { createReceiver as createExpress } from './express.js';
import { createReceiver as createFastify } from './fastify.js';

const SECRET = 'a secret of at least twenty-four characters';
/** Spaces that a parser and printer would not keep. */
const BODY = `{ "id": "evt_1", "type": "session.end", "created_at": "${new Date().toISOString()}", "data": {} }`;

type Act = (event: WebhookEvent) => Promise<void>;
type Send = (init: RequestInit) => Promise<Response>;

const listening = async (listener: RequestListener, use: (send: Send) => Promise<void>): Promise<void> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await use((init) => fetch(`http://127.0.0.1:${port}/undertone`, init));
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};

const RECEIVERS: readonly [string, (act: Act, use: (send: Send) => Promise<void>) => Promise<void>][] = [
  ['Express', (act, use) => listening(createExpress(SECRET, act), use)],
  [
    'Fastify',
    async (act, use) => {
      const app = createFastify(SECRET, act);
      await app.ready();
      await listening((request, response) => app.routing(request, response), use);
      await app.close();
    },
  ],
  [
    'an edge runtime',
    (act, use) => {
      const handler = createEdge(SECRET, act);
      return use((init) => handler(new Request('https://receiver.example/undertone', init)));
    },
  ],
];

describe.each(RECEIVERS)('the receiver for %s', (_name, start) => {
  it('acts on a delivery and refuses a forged one with 401', async () => {
    const events: string[] = [];
    const act: Act = (event) => {
      events.push(event.id);
      return Promise.resolve();
    };
    await start(act, async (send) => {
      const headers = await makeTestHeaders({ body: BODY, secret: SECRET, id: 'evt_1' });
      expect((await send({ method: 'POST', headers, body: BODY })).status).toBe(204);
      const forged = await makeTestHeaders({ body: BODY, secret: 'another', id: 'evt_1' });
      const refused = await send({ method: 'POST', headers: forged, body: BODY });
      expect(refused.status).toBe(401);
      expect(await refused.json()).toEqual({ error: 'signature_mismatch' });
    });
    expect(events).toEqual(['evt_1']);
  });
});
