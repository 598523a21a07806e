/** The public requests of the hosted service's clients, sent as those clients send them (docs/migrating.md). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RelayProcess } from '../../support/relay-process.js';
import { errorOf, type RestAnswer } from '../../support/rest-client.js';
import { synthesizeVoice } from '../../support/voices.js';
import { wavBytes } from '../../support/wav.js';
import type { Json } from './their-client.js';

let relay: RelayProcess;
let voice: Float32Array;
let wav: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  relay = await RelayProcess.start({ env: { UNDERTONE_BOOTSTRAP_PLAN: 'enterprise' } });
  voice = synthesizeVoice('angry', 6, 7);
  wav = wavBytes(voice, 16_000);
});
afterAll(() => relay.stop());

/** Their clients send the key in `X-API-Key`. */
const send = async (method: string, path: string, body?: FormData | object): Promise<RestAnswer> => {
  const isForm = body instanceof FormData;
  const response = await fetch(`${relay.url}${path}`, {
    method,
    headers: {
      'X-API-Key': relay.key,
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: (text === '' ? {} : JSON.parse(text)) as Json,
  };
};

const formOf = (fields: Record<string, string>, file?: Uint8Array<ArrayBuffer>): FormData => {
  const form = new FormData();
  if (file !== undefined) form.append('file', new Blob([file]), 'audio.wav');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

/** The checks that their TypeScript client makes of an analysis. */
const expectAnalysis = ({ status, json }: RestAnswer): void => {
  expect(status, JSON.stringify(json)).toBe(200);
  expect(json).toMatchObject({
    prediction_id: expect.stringMatching(/^req_/) as string,
    text: expect.any(String) as string,
    duration: 6,
    word_count: expect.any(Number) as number,
    affect_available: true,
  });
  const { valence, arousal, dominance } = json['prosody'] as Record<string, number>;
  expect(Math.abs(valence!)).toBeLessThanOrEqual(1);
  for (const value of [arousal!, dominance!]) {
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThanOrEqual(1);
  }
};

describe('recordings', () => {
  it('takes `file`, `language`, `output_format` and `diarize`, and answers with their fields', async () => {
    const fields = { language: 'en', output_format: 'json', diarize: 'true', vertical: 'contact_center' };
    const answer = await send('POST', '/v1/analyze/audio', formOf(fields, wav));
    expectAnalysis(answer);
    const turns = answer.json['turns'] as Json[];
    expect(turns[0]).toMatchObject({
      speaker_id: expect.any(String) as string,
      start_ms: expect.any(Number) as number,
      text: '',
    });
    const [talk] = answer.json['per_speaker'] as { speaker_id: string; talk_ms: number }[];
    expect(talk!.talk_ms).toBeGreaterThan(1_000);
    expect(talk!.speaker_id).toBe(turns[0]!['speaker_id']);
  });

  it('takes base64 with their fields, and counts the words of nothing', async () => {
    const audio_base64 = Buffer.from(wav).toString('base64');
    const answer = await send('POST', '/v1/analyze/base64', {
      audio_base64,
      language: 'en',
      output_format: 'json',
    });
    expectAnalysis(answer);
    expect(answer.json).toMatchObject({ text: '', word_count: 0 });
  });

  it('answers our own requests as before', async () => {
    const form = new FormData();
    form.append('audio', new Blob([wav]), 'audio.wav');
    const { json } = await send('POST', '/v1/analyze/audio', form);
    expect(json).not.toHaveProperty('prediction_id');
    expect(json['prosody']).not.toHaveProperty('valence');
  });

  it.each([
    ['a form', () => formOf({ audio_url: 'http://127.0.0.1:1/a.wav' })],
    ['JSON', () => ({ audio_url: 'http://127.0.0.1:1/a.wav' })],
  ])(
    'takes `audio_url` to /v1/analyze/audio as %s, and fetches nothing from a private address',
    async (_as, body) => {
      const refused = await send('POST', '/v1/analyze/audio', body());
      expect(refused.status).toBe(400);
      expect(Object.keys(errorOf(refused).details ?? {})).toEqual(['audio_url']);
    },
  );

  it.each<[string, () => FormData | object, string]>([
    ['/v1/analyze/audio', () => formOf({}), 'audio'],
    ['/v1/analyze/audio', () => formOf({ audio_url: 'https://example.com/a.wav' }, wav), 'audio'],
    ['/v1/analyze/audio', () => formOf({ output_format: 'xml' }, wav), 'output_format'],
    ['/v1/analyze/audio', () => formOf({ language: '../etc' }, wav), 'language'],
    ['/v1/analyze/base64', () => ({ audio_base64: 'AAAA', language: 7 }), 'language'],
    ['/v1/features/prosody', () => formOf({}), 'audio'],
  ])('%s names what is wrong', async (path, body, parameter) => {
    const refused = await send('POST', path, body());
    expect(refused.status).toBe(400);
    expect(Object.keys(errorOf(refused).details ?? {})).toContain(parameter);
  });

  it('measures prosody without a label', async () => {
    const { status, json } = await send('POST', '/v1/features/prosody', formOf({}, wav));
    expect(status).toBe(200);
    expect(json['f0_mean']).toBeGreaterThan(60);
    expect(json).toMatchObject({ duration: 6, jitter: expect.any(Number) as number });
    expect(json).not.toHaveProperty('emotion');
  });

  it('is healthy', async () => {
    expect(await (await fetch(`${relay.url}/health`)).json()).toMatchObject({ status: 'ok' });
  });

  it('lists up to 1,000 people', async () => {
    expect((await send('GET', '/v1/voice/speakers?limit=500')).json).toMatchObject({ speakers: [] });
    expect((await send('GET', '/v1/voice/speakers?limit=1001')).status).toBe(400);
  });
});

describe('conversations', () => {
  const created = async (): Promise<string> =>
    String((await send('POST', '/v1/sessions')).json['session_id']);

  it('takes a transcript once, a correction and an outcome', async () => {
    const session_id = await created();
    const words = { content: 'I have been waiting for half an hour.', language: 'en' };
    for (let again = 0; again < 2; again += 1) {
      expect((await send('POST', `/v1/sessions/${session_id}/transcript`, words)).status).toBe(204);
    }
    const misspelt = { ...words, language: 'plain English' };
    const { status, json } = await send('POST', `/v1/sessions/${session_id}/transcript`, misspelt);
    expect([status, json['error']]).toMatchObject([
      400,
      { details: { language: expect.anything() as object } },
    ]);
    const analyzed = await send('POST', '/v1/analyze/audio', formOf({ session_id, language: 'en' }, wav));
    expectAnalysis(analyzed);
    const { session } = (await send('GET', `/v1/sessions/${session_id}`)).json as { session: Json };
    expect(session['utterance_count']).toBe(2);

    const { prediction_id } = analyzed.json;
    const corrected = await send('POST', '/v1/feedback/correction', {
      prediction_id,
      corrected_valence: -0.5,
      corrected_arousal: 1,
      corrected_dominance: 0.5,
      notes: 'he was furious',
    });
    expect(corrected.json).toEqual({ status: 'accepted', prediction_id, ignored: ['dominance', 'notes'] });
    const old = await send('POST', '/v1/feedback/correction', { prediction_id, correct_emotion: 'angry' });
    expect(old.json).toMatchObject({ status: 'accepted' });

    await send('POST', '/v1/kpis', { name: 'renewed', kind: 'binary', direction: 'higher_is_better' });
    const outcome = await send('POST', '/v1/feedback/session_outcome', {
      session_id,
      outcomes: [{ kpi_id: 'renewed', boolean_value: true }],
      notes: 'survey',
    });
    expect(outcome.json).toEqual({
      status: 'accepted',
      session_id,
      outcomes_recorded: 1,
      ignored: ['notes'],
    });
    const legacy = await send('POST', '/v1/feedback/session_outcome', {
      session_id,
      vertical: 'contact_center',
      actual_csat: 4,
      escalated: false,
      first_call_resolved: true,
      transferred: false,
    });
    expect(legacy.json).toMatchObject({ outcomes_recorded: 3, ignored: ['transferred', 'vertical'] });
    const after = (await send('GET', `/v1/sessions/${session_id}`)).json as { session: Json };
    expect(after.session).toMatchObject({
      state: 'ended',
      outcome: { csat: 4, escalated: false, resolved: true },
    });
  });

  it.each<[string, object, string]>([
    ['/v1/feedback/correction', { prediction_id: 'nonsense/', correct_emotion: 'angry' }, 'prediction_id'],
    ['/v1/feedback/correction', { prediction_id: 'req_alone', correct_emotion: 'angry' }, 'prediction_id'],
    ['/v1/feedback/correction', { prediction_id: 'u1.c2Vz', corrected_dominance: 1 }, 'body'],
    ['/v1/feedback/correction', { prediction_id: 'u1.c2Vz', corrected_arousal: -0.5 }, 'corrected_arousal'],
    ['/v1/feedback/session_outcome', { session_id: '', actual_csat: 4 }, 'session_id'],
  ])('%s refuses %j by name', async (path, body, parameter) => {
    const refused = await send('POST', path, body);
    expect([refused.status, errorOf(refused).code]).toEqual([400, 'validation_error']);
    expect(Object.keys(errorOf(refused).details ?? {})).toContain(parameter);
  });

  it('answers 403 for conversations of nobody, and 400 for a KPI that nobody defined', async () => {
    const stranger = `u1.${Buffer.from('ses_nobody').toString('base64url')}`;
    const correction = { prediction_id: stranger, correct_emotion: 'angry' };
    expect((await send('POST', '/v1/feedback/correction', correction)).status).toBe(403);
    const session_id = await created();
    const outcome = { session_id, outcomes: [{ kpi_id: 'nobody', scalar_value: 1 }] };
    expect((await send('POST', '/v1/feedback/session_outcome', outcome)).status).toBe(400);
    expect((await send('GET', `/v1/sessions/${session_id}`)).json).toMatchObject({
      session: { state: 'open' },
    });
  });
});

describe('fine-tuning', () => {
  it('is created first, gets its samples under their names, and starts after', async () => {
    const created = await send('POST', '/v1/fine-tune', {
      name: 'their-calls',
      description: 'ours',
      epochs: 3,
    });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ name: 'their-calls', status: 'pending', progress: 0 });
    const { id } = created.json;
    // One recording twice would be refused as a duplicate.
    const [first, second] = [voice.subarray(0, 48_000), voice.subarray(48_000)].map((part) =>
      Buffer.from(wavBytes(part, 16_000)).toString('base64'),
    );
    const samples = [
      { audioBase64: first, emotion: 'angry', metadata: { call: '1' } },
      { audioBase64: second, emotion: 'content' },
    ];
    const sent = await send('POST', `/v1/fine-tune/${String(id)}/samples`, { samples });
    expect(sent.json).toMatchObject({ uploaded: 2, samples: [{ label: 'angry' }, { label: 'content' }] });
    expect((await send('GET', `/v1/fine-tune/${String(id)}`)).json).toMatchObject({ id, status: 'pending' });
    // Two samples train nobody: the job says what is missing.
    const started = await send('POST', `/v1/fine-tune/${String(id)}/start`, {});
    expect([started.status, errorOf(started).code]).toEqual([400, 'validation_error']);
  });

  it('refuses a sample with both names of one field', async () => {
    const { json } = await send('POST', '/v1/fine-tune', { name: 'twice' });
    const samples = [{ emotion: 'angry', audioUrl: 'https://example.com/a.wav', wordCount: 3 }];
    const refused = await send('POST', `/v1/fine-tune/${String(json['id'])}/samples`, { samples });
    expect(refused.status).toBe(400);
  });
});
