/** Supervisors: observe-only tokens, snapshots, presence, and the effects of a correction in the stream. */
import type { EndedInfo } from '@undertone/client';
import { observe } from '@undertone/client/observe';
import {
  AUTH_PREFIX,
  SUBPROTOCOL_JSON,
  SUBPROTOCOL_PROTO,
  type ServerMessage,
  type Snapshot,
} from '@undertone/protocol';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePcm } from '../support/pcm.js';
import { PlainClient } from '../support/plain-client.js';
import { ProtoClient } from '../support/proto-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { someSpeech, speechRate } from '../support/speech.js';

const operator = 'the-operator-of-the-observed-relay-0123';
let relay: RelayProcess;
let sentence: Buffer;

beforeAll(async () => {
  relay = await RelayProcess.start({ env: { UNDERTONE_ADMIN_TOKEN: operator } });
  sentence = encodePcm(await someSpeech(3), 'pcm_s16le');
});
afterAll(() => relay.stop());

/** Starts a call that a page streams with a token of its own. */
const startCall = async (sessionId?: string): Promise<{ client: ProtoClient; sessionId: string }> => {
  const made = await relay.token(sessionId === undefined ? {} : { session_id: sessionId });
  const client = await withToken(made.token);
  await client.hello();
  return { client, sessionId: made.session_id };
};

const withToken = (token: string): Promise<ProtoClient> =>
  ProtoClient.connect(relay.wsUrl, { protocols: [SUBPROTOCOL_PROTO, `${AUTH_PREFIX}${token}`] });

/** Connects a client that may only watch. */
const startObserver = async (claims: Record<string, unknown> = {}): Promise<ProtoClient> =>
  withToken((await relay.token({ scopes: ['stream.observe'], ...claims })).token);

const watch = (client: ProtoClient, sessionIds: string[], fromSeq?: number): void =>
  client.send({
    kind: 'observe.subscribe',
    value: { sessionIds, kinds: [], ...(fromSeq !== undefined && { fromSeq }) },
  });

const told = (client: ProtoClient): ServerMessage[] =>
  client.inbox.arrivals
    .map(({ message }) => message)
    .filter(({ body }) => body?.kind !== 'snapshot' && body?.kind !== 'resumed' && body?.kind !== 'error');

const balance = async (): Promise<number> => {
  const { json } = await relay.request('GET', '/v1/wallet');
  return (json as { wallet: { balance: { micro_credits: number } } }).wallet.balance.micro_credits;
};

const silence = (seconds: number): Buffer => Buffer.alloc(Math.round(seconds * speechRate) * 2);

