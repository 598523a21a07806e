/**
 * Telephony vendors' calls against the same audio over `/v1/stream`: the same readings, the same billed seconds; their credentials at the
 * upgrade; the panel's token by the name of the call.
 */
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUTH_PREFIX, SUBPROTOCOL_JSON } from '@undertone/protocol';
import { Resampler } from '@undertone/prosody';
import type { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  AudiohookCall,
  CONVERSATION,
  offer,
  signedHeaders,
} from '../../relay/src/stream/wires/telephony/testing/audiohook-call.js';
import {
  ACCOUNT_SID,
  CALL_SID,
  chunksOf,
  TwilioCall,
} from '../../relay/src/stream/wires/telephony/testing/twilio-call.js';
import { expectSameReadings, fromJson, type Reading } from '../support/compare.js';
import { paced } from '../support/pace.js';
import { encodePcm } from '../support/pcm.js';
import { PlainClient } from '../support/plain-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { someSpeech, speechRate } from '../support/speech.js';
import { closeOf, openSocket, UpgradeRefused } from '../support/stream-socket.js';

const SECONDS = 4;
const TWILIO = '/v1/telephony/twilio';
const AUDIOHOOK = '/v1/telephony/audiohook';
const AUTH_TOKEN = '0123456789abcdef0123456789abcdef';
const API_KEY = 'genesys-api-key';
const CLIENT_SECRET = Buffer.from('a client secret of 32 characters');
/** Streams that run at the same time share model calls, which add in another order and so round differently. */
const batchRounding = 1e-4;
const operator = 'the-operator-of-the-telephony-relay-0123';

let folder: string;
let relay: RelayProcess;
let codes: Buffer;

const organizationId = async (): Promise<string> => {
  const headers = { authorization: `Bearer ${operator}` };
  const response = await fetch(`${relay.url}/admin/v1/organizations`, { headers });
  const { organizations } = (await response.json()) as { organizations: { id: string }[] };
  return organizations[0]?.id ?? '';
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-telephony-'));
  const file = join(folder, 'accounts.json');
  await writeFile(file, '{}');
  relay = await RelayProcess.start({
    env: { UNDERTONE_TELEPHONY: file, UNDERTONE_ADMIN_TOKEN: operator },
  });
  const organization = await organizationId();
  const twilio = [{ organization, account_sid: ACCOUNT_SID, auth_token: AUTH_TOKEN }];
  const client_secret = CLIENT_SECRET.toString('base64');
  const audiohook = [{ organization, api_key: API_KEY, client_secret }];
  await writeFile(file, JSON.stringify({ twilio, audiohook }));
  // The relay reads the file again.
  await vi.waitUntil(() => relay.log.includes('the telephony accounts were read again'), { timeout: 30_000 });
  const speech = await someSpeech(SECONDS);
  const resampler = new Resampler(speechRate, 8_000);
  const narrow = new Float32Array(speech.length);
  const written = resampler.process(speech, narrow);
  codes = encodePcm(narrow.subarray(0, written - (written % 1_600)), 'mulaw');
});
afterAll(async () => {
  await relay.stop();
  await rm(folder, { recursive: true, force: true });
});

const twilioSignature = (path = TWILIO): Record<string, string> => ({
  'x-twilio-signature': createHmac('sha1', AUTH_TOKEN)
    .update(`wss://127.0.0.1:${relay.port}${path}`)
    .digest('base64'),
});

const audiohookHeaders = (over: object = {}): Record<string, string> =>
  signedHeaders({
    apiKey: API_KEY,
    clientSecret: CLIENT_SECRET,
    authority: `127.0.0.1:${relay.port}`,
    target: AUDIOHOOK,
    createdS: Math.floor(Date.now() / 1_000),
    ...over,
  });

const refusal = async (path: string, headers: Record<string, string>): Promise<number> => {
  try {
    (await openSocket(`${relay.wsUrl}${path}`, { headers })).terminate();
    return 101;
  } catch (error) {
    if (error instanceof UpgradeRefused) return error.status;
    throw error;
  }
};

/** A desktop that shows a call by naming it. */
const desktop = async (name: string): Promise<{ client: PlainClient; sessionId: string }> => {
  const watch = () =>
    fetch(`${relay.url}/v1/sessions/${name}/watch`, { headers: { 'X-API-Key': relay.key } });
  await expect.poll(async () => (await watch()).status, { timeout: 10_000 }).toBe(200);
  const { token, session_id } = (await (await watch()).json()) as { token: string; session_id: string };
  const client = await PlainClient.connect(relay.wsUrl, {
    protocols: [SUBPROTOCOL_JSON, `${AUTH_PREFIX}${token}`],
  });
  client.send({ type: 'observe.subscribe', session_ids: [session_id] });
  await client.waitFor('snapshot');
  return { client, sessionId: session_id };
};

interface Heard {
  readonly readings: Reading[];
  readonly billedMs: number;
  readonly metadata: Record<string, string>;
}

const sessionOf = async (id: string): Promise<{ metadata: Record<string, string> }> => {
  const response = await fetch(`${relay.url}/v1/sessions/${id}`, { headers: { 'X-API-Key': relay.key } });
  return ((await response.json()) as { session: { metadata: Record<string, string> } }).session;
};

