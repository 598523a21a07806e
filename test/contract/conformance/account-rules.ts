import { expect } from 'vitest';
import { PlainClient } from '../../support/plain-client.js';
import { synthesizeVoice } from '../../support/voices.js';
import { wavBytes } from '../../support/wav.js';
import { type Answer, errorOf, rowOf } from './caller.js';
import { at, ok, type Promised, type Section } from './promise.js';

const UNKNOWN_KEY = `psk_${'0'.repeat(40)}`;

export const authentication: Section = {
  title: 'Authentication',
  promises: [
    {
      says: 'Every request carries an API key, in either form: Authorization: Bearer <API_KEY>',
      onWire: true,
      holds: async ({ wire, key }) => {
        const headers = { authorization: `Bearer ${key}` };
        ok(await wire.anonymous().send('GET', '/v1/api-keys', { headers }));
      },
    },
    {
      says: 'Every request carries an API key, in either form: X-API-Key: <API_KEY>',
      onWire: true,
      holds: async ({ wire, key }) => {
        ok(await wire.anonymous().send('GET', '/v1/api-keys', { headers: { 'x-api-key': key } }));
      },
    },
    {
      says: 'Missing key: 401, code `unauthorized`',
      onWire: true,
      holds: async ({ wire }) =>
        expect(rowOf(await wire.anonymous().listApiKeys())).toEqual([401, 'unauthorized']),
    },
    {
      says: 'Invalid key: 401, code `unauthorized`',
      holds: async ({ as }) => {
        const answer = await as(UNKNOWN_KEY).listApiKeys();
        expect(rowOf(answer)).toEqual([401, 'unauthorized']);
        expect(errorOf(answer)).not.toHaveProperty('details');
      },
    },
    {
      says: 'access to another organization’s resources: 403, code `forbidden`',
      holds: async ({ caller, tenant, subscribe }) => {
        const stranger = (await tenant('pro')).caller;
        ok(await caller.createSession({ session_id: 'ours' }));
        const made = ok(await caller.createApiKey({ name: 'Ours' }));
        const webhook = await subscribe(['alert.triggered'], '/ours');
        const refused = [
          await stranger.getSession('ours'),
          await stranger.revokeApiKey(at(made, 'api_key.id') as string),
          await stranger.updateWebhook(webhook, { active: false }),
          await stranger.deleteWebhook(webhook),
        ];
        expect(refused.map(rowOf)).toEqual(refused.map(() => [403, 'forbidden']));
      },
    },
    {
      says: 'Key without permission for the resource: 403, code `forbidden`',
      holds: async ({ caller, as }) => {
        const made = ok(await caller.createApiKey({ name: 'Analysis only', scopes: ['analyze'] }));
        const limited = as(at(made, 'api_key.key') as string);
        expect(rowOf(await limited.listWebhooks())).toEqual([403, 'forbidden']);
      },
    },
  ],
};

/** The whole suite would use up a plan's minute; these requests cost nothing. */
const limitOf = (answer: Answer): unknown => answer.headers.get('x-ratelimit-limit');

const plan = (name: string, rate: number, concurrent: number): Promised => ({
  says: `Rate, ${name}: ${rate} requests/min, ${concurrent} concurrent`,
  holds: async ({ tenant, wire }) => {
    const { key, caller } = await tenant(name);
    expect(limitOf(await caller.listApiKeys())).toBe(String(rate));
    const stream = await PlainClient.connect(wire.streamUrl(), { key });
    const ready = await stream.hello();
    expect(at(ready, 'quota.concurrent_max')).toBe(concurrent);
    await stream.end();
  },
});