describe('a supervisor who joins a call late', () => {
  it('[RT63] [RT65] [RT66] gets a snapshot and every message after it, is announced, and pays nothing', async () => {
    const before = await balance();
    const { client, sessionId } = await startCall();
    await client.stream([Buffer.concat([sentence, silence(1.2)])], speechRate);
    const observer = await startObserver({ metadata: { role: 'supervisor' } });
    watch(observer, [sessionId]);
    const { value: snapshot } = await observer.waitFor('snapshot');
    expect((await client.waitFor('observer.joined')).value).toEqual({ role: 'supervisor', count: 1 });
    expect(snapshot).toMatchObject({ sessionId, state: 'live', paused: false, observers: 1 });
    expect(snapshot.channels).toMatchObject([{ subject: 'customer' }]);
    // One directive per second, then the newest that heard speech and the newest of all.
    const ids = client.directives().map(({ directiveId }) => directiveId);
    const drawn = snapshot.directives.map(({ directiveId }) => directiveId);
    expect(drawn.length).toBeGreaterThan(2);
    expect(drawn).toEqual(ids.filter((id) => drawn.includes(id)));
    expect(drawn.at(-1)).toBe(ids.at(-1));
    expect(snapshot.turns.length).toBeGreaterThan(0);
    expect(snapshot.model?.labels.length).toBeGreaterThan(3);
    const heard = client.directives().length;
    await client.stream([Buffer.concat([sentence, silence(1.2)])], speechRate);
    await observer.waitFor('session.prediction');
    const ended = await client.end();
    await observer.waitFor('session_end');
    const messages = told(observer);
    const at = observer.inbox.arrivals[0]?.message.position ?? NaN;
    expect(messages.map(({ position }) => position)).toEqual(messages.map((_, index) => at + 1 + index));
    expect(new Set(messages.map(({ observed }) => observed))).toEqual(new Set([sessionId]));
    expect(observer.directives()).toEqual(client.directives().slice(-observer.directives().length));
    expect(client.directives().length - observer.directives().length).toBeLessThanOrEqual(heard + 1);
    const seen = observer.all('session_end')[0];
    expect(seen?.transcript).toEqual(ended.transcript);
    expect(seen?.usage).toEqual({
      receivedMs: ended.usage.receivedMs,
      processedMs: ended.usage.processedMs,
    });
    expect(before - (await balance())).toBe(ended.usage.microCredits);
    expect(observer.all('usage')).toEqual([]);
    observer.drop();
  });

  it('[RT64] [RT70] resumes from what it missed, stays while the caller’s page reloads, and learns of the end', async () => {
    const { client, sessionId } = await startCall();
    const ready = client.all('session.ready')[0]!;
    const first = await startObserver();
    watch(first, [sessionId]);
    await first.waitFor('snapshot');
    await client.stream([sentence], speechRate);
    await client.waitFor('directive');
    await first.waitFor('directive');
    const seen = Math.max(...told(first).map(({ position = 0 }) => position));
    first.drop();
    await client.waitFor('observer.left');
    await client.stream([sentence], speechRate);
    const observer = await startObserver({ session_id: sessionId });
    watch(observer, [], seen + 1);
    expect((await observer.waitFor('resumed')).value.fromSeq).toBe(seen + 1);
    client.drop();
    await observer.inbox.waitFor(
      ({ body }) => body?.kind === 'snapshot' && body.value.state === 'detached',
      'the news that the page is gone',
    );
    const back = await ProtoClient.connect(relay.wsUrl, {
      key: relay.key,
      seq: client.seq,
      generation: client.generation,
    });
    const again = await back.hello({
      sampleRate: speechRate,
      resume: { handle: ready.resumeHandle, lastServerSeq: client.ack, nextSample: [client.nextSample[0]!] },
    });
    expect(again.observers).toBe(1);
    await observer.inbox.waitFor(
      ({ body }) => body?.kind === 'snapshot' && body.value.state === 'live',
      'the news that the page is back',
    );
    await back.end();
    await observer.waitFor('session_end');
    // The observer's token names only this session, so the relay closes its connection.
    expect((await observer.closed).code).toBe(1000);
    const positions = told(observer).map(({ position }) => position);
    expect(positions).toEqual(positions.map((_, index) => seen + 1 + index));
  });

  it('[RT62] speaks JSON on the plain endpoint, and may not send audio', async () => {
    const { client, sessionId } = await startCall();
    const { token } = await relay.token({ scopes: ['stream.observe'] });
    const observer = await PlainClient.connect(relay.wsUrl, {
      protocols: [SUBPROTOCOL_JSON, `${AUTH_PREFIX}${token}`],
    });
    observer.send({
      type: 'observe.subscribe',
      session_ids: [sessionId],
      kinds: ['directive'],
      max_rate_hz: 1,
    });
    const { message } = await observer.waitFor('snapshot');
    expect(message).toMatchObject({ observed: sessionId, session_id: sessionId, state: 'live' });
    expect(message['position']).toBeTypeOf('number');
    await client.stream([sentence], speechRate);
    const { message: directive } = await observer.waitFor('directive');
    expect(directive).toMatchObject({ observed: sessionId });
    expect(observer.all('turn.start')).toEqual([]);
    observer.audio(silence(0.04));
    expect((await observer.waitFor('error')).message['code']).toBe('forbidden');
    expect((await observer.closed).code).toBe(4403);
    await client.end();
    expect(observer.all('directive').length).toBeLessThan(client.directives().length / 2);
  });

  it('[RT62] uses no stream slot of the plan', async () => {
    const { key } = await createTenant('free');
    const calls: ProtoClient[] = [];
    for (let index = 0; index < 5; index += 1) {
      const call = await ProtoClient.connect(relay.wsUrl, { key });
      await call.hello();
      calls.push(call);
    }
    const tokens = await fetch(`${relay.url}/v1/stream/tokens`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ scopes: ['stream.observe'] }),
    });
    const observer = await withToken(((await tokens.json()) as { token: string }).token);
    const ids = calls.map((call) => call.all('session.ready')[0]?.sessionId ?? '');
    watch(observer, ids);
    await observer.inbox.waitFor(({ observed }) => observed === ids[4], 'the fifth snapshot');
    expect(observer.all('snapshot').map(({ sessionId }) => sessionId)).toEqual(ids);
    for (const call of [...calls, observer]) call.drop();
  });

  it('[RT69] gets the same answer for another organization’s call, an unknown and a past one', async () => {
    const { key } = await createTenant('pro');
    const foreign = await ProtoClient.connect(relay.wsUrl, { key });
    const { sessionId: theirs } = await foreign.hello();
    const past = await startCall();
    await past.client.end();
    const observer = await startObserver();
    const ids = [theirs, 'ses_nobody', past.sessionId];
    watch(observer, ids);
    await observer.inbox.waitFor(({ observed }) => observed === past.sessionId, 'three answers');
    const errors = observer.all('error').map((error) => ({ ...error, param: '' }));
    expect(errors).toHaveLength(3);
    for (const error of errors) expect(error).toEqual(errors[0]);
    expect(errors[0]).toMatchObject({ code: 'session_not_found', fatal: false });
    expect(foreign.all('observer.joined')).toEqual([]);
    for (const client of [foreign, observer]) client.drop();
  });

  it('[RT62] needs the observe scope, and cannot open a session with an observe-only token', async () => {
    const { client, sessionId } = await startCall();
    const writer = await withToken((await relay.token()).token);
    watch(writer, [sessionId]);
    expect((await writer.closed).code).toBe(4403);
    const reader = await startObserver();
    reader.send({
      kind: 'session.hello',
      value: { channels: [], features: [], metadata: {}, sampleRate: speechRate },
    });
    expect((await reader.waitFor('error')).value.code).toBe('forbidden');
    expect((await reader.closed).code).toBe(4403);
    expect(client.all('observer.joined')).toEqual([]);
    client.drop();
  });
});

