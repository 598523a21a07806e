import { expect } from 'vitest';
import { audioFormats, encodeAudio } from '../../support/audio-formats.js';
import { errorOf, rowOf } from './caller.js';
import { at, isMoment, ok, type Promised, type Section, within } from './promise.js';
import type { World } from './world.js';

const feature = (name: string, meaning: string, fields: readonly string[]): Promised => ({
  says: `${name} = ${meaning}`,
  holds: async ({ analyze }) => {
    const answer = ok(await analyze({ features: [name] }));
    for (const field of fields) expect(answer).toHaveProperty(field);
  },
});

export const analyzeEndpoint: Section = {
  title: 'POST /v1/analyze',
  promises: [
    {
      says: 'exactly one audio source among audio, audio_url, audio_base64 is required',
      holds: async ({ caller, recording: { url, base64 } }) => {
        const two = await caller.analyze({ audio_url: url, audio_base64: base64 });
        expect(rowOf(two)).toEqual([400, 'validation_error']);
        expect(Object.keys(errorOf(two).details ?? {})).toEqual(['audio_url', 'audio_base64']);
        expect(rowOf(await caller.analyze({}))).toEqual([400, 'validation_error']);
      },
    },
    {
      says: 'Content-Type (required)',
      onWire: true,
      holds: async ({ wire, recording }) => {
        const body = new Blob([JSON.stringify({ audio_base64: recording.base64 })]);
        const answer = await wire.send('POST', '/v1/analyze', { body });
        expect(answer.status).toBe(400);
        expect(Object.keys(errorOf(answer).details ?? {})).toEqual(['Content-Type']);
      },
    },
    {
      says: 'features: array of string (in multipart: comma-separated)',
      holds: async ({ caller, recording }) => {
        const answer = ok(await caller.analyze({ features: ['emotion', 'vad'] }, recording.wav));
        expect(answer).toHaveProperty('emotion');
        expect(answer).toHaveProperty('valence');
        expect(answer).not.toHaveProperty('prosody');
      },
    },
    feature('emotion', 'base classification', ['emotion', 'confidence', 'emotion_probabilities']),
    feature('prosody', 'pitch, energy, rhythm', ['prosody']),
    feature('vad', 'valence-arousal-dominance', ['valence', 'arousal', 'dominance']),
    feature('vertical', 'vertical-specific state and metrics', ['state', 'metrics']),
    {
      says: 'prediction = forward predictions, requires a session',
      holds: async ({ analyze }) => {
        const without = await analyze({ features: ['prediction'] });
        expect(errorOf(without).details).toEqual({ session_id: ['is required by the feature prediction'] });
        const answer = ok(await analyze({ features: ['prediction'], session_id: 'predicted' }));
        within(at(answer, 'predictions.escalation_risk'), 0, 1);
      },
    },
    {
      says: 'transcript, speaker_id, session_id, metadata: told again in the result',
      holds: async ({ analyze }) => {
        const fields = { speaker_id: 'ada', session_id: 'told', metadata: { ticket: 7, tags: ['a'] } };
        const answer = ok(await analyze({ transcript: 'Hello.', ...fields }));
        expect(answer).toMatchObject({ text: 'Hello.', ...fields });
      },
    },
    {
      says: 'Bodies are JSON except audio upload, which also accepts multipart/form-data: metadata is an object in both',
      holds: async ({ caller, recording }) => {
        const metadata = { ticket: 7 };
        expect(ok(await caller.analyze({ metadata }, recording.wav))['metadata']).toEqual(metadata);
      },
    },
    {
      says: 'Responses are JSON',
      holds: async ({ analysis }) =>
        expect((await analysis()).headers.get('content-type')).toBe('application/json; charset=utf-8'),
    },
    {
      says: 'Supported audio formats: WAV, MP3, OGG, WebM, FLAC, M4A',
      holds: async ({ caller, recording }) => {
        const samples = Float32Array.from(
          { length: recording.samples.length / 2 },
          (_, n) => recording.samples.readInt16LE(2 * n) / 32_768,
        );
        const told: Record<string, unknown> = {};
        for (const format of audioFormats) {
          const file = await encodeAudio(samples, format, 16_000, 1);
          if (file === undefined) return; // without ffmpeg, `rest-formats` reads the files in the repository
          const answer = ok(await caller.analyze({ features: ['prosody'] }, new Uint8Array(file)));
          told[format.mime] = at(answer, 'quality.damaged');
        }
        const types = ['wav', 'mpeg', 'ogg', 'webm', 'flac', 'mp4'].map((name) => `audio/${name}`);
        expect(told).toMatchObject(Object.fromEntries(types.map((type) => [type, false])));
      },
    },
  ],
};

const batchOf = (world: World, fields: object = {}) =>
  world.caller.analyzeBatch({
    items: [
      { id: 'first', audio_url: world.recording.url },
      { id: 'second', audio_base64: world.recording.base64 },
    ],
    ...fields,
  });

