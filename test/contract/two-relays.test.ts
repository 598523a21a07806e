/** Two relays on one Postgres share limits, wallets, tokens and revocations. */
import { AUTH_PREFIX, SUBPROTOCOL_PROTO } from '@undertone/protocol';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startPostgres, type TestPostgres } from '../../relay/src/storage/testing/postgres.js';
import { ProtoClient } from '../support/proto-client.js';
import { encodePcm } from '../support/pcm.js';
import { RelayProcess } from '../support/relay-process.js';
import { speechRate } from '../support/speech.js';
import { synthesizeVoice } from '../support/voices.js';

const operator = 'the-operator-of-two-relays-0123456789';
let postgres: TestPostgres;
let relays: [RelayProcess, RelayProcess];

beforeAll(async () => {
  postgres = await startPostgres();
  const env = {
    DATABASE_URL: postgres.url,
    UNDERTONE_TOKEN_SECRET: 'one-secret-for-both-relays-0123456789',
    UNDERTONE_ADMIN_TOKEN: operator,
    UNDERTONE_WORKERS: '1',
  };
  const first = await RelayProcess.start({ env: { ...env, UNDERTONE_RELAY_URL: 'wss://first.example' } });
  relays = [first, await RelayProcess.start({ env })];
});
afterAll(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  await postgres.stop();
});

