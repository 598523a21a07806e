/** The public requests of the hosted service's clients, sent as those clients send them (docs/migrating.md). */
import { once } from 'node:events';
import type { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audioFormats, encodeAudio } from '../support/audio-formats.js';
import { Inbox } from '../support/inbox.js';
import { paced } from '../support/pace.js';
import { encodePcm } from '../support/pcm.js';
import { RelayProcess } from '../support/relay-process.js';
import { errorOf, type RestAnswer, RestClient } from '../support/rest-client.js';
import {
  type Close,
  closeOf,
  type ConnectOptions,
  openSocket,
  toBytes,
  UpgradeRefused,
} from '../support/stream-socket.js';
import { synthesizeVoice } from '../support/voices.js';
import { wavBytes } from '../support/wav.js';

type Json = Record<string, unknown>;

const REALTIME = '/v1/stream/realtime';
const SECOND = 32_000;

let relay: RelayProcess;
let voice: Float32Array;
let pcm: Buffer;
let wav: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  relay = await RelayProcess.start({ env: { UNDERTONE_BOOTSTRAP_PLAN: 'enterprise' } });
  voice = synthesizeVoice('angry', 6, 7);
  pcm = encodePcm(voice, 'pcm_s16le');
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

/** Their realtime client: JSON text out, bytes or base64 in. */
class TheirClient {
  readonly inbox = new Inbox<Json>(({ type }) => String(type));
  readonly closed: Promise<Close>;
  /** Whether it began with their `config` on their path. Else the relay speaks our own JSON. */
  private isTheirs = false;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => {
      const message = JSON.parse(toBytes(data).toString('utf8')) as Json;
      // Their parser refuses events of these types without a session.
      if (
        this.isTheirs &&
        ['directive', 'error', 'warning', 'session_end'].includes(String(message['type']))
      ) {
        expect(message['session_id']).toEqual(expect.stringMatching(/./));
      }
      this.inbox.push(message);
    });
    this.closed = closeOf(socket, 600_000).then((close) => {
      this.inbox.end(`closed with ${close.code} ${close.reason}`);
      return close;
    });
  }

  static async connect(path = REALTIME, options: ConnectOptions = {}): Promise<TheirClient> {
    return new TheirClient(await openSocket(`${relay.wsUrl}${path}`, options));
  }

  static async begun(config: Json = {}): Promise<TheirClient> {
    const client = await TheirClient.connect();
    client.send({
      type: 'config',
      api_key: relay.key,
      encoding: 'pcm16',
      sample_rate: 16_000,
      source: 'sdk',
      ...config,
    });
    await client.of('config_ack');
    return client;
  }

  send(message: Json): void {
    if (message['type'] === 'config' && new URL(this.socket.url).pathname === REALTIME) this.isTheirs = true;
    this.socket.send(JSON.stringify(message));
  }

  async of(type: string): Promise<Json> {
    return (await this.inbox.waitFor((message) => message['type'] === type, type, 60_000)).message;
  }

  all(type: string): Json[] {
    return this.inbox.arrivals.map(({ message }) => message).filter((message) => message['type'] === type);
  }

  /** The fatal error and the close. */
  async ending(): Promise<{ close: number; code: unknown; message: unknown }> {
    const error = await this.of('error');
    return { close: (await this.closed).code, code: error['code'], message: error['message'] };
  }
}