const heardBy = async ({ client, sessionId }: Awaited<ReturnType<typeof desktop>>): Promise<Heard> => {
  const { message } = await client.waitFor('session_end', 30_000);
  const { metadata } = await sessionOf(sessionId);
  const usage = message['usage'] as { processed_ms: number };
  client.drop();
  return { readings: client.directives().map(fromJson), billedMs: usage.processed_ms, metadata };
};

const overPlain = async (): Promise<Heard> => {
  const client = await PlainClient.connect(relay.wsUrl, { key: relay.key });
  await client.hello({ line: 'plain', channels: [{ id: 'inbound', encoding: 'mulaw', sample_rate: 8_000 }] });
  await client.stream(codes, 8_000, 20);
  const { usage } = (await client.end()) as unknown as { usage: { processed_ms: number } };
  return { readings: client.directives().map(fromJson), billedMs: usage.processed_ms, metadata: {} };
};

const overTwilio = async (): Promise<Heard> => {
  const socket = await openSocket(`${relay.wsUrl}${TWILIO}`, { headers: twilioSignature() });
  const call = new TwilioCall();
  socket.send(call.connected());
  socket.send(call.start(['inbound', 'outbound'], { line: 'twilio', caller: '+15551234567', agent: 'u-7' }));
  const panel = await desktop(CALL_SID);
  const inbound = chunksOf('inbound', codes);
  const outbound = chunksOf('outbound', codes);
  // Every tenth chunk comes after its neighbor.
  const order = inbound.map((_, at) => (at % 10 === 4 ? at + 1 : at % 10 === 5 ? at - 1 : at));
  await paced(order.length, 20, (at) => {
    for (const media of [inbound[order[at]!], outbound[order[at]!]])
      if (media) socket.send(call.media(media));
  });
  socket.send(call.stop());
  const [heard, close] = await Promise.all([heardBy(panel), closeOf(socket)]);
  expect(close).toEqual({ code: 1000, reason: 'normal' });
  return heard;
};

const told = (socket: WebSocket, type: string): Promise<Record<string, unknown>> =>
  new Promise((resolve) => {
    socket.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString()) as Record<string, unknown>;
      if (message['type'] === type) resolve(message);
    });
  });

const overAudiohook = async (): Promise<Heard> => {
  const socket = await openSocket(`${relay.wsUrl}${AUDIOHOOK}`, { headers: audiohookHeaders() });
  const call = new AudiohookCall();
  const [opened, closed] = [told(socket, 'opened'), told(socket, 'closed')];
  socket.send(
    call.open({
      media: [offer(['external', 'internal'])],
      customConfig: { line: 'genesys', queue: 'billing' },
    }),
  );
  expect((await opened)['parameters']).toMatchObject({ media: [offer(['external', 'internal'])] });
  call.serverSeq = 1;
  const panel = await desktop(CONVERSATION);
  const stereo = Buffer.from([...codes].flatMap((code) => [code, code]));
  await paced(Math.ceil(codes.length / 1_600), 200, (at) => {
    socket.send(stereo.subarray(at * 3_200, (at + 1) * 3_200));
    call.position += 1_600;
  });
  socket.send(call.say('close', { reason: 'end' }));
  const [heard] = await Promise.all([heardBy(panel), closed]);
  socket.close();
  return heard;
};

describe('a telephony call', () => {
  it('[RT104] [RT107] gives the readings, the seconds and the session of the same audio over /v1/stream', async () => {
    const [plain, twilio, audiohook] = await Promise.all([overPlain(), overTwilio(), overAudiohook()]);
    for (const heard of [twilio, audiohook]) {
      expectSameReadings(heard.readings, plain.readings, batchRounding);
      expect(heard.billedMs).toBe(plain.billedMs);
    }
    expect(twilio.metadata).toMatchObject({
      vendor: 'twilio',
      call_id: CALL_SID,
      caller: '+15551234567',
      agent: 'u-7',
    });
    expect(audiohook.metadata).toMatchObject({
      vendor: 'audiohook',
      call_id: CONVERSATION,
      queue: 'billing',
    });
  });
});

describe('the credentials of a telephony call', () => {
  it('[RT105] refuses a Twilio request without the signature of a configured account', async () => {
    expect(await refusal(TWILIO, {})).toBe(401);
    expect(await refusal(TWILIO, { 'x-twilio-signature': 'bm9uc2Vuc2U=' })).toBe(401);
    expect(await refusal(TWILIO, twilioSignature('/elsewhere'))).toBe(401);
    expect(await refusal(TWILIO, twilioSignature())).toBe(101);
  });

  it('[RT108] refuses an AudioHook request with a wrong or repeated signature, and takes an API key of ours without one', async () => {
    const headers = audiohookHeaders({ nonce: 'a-nonce-of-this-very-test' });
    expect(await refusal(AUDIOHOOK, headers)).toBe(101);
    expect(await refusal(AUDIOHOOK, headers)).toBe(401);
    expect(await refusal(AUDIOHOOK, audiohookHeaders({ clientSecret: Buffer.from('another') }))).toBe(401);
    expect(await refusal(AUDIOHOOK, { 'x-api-key': 'psk_nobody' })).toBe(401);
    expect(await refusal(AUDIOHOOK, { 'x-api-key': relay.key })).toBe(101);
    expect(relay.log).not.toContain(AUTH_TOKEN);
    expect(relay.log).not.toContain(CLIENT_SECRET.toString('base64'));
  });
});
