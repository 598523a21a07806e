/** The stream token of a page: created by the customer's server, valid for one connection. */
import { setTimeout as pause } from 'node:timers/promises';
import { AUTH_IN_HELLO, AUTH_PREFIX, CLOSE, SUBPROTOCOL_PROTO } from '@undertone/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hearInNode } from '../support/node-transport.js';
import { encodePcm } from '../support/pcm.js';
import { ProtoClient } from '../support/proto-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { someSpeech, speechRate } from '../support/speech.js';
import { UpgradeRefused } from '../support/stream-socket.js';

let relay: RelayProcess;

beforeAll(async () => {
  relay = await RelayProcess.start();
});
afterAll(() => relay.stop());

const withToken = (token: string, origin?: string) =>
  ProtoClient.connect(relay.wsUrl, {
    protocols: [SUBPROTOCOL_PROTO, `${AUTH_PREFIX}${token}`],
    ...(origin === undefined ? {} : { origin }),
  });

const statusOf = async (attempt: Promise<ProtoClient>): Promise<number> => {
  try {
    (await attempt).drop();
    return 101;
  } catch (error) {
    if (error instanceof UpgradeRefused) return error.status;
    throw error;
  }
};

describe('a stream token', () => {
  it('is at most 1 kB, states its session and its expiry, and opens that session', async () => {
    const made = await relay.token();
    expect(made.token.length).toBeLessThanOrEqual(1_024);
    const remainingMs = Date.parse(made.expires_at) - Date.now();
    expect(remainingMs).toBeGreaterThan(50_000);
    expect(remainingMs).toBeLessThanOrEqual(61_000);
    const client = await withToken(made.token);
    expect((await client.hello()).sessionId).toBe(made.session_id);
    await client.stream([encodePcm(await someSpeech(1), 'pcm_s16le')], speechRate);
    await client.end();
    expect(client.directives().length).toBeGreaterThan(2);
  });

  it('[RT115] that is for features alone refuses audio, and takes what a program without a page heard', async () => {
    const { token } = await relay.token({ privacy: 'features' });
    const client = await withToken(token);
    await client.hello();
    client.send({
      kind: 'audio',
      value: {
        channel: 0,
        firstSample: 0,
        sampleCount: 640,
        payload: new Uint8Array(1_280),
        flags: { speech: false },
      },
    });
    expect((await client.closed).code).toBe(CLOSE.policy_blocked.code);
    const ended = await hearInNode(relay, (await relay.token({ privacy: 'features' })).token);
    expect(ended).toMatchObject({ kind: 'ended', summary: { usage: { billedMs: 1_000 } } });
  });

  it('[RT5] is never echoed: the relay answers with the protocol name only', async () => {
    const client = await withToken((await relay.token()).token);
    expect(client.socket.protocol).toBe(SUBPROTOCOL_PROTO);
    client.drop();
  });

  it('[RT6] opens one connection', async () => {
    const { token } = await relay.token();
    expect(await statusOf(withToken(token))).toBe(101);
    expect(await statusOf(withToken(token))).toBe(401);
  });

  it('[RT6] opens one connection when two race for it', async () => {
    const { token } = await relay.token();
    const statuses = await Promise.all([statusOf(withToken(token)), statusOf(withToken(token))]);
    expect(statuses.sort()).toEqual([101, 401]);
  });

  it('[RT6] opens no connection after it expires', async () => {
    const { token, expires_at } = await relay.token({ expires_in: 10 });
    await pause(Date.parse(expires_at) - Date.now() + 1_100); // its lifetime is the test
    expect(await statusOf(withToken(token))).toBe(401);
  });

  it('[RT6] is valid only for the origins it lists', async () => {
    const make = async () => (await relay.token({ allowed_origins: ['https://desk.example'] })).token;
    expect(await statusOf(withToken(await make(), 'https://evil.example'))).toBe(403);
    expect(await statusOf(withToken(await make(), 'https://desk.example'))).toBe(101);
  });

  it('[RT6] opens no connection when it was altered', async () => {
    const { token } = await relay.token();
    const middle = token.length >> 1;
    const flipped = token.slice(0, middle) + (token[middle] === 'A' ? 'B' : 'A') + token.slice(middle + 1);
    expect(await statusOf(withToken(flipped))).toBe(401);
  });

  it('[RT6] fixes the session: the hello cannot name another one', async () => {
    const made = await relay.token();
    const client = await withToken(made.token);
    client.send({
      kind: 'session.hello',
      value: {
        channels: [],
        features: [],
        metadata: {},
        sampleRate: 16_000,
        sessionId: 'ses_of_someone_else',
      },
    });
    const { message } = await client.inbox.waitFor(
      ({ body }) => body?.kind === 'session.ready' || body?.kind === 'error',
      'an answer to the hello',
    );
    if (message.body?.kind === 'session.ready') expect(message.body.value.sessionId).toBe(made.session_id);
    client.drop();
  });

  it('[RT4] may come in the hello when the client announces that', async () => {
    const connect = () => ProtoClient.connect(relay.wsUrl, { protocols: [SUBPROTOCOL_PROTO, AUTH_IN_HELLO] });
    const made = await relay.token();
    const client = await connect();
    expect((await client.hello({ sampleRate: 16_000, token: made.token })).sessionId).toBe(made.session_id);
    await client.end();
    const bad = await connect();
    bad.send({
      kind: 'session.hello',
      value: { channels: [], features: [], metadata: {}, sampleRate: 16_000, token: made.token },
    });
    expect((await bad.waitFor('error')).value.code).toBe('unauthorized');
    expect((await bad.closed).code).toBe(4401);
  });

  it('is issued only for a key', async () => {
    const response = await fetch(`${relay.url}/v1/stream/tokens`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(401);
    await response.arrayBuffer();
  });

  it.each([{ expires_in: 5 }, { expires_in: 601 }, { admin: true }, { scopes: ['everything'] }])(
    'is refused for a body that asks for %j',
    async (body) => {
      const { status, json } = await relay.request('POST', '/v1/stream/tokens', body);
      expect(status).toBe(400);
      expect(json).toMatchObject({ error: { code: 'validation_error' } });
    },
  );

  it('appears in no log line, and neither does the key', async () => {
    const { token } = await relay.token();
    const client = await withToken(token);
    await client.hello();
    await client.end();
    expect(relay.log).not.toContain(token);
    expect(relay.log).not.toContain(relay.key);
  });
});