export const batch: Section = {
  title: 'POST /v1/analyze/batch',
  promises: [
    {
      says: 'Each element of `results` carries the item `id` plus the same fields as a single analysis result',
      holds: async (world) => {
        const { results } = ok(await batchOf(world, { vertical: 'contact_center' }));
        const [first, second] = results as Record<string, unknown>[];
        expect([first?.['id'], second?.['id']]).toEqual(['first', 'second']);
        const alone = Object.keys(ok(await world.analysis()));
        for (const result of [first, second])
          expect(Object.keys(result ?? {}).sort()).toEqual(['id', ...alone].sort());
      },
    },
    {
      says: 'Response 200: results (array of batch item results), request_id (string)',
      onWire: true,
      holds: async ({ wire, recording }) => {
        const items = [{ id: 'a', audio_url: recording.url }];
        const answer = await wire.json('POST', '/v1/analyze/batch', { items });
        expect(answer.status).toBe(200);
        expect(answer.json).toMatchObject({
          results: [{ id: 'a' }],
          request_id: expect.any(String) as string,
        });
      },
    },
    {
      says: '`results` of a batch of any size, in the order of its items; of more than ten in its job',
      holds: async ({ caller, wire, recording }) => {
        const items = Array.from({ length: 11 }, (_, n) => ({ id: `${n}`, audio_base64: recording.base64 }));
        const answer = await caller.analyzeBatch({ items, features: ['prosody'] });
        const job = at(answer.json, 'job.id');
        const results = async () =>
          job === undefined
            ? answer.json['results']
            : ok(await wire.send('GET', `/v1/analyze/jobs/${job as string}`))['results'];
        await expect.poll(results, { timeout: 60_000 }).toMatchObject(items.map(({ id }) => ({ id })));
      },
    },
    {
      says: 'turns (each with `prosody`; present for batch when diarize=true); speaker with a stable `id` and a `label`; talkSeconds per speaker',
      holds: async (world) => {
        const answer = ok(await batchOf(world, { diarize: true, features: ['emotion', 'prosody'] }));
        for (const result of answer['results'] as object[]) {
          expect(result).toMatchObject({
            turns: [{ speaker: { id: 'speaker_1', label: 'Speaker 1' } }],
            speakers: [{ id: 'speaker_1', label: 'Speaker 1', talkSeconds: expect.any(Number) as number }],
          });
          expect(at(result, 'turns.0.prosody.pitch.mean')).toBeTypeOf('number');
        }
      },
    },
  ],
};

export const transports: Section = {
  title: 'Sessions, streaming and fine-tuning',
  promises: [
    {
      says: 'POST /v1/sessions: Create conversation session',
      holds: async ({ caller }) => {
        const { session } = ok(await caller.createSession({ session_id: 'made', vertical: 'sales' }));
        expect(session).toMatchObject({ id: 'made', vertical: 'sales' });
      },
    },
    {
      says: 'POST /v1/sessions/{id}/utterances: Add utterance; GET /v1/sessions/{id}: Get session predictions',
      holds: async ({ caller, recording }) => {
        ok(await caller.createSession({ session_id: 'spoken' }));
        ok(await caller.addUtterance('spoken', { audio_base64: recording.base64 }));
        ok(await caller.addUtterance('spoken', { transcript: 'I wrote to you twice.' }));
        const { session } = ok(await caller.getSession('spoken'));
        for (const name of ['escalation_risk', 'churn_risk', 'resolution_probability'])
          within(at(session, `predictions.${name}`), 0, 1);
      },
    },
    {
      says: 'Client-supplied `session_id` ties utterances together',
      holds: async ({ analyze, caller }) => {
        for (let said = 0; said < 2; said++) ok(await analyze({ session_id: 'tied' }));
        expect(ok(await caller.getSession('tied'))['session']).toMatchObject({ utterance_count: 2 });
      },
    },
    {
      says: 'WS /v1/stream: Real-time streaming analysis; live sessions bill per second of audio processed',
      holds: async ({ tenant, recording }) => {
        const other = await tenant('pro', 1_000);
        const told = await other.caller.stream(recording.samples, 'contact_center');
        const directives = told.filter(({ type, speech }) => type === 'directive' && speech === true);
        expect(directives.length).toBeGreaterThan(2);
        within(directives.at(-1)?.['confidence'], 0, 1);
        const id = told.find(({ type }) => type === 'session.ready')?.['session_id'] as string;
        await expect
          .poll(async () => at(ok(await other.caller.getSession(id)), 'session.state'))
          .toBe('ended');
        const wallet = async () =>
          at(ok(await other.wire.send('GET', '/v1/wallet')), 'wallet.balance.credits') as number;
        await expect.poll(wallet).toBeCloseTo(1_000 - recording.seconds, 1);
      },
    },
    {
      says: 'POST /v1/fine-tune: Create fine-tune job; GET /v1/fine-tune/{id}: Get fine-tune status',
      holds: async ({ caller, recording }) => {
        const samples = ['calm', 'cross'].map((label) => ({
          id: label,
          label,
          audio_base64: recording.base64,
        }));
        const created = await caller.createFineTune({
          name: 'claims',
          max_seconds: 60,
          start: false,
          samples,
        });
        const { id } = ok(created)['job'] as { id: string };
        expect(ok(await caller.getFineTune(id))['job']).toMatchObject({ id, name: 'claims' });
      },
    },
    {
      says: 'GET /v1/voice/speakers: List people enrolled by the organization',
      holds: async ({ caller }) => expect(ok(await caller.listSpeakers())['speakers']).toEqual([]),
    },
    {
      says: 'POST /v1/analyze/audio, with the file itself or a form',
      onWire: true,
      holds: async ({ wire, recording: { wav } }) => {
        const headers = { 'content-type': 'audio/wav' };
        const path = '/v1/analyze/audio?features=emotion,vad&speaker_id=ada';
        const raw = ok(await wire.send('POST', path, { headers, body: wav }));
        expect(raw).toMatchObject({ speaker_id: 'ada', valence: expect.any(Number) as number });
        const form = new FormData();
        form.append('audio', new Blob([wav]), 'speech');
        expect(ok(await wire.send('POST', '/v1/analyze/audio', { body: form }))).toHaveProperty('emotion');
      },
    },
    {
      says: 'POST /v1/analyze/base64',
      onWire: true,
      holds: async ({ wire, recording: { base64 } }) => {
        const answer = await wire.json('POST', '/v1/analyze/base64', { audio_base64: base64 });
        expect(ok(answer)).toHaveProperty('emotion');
      },
    },
  ],
};