export const limits: Section = {
  title: 'Limits',
  promises: [
    {
      says: 'Rate limit headers on every response',
      onWire: true,
      holds: async ({ wire, recording }) => {
        const answers = [
          await wire.json('POST', '/v1/analyze/base64', { audio_base64: recording.base64 }),
          await wire.json('POST', '/v1/analyze', {}),
          await wire.send('GET', '/v1/nothing'),
          await wire.anonymous().listApiKeys(),
        ];
        expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 401]);
        for (const { headers } of answers) {
          for (const name of ['limit', 'remaining', 'reset'])
            expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
        }
      },
    },
    {
      says: 'X-RateLimit-Remaining (requests left)',
      holds: async ({ tenant }) => {
        const { caller } = await tenant('free');
        const left = async () => Number((await caller.listApiKeys()).headers.get('x-ratelimit-remaining'));
        const before = await left();
        expect(await left()).toBe(before - 1);
      },
    },
    {
      says: 'X-RateLimit-Reset (Unix timestamp when the limit resets)',
      holds: async ({ caller }) => {
        const reset = Number((await caller.listApiKeys()).headers.get('x-ratelimit-reset'));
        expect(reset - Date.now() / 1000).toBeGreaterThan(-1);
        expect(reset - Date.now() / 1000).toBeLessThan(61);
      },
    },
    plan('free', 60, 5),
    plan('starter', 300, 20),
    plan('pro', 1_000, 50),
    {
      says: 'Free plan: 5 concurrent, and a place is free again when its stream was closed, whether it ended or not',
      holds: async ({ tenant, wire }) => {
        const { key } = await tenant('free');
        const open = async () => {
          const stream = await PlainClient.connect(wire.streamUrl(), { key });
          stream.send({ type: 'session.hello', sample_rate: 16_000 });
          const { message } = await stream.inbox.waitFor(
            ({ type }) => type === 'session.ready' || type === 'error',
            'an answer to the hello',
          );
          if (message.type === 'error') throw new Error(message['code'] as string);
          return stream;
        };
        const five = await Promise.all(Array.from({ length: 5 }, open));
        // One relay knows before it accepts the socket, another one when it asks the database.
        await expect(open()).rejects.toThrow('concurrency_exceeded');
        for (const stream of five) stream.socket.close(1000);
        await Promise.all(five.map(({ closed }) => closed));
        const again = () => open().catch(() => undefined);
        // Sooner than the 30 s after which the place of a broken link is free.
        await expect.poll(again, { timeout: 5_000, interval: 200 }).toBeDefined();
      },
    },
    {
      says: 'Per-key rate: set with `rate_limit` (requests/min); exceeding the limit gives 429',
      holds: async ({ caller, as }) => {
        const made = ok(await caller.createApiKey({ name: 'Slow', rate_limit: 3 }));
        const slow = as(at(made, 'api_key.key') as string);
        const answers = [];
        for (let n = 0; n < 4; n++) answers.push(await slow.listApiKeys());
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
        expect(answers.map(limitOf)).toEqual(answers.map(() => '3'));
        expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
      },
    },
    {
      says: 'Credits: requests consume wallet credits; an empty wallet gives 402, until top-up',
      holds: async ({ tenant, recording }) => {
        const other = await tenant('pro', 0);
        const spend = () => other.caller.analyze({ audio_base64: recording.base64 });
        const items = [{ id: 'a', audio_base64: recording.base64 }];
        expect(rowOf(await spend())[0]).toBe(402);
        expect(rowOf(await spend())[0]).toBe(402);
        expect(rowOf(await other.caller.analyzeBatch({ items }))[0]).toBe(402);
        await other.topUp(recording.seconds);
        ok(await spend());
        expect(rowOf(await spend())[0]).toBe(402);
      },
    },
  ],
};

export const errors: Section = {
  title: 'Errors',
  promises: [
    {
      says: 'Envelope: `error` object with `code` (string), `message` (string), optional `details` (object)',
      holds: async ({ caller }) => {
        const { json } = await caller.analyze({});
        expect(Object.keys(json)).toEqual(['error']);
        expect(json['error']).toEqual({
          code: 'validation_error',
          message: expect.any(String) as string,
          details: { audio: [expect.any(String)] },
        });
      },
    },
    {
      says: '400 validation_error: map of parameter name to array of messages',
      holds: async ({ caller }) => {
        const wrong = { audio_base64: '*', vertical: 'x', features: ['y'], z: 1 };
        const answer = await caller.analyze(wrong);
        expect(rowOf(answer)).toEqual([400, 'validation_error']);
        const { details = {} } = errorOf(answer);
        expect(Object.keys(details).sort()).toEqual(['audio_base64', 'features.0', 'vertical', 'z']);
        for (const messages of Object.values(details)) expect(messages).toEqual([expect.any(String)]);
      },
    },
    {
      says: '413 payload_too_large: Audio over the maximum size (25 MB)',
      onWire: true,
      holds: async ({ wire }) => {
        const form = new FormData();
        form.append('audio', new Blob([new Uint8Array(25 * 1024 * 1024 + 1)]), 'speech');
        const answer = await wire.send('POST', '/v1/analyze', { body: form });
        expect(rowOf(answer)).toEqual([413, 'payload_too_large']);
      },
    },
    {
      says: '415 unsupported_audio_format: `supported_formats` array of MIME type strings',
      holds: async ({ caller }) => {
        const answer = await caller.analyze({}, new TextEncoder().encode('#EXTM3U\n/etc/passwd'));
        expect(rowOf(answer)).toEqual([415, 'unsupported_audio_format']);
        const types = ['wav', 'mpeg', 'ogg', 'webm', 'flac', 'mp4'].map((name) => `audio/${name}`);
        expect(errorOf(answer).details).toEqual({ supported_formats: types });
      },
    },
    {
      says: '422: File is not decodable audio',
      holds: async ({ caller }) => {
        const empty = wavBytes(synthesizeVoice('sad', 1), 16_000).slice(0, 44);
        const flac = Uint8Array.from([...Buffer.from('fLaC'), ...new Array<number>(2_000).fill(0)]);
        for (const file of [empty, flac])
          expect(rowOf(await caller.analyze({}, new Uint8Array(file)))).toEqual([422, 'undecodable_audio']);
      },
    },
  ],
};

export const versioning: Section = {
  title: 'Versioning',
  promises: [
    {
      says: 'The version is carried as a path prefix `/v1` on every endpoint',
      onWire: true,
      holds: async ({ wire }) => {
        const { paths } = (await wire.send('GET', '/openapi.json')).json as {
          paths: Record<string, unknown>;
        };
        expect(Object.keys(paths).length).toBeGreaterThan(30);
        expect(
          Object.keys(paths).filter((path) => !/^\/(v1\/|healthz|readyz|metrics|openapi)/.test(path)),
        ).toEqual([]);
        for (const path of ['/analyze', '/api-keys', '/v2/api-keys'])
          expect((await wire.send('GET', path)).status).toBe(404);
      },
    },
  ],
};