describe('observe() of the client library', () => {
  it('[RT63] [RT64] follows a call to its end over a link that breaks', async () => {
    const { client, sessionId } = await startCall();
    await client.stream([sentence], speechRate);
    const sockets: WebSocket[] = [];
    const observer = observe(
      {
        url: `${relay.url}/v1/stream/realtime`,
        getToken: async () => (await relay.token({ scopes: ['stream.observe'] })).token,
      },
      {
        scheduler: {
          nowMs: () => performance.now(),
          after: (delayMs, run) => {
            const timer = setTimeout(run, delayMs);
            return () => clearTimeout(timer);
          },
        },
        baseUrl: `${relay.url}/`,
        fetch: (url, init) => fetch(url, init),
        createSocket: (url, protocols) => {
          const socket = new WebSocket(url, protocols);
          sockets.push(socket);
          return socket as unknown as globalThis.WebSocket;
        },
      },
    );
    const call = observer.watch(sessionId);
    const directives: string[] = [];
    const states: string[] = [];
    call.on('directive', ({ directiveId }) => directives.push(directiveId));
    call.on('state', ({ to }) => states.push(to.kind));
    const snapshot = await new Promise<Snapshot>((resolve) => call.on('snapshot', resolve));
    const before = client.directives().length;
    expect(snapshot.directives.at(-1)?.directiveId).toBe(client.directives().at(-1)?.directiveId);
    const half = client.stream([Buffer.concat([sentence, sentence])], speechRate);
    await new Promise((resolve) => call.on('directive', resolve));
    sockets[0]?.terminate();
    await half;
    const ended = new Promise<EndedInfo>((resolve) => call.on('ended', resolve));
    await client.end();
    expect((await ended).summary?.usage).not.toHaveProperty('microCredits');
    expect(directives).toEqual(
      client
        .directives()
        .slice(before)
        .map(({ directiveId }) => directiveId),
    );
    expect(states).toEqual(['live', 'reconnecting', 'live', 'ended']);
    expect(sockets).toHaveLength(2);
    observer.dispose();
  });
});