const admin = async <T>(relay: RelayProcess, method: string, path: string, body?: unknown): Promise<T> => {
  const response = await fetch(`${relay.url}/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${operator}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
};

interface Tenant {
  orgId: string;
  keyId: string;
  key: string;
}

const createTenant = async (plan: string, key: object = {}): Promise<Tenant> => {
  const { organization } = await admin<{ organization: { id: string } }>(
    relays[0],
    'POST',
    '/organizations',
    {
      name: 'Shared',
      plan,
    },
  );
  const path = `/organizations/${organization.id}`;
  const top = { reference: 'opening', credits: 1_000 };
  await admin(relays[0], 'POST', `${path}/wallet/top-ups`, top);
  const made = await admin<{ api_key: { id: string; key: string } }>(relays[0], 'POST', `${path}/api-keys`, {
    name: 'Shared',
    ...key,
  });
  return { orgId: organization.id, keyId: made.api_key.id, key: made.api_key.key };
};

const list = (relay: RelayProcess, key: string): Promise<Response> =>
  fetch(`${relay.url}/v1/api-keys`, { headers: { 'x-api-key': key } });

describe('two relays on one Postgres', () => {
  it('share a key’s requests per minute: together they accept exactly its limit', async () => {
    const { key } = await createTenant('pro', { rate_limit: 20 });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => list(relays[index % 2]!, key)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    for (const answer of answers) expect(answer.headers.get('x-ratelimit-limit')).toBe('20');
  });

  it('share the organization’s stream limit: 5 on the free plan, across both relays', async () => {
    const { key } = await createTenant('free');
    const clients: ProtoClient[] = [];
    for (let index = 0; index < 5; index++) {
      const client = await ProtoClient.connect(relays[index % 2]!.wsUrl, { key });
      await client.hello();
      clients.push(client);
    }
    const sixth = await ProtoClient.connect(relays[1].wsUrl, { key });
    sixth.send({
      kind: 'session.hello',
      value: { channels: [], features: [], metadata: {}, sampleRate: 16_000 },
    });
    expect((await sixth.waitFor('error')).value.code).toBe('concurrency_exceeded');
    await clients[0]!.end();
    // [RT73] The relay frees the stream slot before it tells the client.
    const again = await ProtoClient.connect(relays[1].wsUrl, { key });
    await again.hello();
    for (const client of [...clients, again]) client.drop();
  });

  it('[RT69] tell an observer which relay holds a session', async () => {
    const { key } = await createTenant('pro');
    const call = await ProtoClient.connect(relays[0].wsUrl, { key });
    const { sessionId } = await call.hello();
    const found = await vi.waitFor(async () => {
      const observer = await ProtoClient.connect(relays[1].wsUrl, { key });
      observer.send({ kind: 'observe.subscribe', value: { sessionIds: [sessionId], kinds: [] } });
      const { value } = await observer.waitFor('error');
      observer.drop();
      // The first checkpoint, a moment after the start, stores the relay address.
      expect(value.relay).toBe('wss://first.example');
      return value;
    });
    expect(found).toMatchObject({ code: 'session_elsewhere', retryable: true, fatal: false });
    expect(call.all('observer.joined')).toEqual([]);
    call.drop();
  });

  it('[RT78] announce on a stream what was added over REST on the other relay, once and in order', async () => {
    const { key } = await createTenant('pro');
    const call = await ProtoClient.connect(relays[0].wsUrl, { key });
    const { sessionId } = await call.hello();
    const add = (utterance_id: string) =>
      fetch(`${relays[1].url}/v1/sessions/${sessionId}/utterances`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ utterance_id, transcript: 'I wrote to you twice.' }),
      });
    for (const id of ['first', 'first', 'second']) expect((await add(id)).ok).toBe(true);
    await vi.waitFor(
      () => {
        expect(call.all('utterance').map(({ utteranceId }) => utteranceId)).toEqual(['first', 'second']);
      },
      { timeout: 5_000 },
    );
    call.drop();
  });

  it('[RT76] [RT77] end a stream over the other relay with the turn that is being spoken', async () => {
    const { key } = await createTenant('pro');
    const call = await ProtoClient.connect(relays[0].wsUrl, { key });
    const { sessionId } = await call.hello();
    await call.stream([encodePcm(synthesizeVoice('angry', 2), 'pcm_s16le')], speechRate);
    await call.waitFor('turn.start');
    const answer = await fetch(`${relays[1].url}/v1/sessions/${sessionId}/end`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: '{}',
    });
    const { session } = (await answer.json()) as { session: { summary: { duration: number } } };
    expect(session).toMatchObject({ state: 'ended', end_code: 'client_ended', utterance_count: 1 });
    const told = (await call.waitFor('session_end')).value;
    expect(told).toMatchObject({ utteranceCount: 1, durationS: session.summary.duration });
    expect((await call.waitFor('error')).value.code).toBe('ended_by_server');
    expect((await call.closed).code).toBe(4000);
  });

  it('share wallets: either relay can spend a payment made to the other, and a payment counts once', async () => {
    const { orgId, key } = await createTenant('pro');
    const path = `/organizations/${orgId}/wallet`;
    const pay = (relay: RelayProcess) =>
      admin<{ top_up: { applied: boolean } }>(relay, 'POST', `${path}/top-ups`, {
        reference: 'invoice 7',
        credits: 50,
      });
    const payments = await Promise.all(relays.map(pay));
    expect(payments.map(({ top_up }) => top_up.applied).sort()).toEqual([false, true]);
    for (const relay of relays) {
      expect(await admin(relay, 'GET', path)).toMatchObject({ wallet: { balance_credits: 1_050 } });
      const wallet = await fetch(`${relay.url}/v1/wallet`, { headers: { 'x-api-key': key } });
      expect(wallet.status).toBe(200);
    }
  });

  it('token_single_use: refuse a token that the other relay has redeemed', async () => {
    const { key } = await createTenant('pro');
    const response = await fetch(`${relays[0].url}/v1/stream/tokens`, {
      method: 'POST',
      headers: { 'x-api-key': key },
    });
    const { token } = (await response.json()) as { token: string };
    const open = (relay: RelayProcess) =>
      ProtoClient.connect(relay.wsUrl, { protocols: [SUBPROTOCOL_PROTO, `${AUTH_PREFIX}${token}`] });
    (await open(relays[0])).drop();
    await expect(open(relays[1])).rejects.toMatchObject({ status: 401 });
  });

  it('revoke_closes_stream: end streams of a key, also those of its tokens, within 5 s of its revocation on the other relay', async () => {
    const { orgId, keyId, key } = await createTenant('pro');
    const [here, there] = relays;
    const byKey = await ProtoClient.connect(there.wsUrl, { key });
    await byKey.hello();
    const made = await fetch(`${there.url}/v1/stream/tokens`, {
      method: 'POST',
      headers: { 'x-api-key': key },
    });
    const { token } = (await made.json()) as { token: string };
    const byToken = await ProtoClient.connect(there.wsUrl, {
      protocols: [SUBPROTOCOL_PROTO, `${AUTH_PREFIX}${token}`],
    });
    await byToken.hello();
    const startedMs = performance.now();
    await admin(here, 'DELETE', `/organizations/${orgId}/api-keys/${keyId}`);
    for (const client of [byKey, byToken]) {
      expect((await client.waitFor('error')).value.code).toBe('unauthorized');
      expect((await client.closed).code).toBe(4401);
    }
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    expect((await list(here, key)).status).toBe(401);
    expect((await list(there, key)).status).toBe(401);
  });

  /** The client of a stream, on another socket. */
  const resume = async (former: ProtoClient, handle: string, relay: RelayProcess, key: string) => {
    const { seq, generation, ack } = former;
    const client = await ProtoClient.connect(relay.wsUrl, { key, seq, generation });
    client.nextSample.splice(0, 2, ...former.nextSample);
    const next = former.all('audio.ack').at(-1)?.throughSample ?? 0;
    const ready = await client.hello({ resume: { handle, lastServerSeq: ack, nextSample: [next] } });
    client.nextSample[0] = ready.nextSample[0] ?? 0;
    return { client, ready };
  };

  it('[RT46] move a stream whose link breaks there and back, without a second of it lost', async () => {
    const { key } = await createTenant('pro');
    const speech = encodePcm(synthesizeVoice('angry', 2), 'pcm_s16le');
    let call = await ProtoClient.connect(relays[0].wsUrl, { key });
    const { resumeHandle } = await call.hello();
    let sent = 0;
    for (const relay of [relays[1], relays[0], relays[1]]) {
      await call.stream([speech], speechRate);
      sent += speech.length / 2;
      await vi.waitFor(() =>
        expect(call.all('audio.ack').at(-1)?.throughSample).toBeGreaterThan(sent - 8_000),
      );
      call.drop();
      const moved = await resume(call, resumeHandle, relay, key);
      expect((await moved.client.waitFor('resumed')).value.lost).toEqual([]);
      const from = moved.ready.nextSample[0] ?? 0;
      moved.client.audio(speech.subarray(speech.length - (sent - from) * 2), sent - from);
      call = moved.client;
    }
    const { usage, durationS } = await call.end();
    expect(durationS).toBeCloseTo(sent / speechRate, 3);
    expect(usage.processedMs).toBe(durationS * 1_000);
  });

  it('[RT44] take a stream up whose relay was killed right after session.ready', async () => {
    const { key } = await createTenant('pro');
    const call = await ProtoClient.connect(relays[1].wsUrl, { key });
    const { resumeHandle, sessionId } = await call.hello();
    await relays[1].kill('SIGKILL');
    const { client, ready } = await resume(call, resumeHandle, relays[0], key);
    expect(ready.sessionId).toBe(sessionId);
    await client.stream([encodePcm(synthesizeVoice('angry', 1), 'pcm_s16le')], speechRate);
    expect((await client.end()).durationS).toBe(1);
    await relays[1].start();
  });

  it('free the stream slots of a killed relay: the other takes all five when the leases expire', async () => {
    const { key } = await createTenant('free');
    const clients: ProtoClient[] = [];
    for (let index = 0; index < 5; index++) {
      const client = await ProtoClient.connect(relays[1].wsUrl, { key });
      await client.hello();
      clients.push(client);
    }
    await relays[1].kill('SIGKILL');
    const opens = async (): Promise<boolean> => {
      const client = await ProtoClient.connect(relays[0].wsUrl, { key });
      client.send({
        kind: 'session.hello',
        value: { channels: [], features: [], metadata: {}, sampleRate: 16_000 },
      });
      const { message } = await client.inbox.waitFor(
        ({ body }) => body?.kind === 'session.ready' || body?.kind === 'error',
        'an answer to the hello',
      );
      client.drop();
      return message.body?.kind === 'session.ready';
    };
    expect(await opens()).toBe(false);
    await expect.poll(opens, { timeout: 40_000, interval: 1_000 }).toBe(true);
    await relays[1].start();
  });

  it('run one version back on a schema that a newer relay added to, and say so; not on one that it took from', async () => {
    const database = new pg.Client({ connectionString: postgres.url });
    await database.connect();
    const [, older] = relays;
    await older.kill('SIGTERM');
    // What the next release would do, in its two steps.
    await database.query('alter table sessions add column next_form text');
    await database.query(
      `insert into kysely_migration values ('9998-next-form', '2099', '0010-sessions-by-organization')`,
    );
    await older.start();
    const said = older.log.split('\n').filter((line) => line.includes('"code":"newer_schema"'));
    expect(said).toHaveLength(1);
    expect(JSON.parse(said[0]!)).toMatchObject({ newerMigrations: ['9998-next-form'] });
    const { key } = await createTenant('pro');
    const call = await ProtoClient.connect(older.wsUrl, { key });
    await call.hello();
    await call.end();
    await older.kill('SIGTERM');
    await database.query(
      `insert into kysely_migration values ('9999-old-form-goes', '2099', '9998-next-form')`,
    );
    await expect(older.start()).rejects.toThrow('needs a relay that knows 9998-next-form');
    await database.query(`delete from kysely_migration where name > '9'`);
    await database.end();
    await older.start();
  });
});
