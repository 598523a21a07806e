/** Events of the interface specification, “A second event naming is also published”: for what is answered at once. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RelayProcess } from '../support/relay-process.js';
import { RestClient } from '../support/rest-client.js';
import { synthesizeVoice } from '../support/voices.js';
import { wavBytes } from '../support/wav.js';

interface Event {
  type: string;
  data: Record<string, unknown>;
}

let relay: RelayProcess;
let client: RestClient;
let host: Server;
let audio: Uint8Array<ArrayBuffer>;
const told: Event[] = [];

beforeAll(async () => {
  host = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      told.push(JSON.parse(Buffer.concat(chunks).toString()) as Event);
      response.end();
    });
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  relay = await RelayProcess.start({ env: { UNDERTONE_ALLOW_PRIVATE_URLS: 'on' } });
  client = new RestClient(relay);
  audio = new Uint8Array(wavBytes(synthesizeVoice('angry', 1.6), 16_000));
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/hook`;
  for (const name of ['analysis.complete', 'analysis.completed']) {
    const hook = { url, events: [name], secret: 'k7Hq2mXw9Zr4Tb6Yn8Pc3Vd5' };
    expect((await client.post('/v1/webhooks', hook)).status).toBe(201);
  }
});
afterAll(async () => {
  host.close();
  await relay.stop();
});

const eventsOf = (requestId: unknown, type: string): Event[] =>
  told.filter((event) => event.type === type && event.data['request_id'] === requestId);

describe('an analysis that is answered at once', () => {
  it.each(['/v1/analyze', '/v1/analyze/audio'])(
    'over %s is told under both names, once each',
    async (path) => {
      const { status, json } = await client.form(path, { audio });
      expect(status).toBe(200);
      const { request_id, emotion } = json;
      for (const type of ['analysis.complete', 'analysis.completed']) {
        await expect.poll(() => eventsOf(request_id, type), { timeout: 15_000 }).toHaveLength(1);
        expect(eventsOf(request_id, type)[0]?.data).toMatchObject({ emotion });
      }
    },
  );

  it('as a small batch is told item by item', async () => {
    const audio_base64 = Buffer.from(audio).toString('base64');
    const items = ['a', 'b'].map((id) => ({ id, audio_base64 }));
    const { status, json } = await client.post('/v1/analyze/batch', { items });
    expect(status).toBe(200);
    const ids = (): unknown[] =>
      eventsOf(json['request_id'], 'analysis.complete').map(({ data }) => data['item_id']);
    await expect.poll(() => ids().sort(), { timeout: 15_000 }).toEqual(['a', 'b']);
  });
});