describe('the stream', () => {
  it('takes the key in its config, acknowledges each frame, and ends with a transcript', async () => {
    const client = await TheirClient.begun({ session_id: 'their-call-1', chunk_seconds: 1, max_speakers: 4 });
    expect(await client.of('config_ack')).toMatchObject({
      session_id: 'their-call-1',
      audio_config: { sample_rate: 16_000, encoding: 'pcm16' },
    });
    const began = performance.now();
    // As their clients replay a file: the next second goes out when something came back for the last one.
    for (let at = 0; at < pcm.length; at += SECOND) {
      const answered = client.inbox.waitForNext(
        ({ type }) => type === 'frame_ack' || type === 'directive',
        'an answer',
        60_000,
      );
      client.socket.send(pcm.subarray(at, at + SECOND));
      await answered;
    }
    client.send({ type: 'end' });
    await client.of('end_ack');
    const end = await client.of('session_end');
    expect(end).toMatchObject({
      transcript: { session_id: 'their-call-1', duration_seconds: 6, turns: [{ text: '' }] },
      per_speaker: [{ turn_count: expect.any(Number) as number }],
    });
    expect((await client.closed).code).toBe(1000);
    // Nobody was told to slow down, and nobody got further ahead than a second and a half.
    expect(client.all('warning').map(({ code }) => code)).not.toContain('ahead_of_realtime');
    expect(performance.now() - began).toBeGreaterThan(4_000);
    expect(client.all('frame_ack').map(({ frames }) => frames)).toEqual([1, 2, 3, 4, 5, 6]);
    const [directive] = client.all('directive').filter(({ speech }) => speech === true);
    expect(directive).toMatchObject({
      affect_available: true,
      timestamp_ms: expect.any(Number) as number,
      current_emotion: directive!['emotion'],
      text: '',
    });
    expect(directive!['arousal']).toBe((directive!['prosody'] as Json)['arousal']);
    expect(directive!['arousal']).toBeGreaterThanOrEqual(0);
  });

  it('warns of a key in a message and of fields that change nothing, and logs no key', async () => {
    const client = await TheirClient.begun({ analysis_mode: 'full' });
    const warnings = client.all('warning');
    await expect.poll(() => client.all('warning').length).toBeGreaterThanOrEqual(2);
    expect(client.all('warning').slice(0, 2)).toMatchObject([
      { code: 'key_in_message', message: expect.stringContaining('Authorization: Bearer') as string },
      { code: 'fields_ignored', message: expect.stringContaining('analysis_mode') as string },
    ]);
    client.send({ type: 'end' });
    await client.of('session_end');
    expect(warnings.length).toBeLessThanOrEqual(client.all('warning').length);
    expect(relay.log).not.toContain(relay.key);
  });

  it('hears base64 frames as it hears bytes', async () => {
    const results: Json[][] = [];
    for (const asText of [false, true]) {
      const client = await TheirClient.begun();
      await paced(20, 100, (n) => {
        const piece = pcm.subarray(n * 3_200, (n + 1) * 3_200);
        if (asText) client.send({ type: 'audio', data: piece.toString('base64') });
        else client.socket.send(piece);
      });
      client.send({ type: 'end' });
      await client.of('session_end');
      await client.closed;
      results.push(client.all('directive').map(({ timestamp_ms, emotion }) => ({ timestamp_ms, emotion })));
    }
    expect(results[0]!.length).toBeGreaterThan(0);
    expect(results[1]).toEqual(results[0]);
  });

  it('hears Ogg Opus in pieces of any size', async () => {
    const opus = audioFormats.find(({ name }) => name === 'OGG Opus')!;
    const file = await encodeAudio(voice, opus, 16_000, 1);
    if (file === undefined) throw new Error('this test needs ffmpeg');
    const client = await TheirClient.begun({ encoding: 'opus', container: 'ogg', sample_rate: undefined });
    const sizes = [1, 26, 27, 300, 4_096, 777];
    for (let at = 0, n = 0; at < file.length; n += 1) {
      const size = sizes[n % sizes.length]!;
      client.socket.send(file.subarray(at, at + size));
      at += size;
    }
    client.send({ type: 'end' });
    const end = await client.of('session_end');
    expect(end['duration_s']).toBeCloseTo(6, 1);
    expect(client.all('directive').filter(({ speech }) => speech === true).length).toBeGreaterThan(0);
    expect((await client.closed).code).toBe(1000);
  });

  it('speaks our own JSON to a client without a sub-protocol', async () => {
    const client = await TheirClient.connect(REALTIME, { key: relay.key });
    client.send({ type: 'session.hello', sample_rate: 16_000 });
    expect(await client.of('session.ready')).toHaveProperty('resume_handle');
    client.send({ type: 'session.end' });
    await client.of('session_end');
  });

  it.each([REALTIME, '/v1/stream'])(
    'takes the key in the address of %s, warns of it, and logs no key',
    async (path) => {
      const client = await TheirClient.connect(`${path}?api_key=${relay.key}`);
      client.send({ type: 'config', sample_rate: 16_000 });
      expect(await client.of('warning')).toMatchObject({ code: 'key_in_address' });
      client.send({ type: 'end' });
      await client.of('session_end');
      await client.closed;
      expect(relay.log).not.toContain(relay.key);
    },
  );

  it('asks for a consent before it learns an agent’s voice', async () => {
    const client = await TheirClient.begun();
    client.send({ type: 'enroll_agent', audio_base64: 'AAAA' });
    expect(await client.of('enroll_agent_ack')).toMatchObject({ ok: false });
    client.socket.close();
    await client.closed;
  });
});

