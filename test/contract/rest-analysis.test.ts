/** The analysis sections of the interface specification over real HTTP: one test for each sentence. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LABELS } from '@undertone/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audioFormats } from '../support/audio-formats.js';
import { wavBytes } from '../support/wav.js';
import { RelayProcess } from '../support/relay-process.js';
import { errorOf, type RestAnswer, RestClient } from '../support/rest-client.js';
import { angryAndSad, speechRate } from '../support/speech.js';

let relay: RelayProcess;
let client: RestClient;
let host: Server;
let url: string;
let wav: Uint8Array<ArrayBuffer>;
let base64: string;

beforeAll(async () => {
  const [angry] = await angryAndSad(1);
  wav = wavBytes(angry!.samples, speechRate);
  base64 = Buffer.from(wav).toString('base64');
  host = createServer((_request, response) => response.end(wav));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/speech.wav`;
  relay = await RelayProcess.start({ env: { UNDERTONE_ALLOW_PRIVATE_URLS: 'on' } });
  client = new RestClient(relay);
});
afterAll(async () => {
  host.close();
  await relay.stop();
});

const analyze = async (fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
  const answer = await client.post('/v1/analyze', { audio_base64: base64, ...fields });
  expect(answer).toMatchObject({ status: 200 });
  return answer.json;
};
const same = ({ status, json }: RestAnswer): Record<string, unknown> => {
  expect({ status, error: json['error'] }).toEqual({ status: 200, error: undefined });
  return { ...json, request_id: '', processed_at: '' };
};
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], value);

describe('Analysis result (response of POST /v1/analyze)', () => {
  it('“emotion: Top emotion label”', async () => {
    const { emotion, emotion_probabilities: probabilities } = await analyze();
    const [top] = Object.entries(probabilities as Record<string, number>).sort(([, a], [, b]) => b - a);
    expect(emotion).toBe(top?.[0]);
  });

  it('“confidence: 0 to 1”', async () => {
    const { confidence } = await analyze();
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThanOrEqual(1);
  });

  it('“emotion_probabilities: Map of emotion label to number”: all 14 labels, summing to 1', async () => {
    const { emotion_probabilities: map } = (await analyze()) as {
      emotion_probabilities: Record<string, number>;
    };
    expect(Object.keys(map).sort()).toEqual([...LABELS].sort());
    expect(Object.values(map).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 6);
  });

  it.each(['valence', 'arousal', 'dominance'])('“%s: number … Shown in the range -1 to 1”', async (name) => {
    const value = (await analyze())[name];
    expect(value).toBeTypeOf('number');
    expect(Math.abs(value as number)).toBeLessThanOrEqual(1);
  });

  it('“prosody: present when feature `prosody` is requested”', async () => {
    expect(await analyze({ features: ['prosody'] })).toHaveProperty('prosody');
    expect(await analyze({ features: ['emotion'] })).not.toHaveProperty('prosody');
  });

  it.each([
    'pitch.mean',
    'pitch.std',
    'pitch.min',
    'pitch.max',
    'pitch.range',
    'energy.mean',
    'energy.std',
    'rhythm.speech_rate',
    'rhythm.pause_rate',
    'voice_quality.jitter',
    'voice_quality.shimmer',
    'voice_quality.hnr',
  ])('“prosody object: %s, number”', async (path) => {
    const { prosody } = await analyze({ features: ['prosody'] });
    expect(at(prosody, path)).toBeTypeOf('number');
  });

  it('“rhythm.average_pause_duration: number”, or null when there was no pause', async () => {
    const { prosody } = await analyze({ features: ['prosody'] });
    const value = at(prosody, 'rhythm.average_pause_duration');
    expect(value === null || typeof value === 'number').toBe(true);
  });

  it('“state: Vertical-specific state label”', async () => {
    expect(['frustrated', 'distressed', 'satisfied', 'neutral']).toContain(
      (await analyze({ vertical: 'contact_center' }))['state'],
    );
  });

  it('“metrics: Vertical-specific metrics”, all five of contact_center with their types, in snake_case', async () => {
    const { metrics } = await analyze({ vertical: 'contact_center' });
    expect(metrics).toEqual({
      csat_predicted: expect.any(Number) as number,
      sentiment_trajectory: expect.stringMatching(/^(declining|stable|improving)$/) as string,
      escalation_risk: expect.stringMatching(/^(low|medium|high)$/) as string,
      first_call_resolution_likely: expect.any(Boolean) as boolean,
      churn_risk: expect.any(Number) as number,
    });
  });

  it('“churn_risk: 0 to 1”', async () => {
    const { metrics } = (await analyze({ vertical: 'contact_center' })) as {
      metrics: { churn_risk: number };
    };
    expect(metrics.churn_risk).toBeGreaterThanOrEqual(0);
    expect(metrics.churn_risk).toBeLessThanOrEqual(1);
  });

  it('“duration: Seconds of audio”', async () => {
    const seconds = (wav.length - 44) / 2 / speechRate;
    expect((await analyze())['duration']).toBeCloseTo(seconds, 2);
  });

  it('“processed_at: ISO 8601 timestamp”', async () => {
    const text = (await analyze())['processed_at'] as string;
    expect(new Date(text).toISOString()).toBe(text);
    expect(Math.abs(Date.parse(text) - Date.now())).toBeLessThan(60_000);
  });

  it('“request_id: Identifier of the request”, the one in X-Request-Id', async () => {
    const answer = await client.post('/v1/analyze', { audio_base64: base64 });
    expect(answer.json['request_id']).toBe(answer.headers.get('x-request-id'));
  });

  it('“signals (engagement, stress and others)”', async () => {
    const { signals } = await analyze();
    for (const name of ['engagement', 'stress']) expect(at(signals, name)).toBeTypeOf('number');
  });

  it('“text … (when returned)”: returns the transcript', async () => {
    expect((await analyze({ transcript: 'Dogs are sitting by the door.' }))['text']).toBe(
      'Dogs are sitting by the door.',
    );
  });

  it('“session_id (when a session id was set)”', async () => {
    expect((await analyze({ session_id: 'call-17' }))['session_id']).toBe('call-17');
    expect(await analyze()).not.toHaveProperty('session_id');
  });

  it.each(['contact_center', 'healthcare', 'sales', 'general'])(
    '“Values seen for vertical: contact_center, healthcare”: %s has a state and metrics',
    async (vertical) => {
      const { state, metrics } = await analyze({ vertical });
      expect(state).toBeTypeOf('string');
      expect(Object.keys(metrics as object).length).toBeGreaterThan(0);
    },
  );
});

describe('POST /v1/analyze', () => {
  it('“All endpoints need authentication”: Authorization: Bearer (or X-API-Key)', async () => {
    const body = JSON.stringify({ audio_base64: base64 });
    const type = { 'content-type': 'application/json' };
    const send = (headers: Record<string, string>) =>
      fetch(`${relay.url}/v1/analyze`, { method: 'POST', body, headers: { ...type, ...headers } });
    expect((await send({ authorization: `Bearer ${relay.key}` })).status).toBe(200);
    expect((await send({ 'x-api-key': relay.key })).status).toBe(200);
    expect((await send({})).status).toBe(401);
  });

  it('“Content-Type (required)”', async () => {
    const answer = await client.send(
      'POST',
      '/v1/analyze',
      new Blob([JSON.stringify({ audio_base64: base64 })]),
    );
    expect([answer.status, Object.keys(errorOf(answer).details ?? {})]).toEqual([400, ['Content-Type']]);
  });

  it('“audio: file (multipart)”, “audio_url: URL of audio”, “audio_base64”: give the same analysis', async () => {
    const byForm = same(await client.form('/v1/analyze', { audio: wav }));
    expect(same(await client.post('/v1/analyze', { audio_url: url }))).toEqual(byForm);
    expect(same(await client.post('/v1/analyze', { audio_base64: base64 }))).toEqual(byForm);
  });

  it('“exactly one audio source among audio, audio_url, audio_base64 is required”', async () => {
    const none = await client.post('/v1/analyze', {});
    const two = await client.post('/v1/analyze', { audio_url: url, audio_base64: base64 });
    expect([none.status, two.status]).toEqual([400, 400]);
    expect(Object.keys(errorOf(two).details ?? {})).toEqual(['audio_url', 'audio_base64']);
  });

  it('“features … (in multipart: comma-separated)”', async () => {
    const { status, json } = await client.form('/v1/analyze', { audio: wav, features: 'emotion,vad' });
    expect(status).toBe(200);
    expect(json).toHaveProperty('emotion');
    expect(json).toHaveProperty('valence');
    expect(json).not.toHaveProperty('prosody');
  });

  it.each([
    ['emotion = base classification', 'emotion', ['emotion', 'confidence', 'emotion_probabilities']],
    ['prosody = pitch, energy, rhythm', 'prosody', ['prosody']],
    ['vad = valence-arousal-dominance', 'vad', ['valence', 'arousal', 'dominance']],
    ['vertical = vertical-specific state and metrics', 'vertical', ['state', 'metrics']],
  ])('“%s”', async (_sentence, feature, fields) => {
    const answer = await analyze({ features: [feature] });
    for (const field of fields) expect(answer).toHaveProperty(field);
  });

  it('“prediction = forward predictions, requires a session”', async () => {
    const without = await client.post('/v1/analyze', { audio_base64: base64, features: ['prediction'] });
    expect([without.status, errorOf(without).details]).toEqual([
      400,
      { session_id: ['is required by the feature prediction'] },
    ]);
    expect(await analyze({ features: ['prediction'], session_id: 'call-18' })).toHaveProperty('predictions');
  });

  it('“transcript”, “speaker_id”, “session_id”, “metadata” are echoed in the result', async () => {
    const fields = { speaker_id: 'ada', session_id: 'call-19', metadata: { ticket: 7, tags: ['a'] } };
    expect(await analyze({ transcript: 'Hello.', ...fields })).toMatchObject({ text: 'Hello.', ...fields });
  });

  it('“metadata: object” is JSON text in a form', async () => {
    const { json } = await client.form('/v1/analyze', { audio: wav, metadata: '{"ticket":7}' });
    expect(json['metadata']).toEqual({ ticket: 7 });
  });

  it('“Responses are JSON”', async () => {
    const answer = await client.form('/v1/analyze', { audio: wav });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

describe('the SDK’s transports', () => {
  it.each(audioFormats.slice(0, 1))(
    '“POST /v1/analyze/audio” takes the file itself ($mime)',
    async ({ mime }) => {
      const answer = await client.send('POST', '/v1/analyze/audio?features=emotion,vad&speaker_id=ada', wav, {
        'content-type': mime,
      });
      expect(answer).toMatchObject({ status: 200, json: { speaker_id: 'ada' } });
    },
  );

  it('“POST /v1/analyze/audio” takes a form', async () => {
    expect((await client.form('/v1/analyze/audio', { audio: wav })).status).toBe(200);
  });

  it('“POST /v1/analyze/base64”', async () => {
    expect((await client.post('/v1/analyze/base64', { audio_base64: base64 })).status).toBe(200);
  });
});

describe('POST /v1/analyze/batch', () => {
  const batch = (body: unknown) => client.post('/v1/analyze/batch', body);

  it('“Response 200: results (array of batch item results), request_id (string)”', async () => {
    const { status, json } = await batch({ items: [{ id: 'a', audio_url: url }] });
    expect([status, Object.keys(json).sort()]).toEqual([200, ['request_id', 'results']]);
  });

  it('“Each element of results carries the item id … plus the same fields as a single analysis result”', async () => {
    const { json } = await batch({
      items: [
        { id: 'first', audio_url: url },
        { id: 'second', audio_base64: base64 },
      ],
      vertical: 'contact_center',
      features: ['emotion', 'prosody', 'vad', 'vertical'],
    });
    const results = json['results'] as Record<string, unknown>[];
    expect(results.map(({ id }) => id)).toEqual(['first', 'second']);
    const alone = await analyze({ vertical: 'contact_center' });
    for (const { id, ...rest } of results) {
      expect(id).toBeTypeOf('string');
      expect(Object.keys(rest).sort()).toEqual(Object.keys(alone).sort());
    }
  });

  it('“turns (each with prosody; present for batch when diarize=true)”', async () => {
    const { json } = await batch({ items: [{ id: 'a', audio_base64: base64 }], diarize: true });
    const [result] = json['results'] as { turns: { prosody: object }[] }[];
    expect(result?.turns.length).toBeGreaterThan(0);
    for (const { prosody } of result?.turns ?? []) expect(at(prosody, 'pitch.mean')).toBeTypeOf('number');
  });

  it('“Each turn … carries a speaker with a stable id and a label; talkSeconds is also present per speaker”', async () => {
    const { json } = await batch({ items: [{ id: 'a', audio_base64: base64 }], diarize: true });
    const [result] = json['results'] as Record<string, unknown>[];
    expect(result).toMatchObject({
      turns: [{ speaker: { id: 'speaker_1', label: 'Speaker 1' } }],
      speakers: [{ id: 'speaker_1', label: 'Speaker 1', talkSeconds: expect.any(Number) as number }],
    });
  });

  it('reports a failed item as that item’s error, and the batch still succeeds', async () => {
    const { status, json } = await batch({
      items: [
        { id: 'good', audio_base64: base64 },
        { id: 'bad', audio_base64: 'AAAA' },
      ],
    });
    expect(status).toBe(200);
    expect(json['results']).toMatchObject([
      { id: 'good', emotion: expect.any(String) as string },
      { id: 'bad', error: { code: 'unsupported_audio_format' } },
    ]);
  });

  it('hears the items that name no line as one line, in whatever order they come, and each alone if told so', async () => {
    const sentences = await angryAndSad(2);
    const items = sentences.map(({ samples }, n) => ({
      id: `s${n}`,
      audio_base64: Buffer.from(wavBytes(samples, speechRate)).toString('base64'),
    }));
    const byId = async (body: object): Promise<Record<string, Record<string, unknown>>> => {
      const { status, json } = await batch({ features: ['emotion', 'vad'], ...body });
      expect({ status, json }).toMatchObject({ status: 200 });
      return Object.fromEntries((json['results'] as { id: string }[]).map((result) => [result.id, result]));
    };
    const told = await byId({ items });
    const turned = await byId({ items: [...items].reverse() });
    const alone = await byId({ items, one_line: false });
    let moved = 0;
    for (const { id } of items) {
      const [one, other, own] = [told, turned, alone].map(
        (results) => at(results[id], 'emotion_probabilities') as Record<string, number>,
      );
      // Recordings that share a call of the reader are rounded differently from one alone.
      for (const label of LABELS) expect(other![label]).toBeCloseTo(one![label]!, 2);
      expect(at(told[id], 'baseline.line_seconds')).toBeCloseTo(
        at(turned[id], 'baseline.line_seconds') as number,
        3,
      );
      expect(at(told[id], 'baseline.line_seconds')).toBeGreaterThan(3);
      expect(at(alone[id], 'baseline.line_seconds')).toBe(0);
      moved += LABELS.reduce((sum, label) => sum + Math.abs(one![label]! - own![label]!), 0);
    }
    expect(moved).toBeGreaterThan(0.001);
  });

  it('answers more than ten items with 202 and a job that returns their results', async () => {
    const items = Array.from({ length: 11 }, (_, i) => ({ id: `item-${i}`, audio_base64: base64 }));
    const accepted = await batch({ items, features: ['emotion'] });
    expect(accepted.status).toBe(202);
    const { id } = accepted.json['job'] as { id: string };
    const fetchJob = async () => (await client.send('GET', `/v1/analyze/jobs/${id}`)).json;
    await expect.poll(async () => at(await fetchJob(), 'job.status'), { timeout: 60_000 }).toBe('completed');
    const results = (await fetchJob())['results'] as { id: string; emotion: string }[];
    expect(results.map((result) => result.id)).toEqual(items.map((item) => item.id));
    expect(new Set(results.map(({ emotion }) => emotion)).size).toBe(1);
  });
});

describe('Lines: what is known of a microphone beyond a recording', () => {
  const lines = async () =>
    ((await client.send('GET', '/v1/lines')).json['lines'] as Record<string, unknown>[]).filter(
      ({ name }) => name === 'desk-7',
    );

  it('is learned from recordings that name it, shown, and forgotten', async () => {
    const alone = same(await client.post('/v1/analyze', { audio_base64: base64 }));
    expect(await lines()).toEqual([]);
    for (let call = 0; call < 3; call++) await analyze({ line: 'desk-7' });
    // One for each reader: what one heard means nothing to the other.
    const known = { calls: 3, voices: 3, usable: true };
    expect(await lines()).toMatchObject([known, known]);
    expect(at(await analyze({ line: 'desk-7' }), 'baseline.line_seconds')).toBeGreaterThan(0);
    expect(same(await client.post('/v1/analyze', { audio_base64: base64 }))).toEqual(alone);
    expect((await client.send('DELETE', '/v1/lines?line=desk-7')).status).toBe(204);
    expect(await lines()).toEqual([]);
    expect(errorOf(await client.send('DELETE', '/v1/lines?line=desk-7'))).toMatchObject({
      code: 'not_found',
    });
  });
});