export const apiKeys: Section = {
  title: 'API keys',
  promises: [
    {
      says: 'POST: `api_key` object (id, key, name, created_at) and `message` string saying the key is shown once',
      holds: async ({ caller }) => {
        const { api_key: key, message } = ok(await caller.createApiKey({ name: 'Desk 7' }));
        expect(key).toEqual({
          id: expect.any(String) as string,
          key: expect.any(String) as string,
          name: 'Desk 7',
          created_at: expect.any(String) as string,
        });
        isMoment(at(key, 'created_at'));
        expect(message).toMatch(/once/);
      },
    },
    {
      says: 'Key format: the literal prefix `psk_` followed by a random string',
      holds: async ({ caller }) => {
        const make = async () => at(ok(await caller.createApiKey({ name: 'A' })), 'api_key.key') as string;
        const [one, other] = [await make(), await make()];
        for (const key of [one, other]) expect(key).toMatch(/^psk_[A-Za-z0-9]{32,}$/);
        expect(one).not.toBe(other);
      },
    },
    {
      says: 'GET: `api_keys`: array of id, name, prefix, created_at, last_used_at, expires_at, rate_limit; the secret is not in it',
      holds: async ({ caller }) => {
        const made = ok(
          await caller.createApiKey({ name: 'Listed', expires_at: '2099-01-01T00:00:00Z', rate_limit: 7 }),
        );
        const answer = ok(await caller.listApiKeys());
        const listed = (answer['api_keys'] as Record<string, unknown>[]).find(
          ({ name }) => name === 'Listed',
        );
        const secret = at(made, 'api_key.key') as string;
        expect(listed).toEqual({
          id: at(made, 'api_key.id'),
          name: 'Listed',
          prefix: secret.slice(0, 12),
          created_at: at(made, 'api_key.created_at'),
          last_used_at: null,
          expires_at: '2099-01-01T00:00:00.000Z',
          rate_limit: 7,
        });
        expect(JSON.stringify(answer)).not.toContain(secret);
      },
    },
    {
      says: 'expires_at: null means no expiry; last_used_at: ISO 8601',
      holds: async ({ caller }) => {
        await caller.listApiKeys();
        const { api_keys: keys } = ok(await caller.listApiKeys());
        const own = (keys as Record<string, unknown>[]).find(({ name }) => name === 'Conformance');
        expect(own?.['expires_at']).toBeNull();
        isMoment(own?.['last_used_at']);
      },
    },
    {
      says: 'DELETE revokes the key: it then gets 401',
      holds: async ({ caller, as }) => {
        const made = ok(await caller.createApiKey({ name: 'Short-lived' }));
        const other = as(at(made, 'api_key.key') as string);
        ok(await other.listApiKeys());
        ok(await caller.revokeApiKey(at(made, 'api_key.id') as string));
        // Another relay notices within 5 s.
        const row = async () => rowOf(await other.listApiKeys());
        await expect.poll(row, { timeout: 15_000, interval: 200 }).toEqual([401, 'unauthorized']);
      },
    },
    {
      says: 'valid, time passes, expires_at reached: expired, key then gets 401',
      holds: async ({ caller, as }) => {
        const expires_at = new Date(Date.now() + 1_500).toISOString();
        const made = ok(await caller.createApiKey({ name: 'Expiring', expires_at }));
        const other = as(at(made, 'api_key.key') as string);
        ok(await other.listApiKeys());
        const row = async () => rowOf(await other.listApiKeys());
        await expect.poll(row, { timeout: 10_000, interval: 200 }).toEqual([401, 'unauthorized']);
      },
    },
  ],
};