describe('a correction in the stream', () => {
  it('[RT60] appears in GET /v1/sessions/{id} and in the summary, like a correction over REST', async () => {
    const readings: unknown[] = [];
    for (const how of ['stream', 'rest'] as const) {
      const { client, sessionId } = await startCall(`corrected by ${how}`);
      await client.stream([Buffer.concat([sentence, silence(1.2)])], speechRate);
      const { value: turn } = await client.waitFor('turn.end');
      await client.waitFor('session.prediction');
      if (how === 'stream') {
        const correction = { turnId: turn.turnId, emotion: 'contempt', valence: -0.75 };
        client.send({ kind: 'correction', value: correction });
        expect((await client.waitFor('corrected')).value).toEqual(correction);
        client.send({ kind: 'correction', value: { turnId: 'turn_nobody', emotion: 'sad' } });
        expect((await client.waitFor('error')).value).toMatchObject({ code: 'not_found', fatal: false });
      } else {
        const body = {
          session_id: sessionId,
          utterance_id: turn.turnId,
          emotion: 'contempt',
          valence: -0.75,
        };
        expect((await relay.request('POST', '/v1/feedback/corrections', body)).status).toBe(200);
        // [RT79]
        const told = { turnId: turn.turnId, emotion: 'contempt', valence: -0.75 };
        expect((await client.waitFor('corrected')).value).toEqual(told);
      }
      const { json } = await relay.request('GET', `/v1/sessions/${encodeURIComponent(sessionId)}`);
      type Kept = { session: { utterances: { id: string; emotion: string; valence: number }[] } };
      const utterance = (json as Kept).session.utterances.find(({ id }) => id === turn.turnId);
      readings.push({ emotion: utterance?.emotion, valence: utterance?.valence });
      const ended = await client.end();
      expect(ended.transcript.turns[0]?.emotion).toBe('contempt');
    }
    expect(readings).toEqual([
      { emotion: 'contempt', valence: -0.75 },
      { emotion: 'contempt', valence: -0.75 },
    ]);
  });
});

describe('an utterance over REST', () => {
  it('[RT78] is announced once in the open stream, followed by a new prediction', async () => {
    const { client, sessionId } = await startCall('added over REST');
    const path = `/v1/sessions/${encodeURIComponent(sessionId)}/utterances`;
    const body = { utterance_id: 'written', transcript: 'I wrote to you twice.' };
    for (const status of [201, 200]) {
      expect((await relay.request('POST', path, body)).status).toBe(status);
    }
    const told = { utteranceId: 'written', source: 'transcript', role: 'caller' };
    expect((await client.waitFor('utterance')).value).toMatchObject(told);
    await client.waitFor('session.prediction');
    await client.end();
    expect(client.all('utterance')).toHaveLength(1);
  });
});

describe('the link', () => {
  it('[RT71] reports its round-trip time in stats', async () => {
    const { client } = await startCall();
    client.send({ kind: 'pause', value: { reason: 'hold' } });
    const { value } = await client.waitFor('stats', 20_000);
    expect(value.rttMs).toBeGreaterThan(0);
    expect(value.rttMs).toBeLessThan(1_000);
    client.drop();
  });
});

const createTenant = async (plan: string): Promise<{ key: string }> => {
  const admin = async (path: string, body: object): Promise<Record<string, { id: string; key: string }>> => {
    const response = await fetch(`${relay.url}/admin/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operator}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: HTTP ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, { id: string; key: string }>;
  };
  const { organization } = await admin('/organizations', { name: 'Observed', plan });
  const path = `/organizations/${organization?.id ?? ''}`;
  await admin(`${path}/wallet/top-ups`, { reference: 'opening', credits: 1_000 });
  const { api_key } = await admin(`${path}/api-keys`, { name: 'Observed' });
  return { key: api_key?.key ?? '' };
};