describe('hostile streams', () => {
  it.each<[string, Json, number, string]>([
    ['a wrong key', { api_key: 'psk_wrong' }, 4401, 'unauthorized'],
    ['no key', { api_key: undefined }, 4401, 'unauthorized'],
    ['a key of a megabyte', { api_key: 'k'.repeat(1 << 20) }, 4401, 'unauthorized'],
    ['a key that is a list', { api_key: ['psk'] }, 4401, 'unauthorized'],
    ['an unknown encoding', { encoding: 'g729' }, 4415, 'unsupported_audio_format'],
    ['WebM', { encoding: 'opus', container: 'webm' }, 4415, 'unsupported_audio_format'],
    ['a rate of nothing', { sample_rate: 0 }, 4400, 'validation_error'],
    ['a rate of words', { sample_rate: 'fast' }, 4400, 'validation_error'],
    ['a name like an object’s own', { encoding: 'constructor' }, 4415, 'unsupported_audio_format'],
    ['an unknown vertical', { vertical: 'astrology' }, 4400, 'validation_error'],
    ['a session that is a number', { session_id: 7 }, 4400, 'validation_error'],
  ])('%s', async (_what, config, close, code) => {
    const client = await TheirClient.connect();
    client.send({ type: 'config', api_key: relay.key, encoding: 'pcm16', ...config });
    expect(await client.ending()).toMatchObject({ close, code });
  });

  it.each([
    ['bytes before any config', Buffer.from([1, 2, 3]), 'unauthorized'],
    ['text that is no JSON', 'hello?', 'protocol_error'],
    ['audio before any config', '{"type":"audio","data":"AAAA"}', 'validation_error'],
    ['our hello without a token', '{"type":"session.hello"}', 'unauthorized'],
  ])('%s', async (_what, first, code) => {
    const client = await TheirClient.connect();
    client.socket.send(first);
    expect((await client.ending()).code).toBe(code);
  });

  const junk = Buffer.alloc(4_096, 'OggS');
  const endless = Buffer.alloc(64 * 1024, 0xff);
  it.each([
    ['no Ogg', Buffer.from('RIFF0000WAVEfmt ')],
    ['pages of nonsense', junk],
    ['a page that never ends', Buffer.concat([Buffer.from('OggS'), endless])],
  ])('ends a stream of %s with 4422', async (_what, bytes) => {
    const client = await TheirClient.begun({ encoding: 'opus' });
    client.socket.send(bytes);
    expect(await client.ending()).toMatchObject({ close: 4422, code: 'undecodable_audio' });
  });

  it.each(['OGG Vorbis', 'OGG Opus'])('ends a damaged stream of %s with 4422', async (name) => {
    const format = audioFormats.find((each) => each.name === name)!;
    const file = await encodeAudio(voice, format, 16_000, 1);
    if (file === undefined) throw new Error('this test needs ffmpeg');
    const damaged = Buffer.from(file);
    if (name === 'OGG Opus') damaged[damaged.length >> 1]! ^= 0xff;
    const client = await TheirClient.begun({ encoding: 'opus' });
    for (let at = 0; at < damaged.length; at += 4_096) client.socket.send(damaged.subarray(at, at + 4_096));
    expect(await client.ending()).toMatchObject({ close: 4422, code: 'undecodable_audio' });
  });

  it('complains of base64 that is none, and of a second config, and goes on', async () => {
    const client = await TheirClient.begun();
    client.send({ type: 'audio', data: '***' });
    expect(await client.of('error')).toMatchObject({ code: 'validation_error', param: 'data', fatal: false });
    client.send({ type: 'config', api_key: relay.key });
    await expect.poll(() => client.all('error').length).toBe(2);
    client.send({ type: 'end' });
    await client.of('session_end');
  });

  it('refuses a key in the address that is wrong, or given twice', async () => {
    for (const path of [`${REALTIME}?api_key=psk_wrong`, `/v1/stream?api_key=${relay.key}&api_key=psk_b`]) {
      const error = await TheirClient.connect(path).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(UpgradeRefused);
      expect((error as UpgradeRefused).status).toBe(401);
    }
  });

  it('leaves the places of those who went away without a word', async () => {
    const client = await TheirClient.begun({ session_id: 'their-gone' });
    client.socket.terminate();
    await once(client.socket, 'close').catch(() => undefined);
    expect((await new RestClient(relay).send('GET', '/v1/sessions/their-gone')).status).toBe(200);
  });
});
