/** A limit on the wallet, from real usage to the receiver that the customer runs: signed, and once. */
import { verifyWebhook, WebhookVerificationError } from '@undertone/sdk/webhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RelayProcess } from '../support/relay-process.js';
import { RestClient } from '../support/rest-client.js';
import { synthesizeVoice } from '../support/voices.js';
import { wavBytes } from '../support/wav.js';
import { type Delivery, Receiver } from './conformance/receiver.js';

const SECRET = 'k7Hq2mXw9Zr4Tb6Yn8Pc3Vd5';
/** Whole seconds, so that an analysis costs as many credits. */
const SECONDS = 2;

let relay: RelayProcess;
let client: RestClient;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start(new Uint8Array());
  relay = await RelayProcess.start({ env: { UNDERTONE_ALLOW_PRIVATE_URLS: 'on' } });
  client = new RestClient(relay);
  const hook = { url: `${receiver.url}/wallet`, events: ['wallet.budget_reached'], secret: SECRET };
  expect((await client.post('/v1/webhooks', hook)).status).toBe(201);
});
afterAll(async () => {
  await relay.stop();
  receiver.stop();
});

const use = async (): Promise<void> => {
  const audio = new Uint8Array(wavBytes(synthesizeVoice('angry', SECONDS), 16_000));
  expect((await client.form('/v1/analyze/audio', { audio })).status).toBe(200);
};

const balance = async (): Promise<number> =>
  (await client.send('GET', '/v1/wallet/budgets')).json['balance_credits'] as number;

const setLimits = async (...budgets: { kind: string; credits: number }[]): Promise<void> => {
  const { status } = await client.send('PUT', '/v1/wallet/budgets', JSON.stringify({ budgets }), {
    'content-type': 'application/json',
  });
  expect(status).toBe(200);
};

const toldOf = (credits: number) => (delivery: Delivery) => delivery.event.data['limit_credits'] === credits;
const next = (credits: number) => receiver.next(`the limit of ${credits}`, toldOf(credits));

describe('a limit on the wallet', () => {
  it('is told of when real usage passes it, to a receiver that checks the signature, and once in a month', async () => {
    const before = await balance();
    const under = before - 3 * SECONDS + 1;
    await setLimits(
      { kind: 'spent_in_month', credits: SECONDS },
      { kind: 'spent_in_month', credits: 2 * SECONDS },
      { kind: 'balance_below', credits: under },
    );
    await use();
    const first = await next(SECONDS);
    const { body, headers } = first;
    expect(await verifyWebhook({ body, headers, secret: SECRET })).toMatchObject({
      type: 'wallet.budget_reached',
      data: { kind: 'spent_in_month', limit_credits: SECONDS, credits: SECONDS },
    });
    await expect(verifyWebhook({ body, headers, secret: 'not-the-secret-of-the-webhook' })).rejects.toThrow(
      WebhookVerificationError,
    );
    // The limits beyond are told of in their turn, so whatever was told twice would have come by then.
    await use();
    await next(2 * SECONDS);
    await use();
    const last = await next(under);
    expect(last.event.data).toMatchObject({ kind: 'balance_below', credits: before - 3 * SECONDS });
    await verifyWebhook({ body: last.body, headers: last.headers, secret: SECRET });
    // Nor is it told again by a relay that begins anew, which tells what is due first.
    await relay.kill();
    await relay.start();
    await setLimits({ kind: 'spent_in_month', credits: SECONDS }, { kind: 'spent_in_month', credits: 1 });
    await next(1);
    // A relay killed before it noted the answer delivers the same event again; a customer goes by its id.
    const events = new Map(receiver.deliveries.map(({ event }) => [event.id, event.data['limit_credits']]));
    expect([...events.values()]).toEqual([SECONDS, 2 * SECONDS, under, 1]);
  });
});
