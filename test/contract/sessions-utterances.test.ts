/** `POST /v1/sessions/{id}/utterances`: audio from any source, an already computed result, a transcript turn, and their costs. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RelayProcess } from '../support/relay-process.js';
import { errorOf, type RestAnswer, RestClient } from '../support/rest-client.js';
import { speechRate } from '../support/speech.js';
import { synthesizeVoice } from '../support/voices.js';
import { wavBytes } from '../support/wav.js';

const seconds = 3;
const microCreditsPerSecond = 1_000_000;
const wav = wavBytes(synthesizeVoice('angry', seconds), speechRate);
const other = wavBytes(synthesizeVoice('sad', seconds), speechRate);
const base64 = Buffer.from(wav).toString('base64');

let relay: RelayProcess;
let client: RestClient;
let host: Server;
let url: string;
beforeAll(async () => {
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

let id: string;
beforeEach(async () => {
  id = String(at((await client.post('/v1/sessions', {})).json, 'session.id'));
});

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], value);
const add = (body: object, headers: Record<string, string> = {}): Promise<RestAnswer> =>
  client.post(`/v1/sessions/${id}/utterances`, body, headers);
const balance = async (): Promise<number> =>
  Number(at((await client.send('GET', '/v1/wallet')).json, 'wallet.balance.micro_credits'));
/** Measures what a request costs, in micro-credits. */
const costOf = async (request: () => Promise<RestAnswer>): Promise<{ answer: RestAnswer; cost: number }> => {
  const before = await balance();
  const answer = await request();
  return { answer, cost: before - (await balance()) };
};

describe('audio from any source', () => {
  const sources: [string, () => Promise<RestAnswer>][] = [
    ['a file of a form', () => client.form(`/v1/sessions/${id}/utterances`, { audio: wav, index: '0' })],
    ['base64', () => add({ audio_base64: base64, index: 0 })],
    ['a URL', () => add({ audio_url: url, index: 0 })],
  ];

  it.each(sources)('%s is analyzed, added, and charged by its seconds', async (_source, send) => {
    const { answer, cost } = await costOf(send);
    expect(answer.status).toBe(201);
    expect(cost).toBe(seconds * microCreditsPerSecond);
    expect(answer.json['utterance']).toMatchObject({
      id: 'index:0',
      source: 'audio',
      role: 'caller',
      emotion: expect.any(String) as string,
      valence: expect.any(Number) as number,
    });
    const { start, end } = answer.json['utterance'] as { start: number; end: number };
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeLessThanOrEqual(seconds);
    expect(end - start).toBeGreaterThan(seconds / 2);
    expect(answer.json['analysis']).toMatchObject({
      emotion: at(answer.json, 'utterance.emotion'),
      valence: at(answer.json, 'utterance.valence'),
      duration: seconds,
    });
    expect(at(answer.json, 'predictions.utterances_seen')).toBe(1);
    expect(at(answer.json, 'session.utterance_count')).toBe(1);
  });

  it('gives the same result for the same audio from each source', async () => {
    const emotions = [];
    for (const [, send] of sources) {
      id = String(at((await client.post('/v1/sessions', {})).json, 'session.id'));
      const { json } = await send();
      emotions.push([
        at(json, 'utterance.emotion'),
        at(json, 'utterance.valence'),
        at(json, 'utterance.end'),
      ]);
    }
    expect(new Set(emotions.map((each) => JSON.stringify(each))).size).toBe(1);
  });

  it('is neither added nor charged twice when it is sent again, and conflicts with other audio of its id', async () => {
    const form = { audio: wav, utterance_id: 'opening' };
    expect((await client.form(`/v1/sessions/${id}/utterances`, form)).status).toBe(201);
    const again = await costOf(() => add({ audio_base64: base64, utterance_id: 'opening' }));
    expect([again.answer.status, again.answer.json['duplicate'], again.cost]).toEqual([200, true, 0]);
    const clash = await costOf(() =>
      client.form(`/v1/sessions/${id}/utterances`, { audio: other, utterance_id: 'opening' }),
    );
    expect([clash.answer.status, errorOf(clash.answer).code, clash.cost]).toEqual([409, 'conflict', 0]);
    expect(errorOf(clash.answer).details).toEqual({ utterance_id: ['is in use'] });
  });

  it('costs nothing when it cannot be added', async () => {
    await client.post(`/v1/sessions/${id}/end`, {});
    const ended = await costOf(() => add({ audio_base64: base64 }));
    expect([ended.answer.status, errorOf(ended.answer).code, ended.cost]).toEqual([409, 'conflict', 0]);
    const upload = await costOf(() => client.post('/v1/analyze', { audio_base64: base64, session_id: id }));
    expect([upload.answer.status, errorOf(upload.answer).code, upload.cost]).toEqual([409, 'conflict', 0]);
    id = 'ses_nobody';
    const unknown = await costOf(() => add({ audio_base64: base64 }));
    expect([unknown.answer.status, errorOf(unknown.answer).code, unknown.cost]).toEqual([
      403,
      'forbidden',
      0,
    ]);
  });

  it.each([
    ['no audio', { audio_base64: Buffer.from('not audio at all').toString('base64') }, 415],
    ['a damaged file', { audio_base64: Buffer.from(wav.subarray(0, 40)).toString('base64') }, 422],
    ['base64 that is none', { audio_base64: '!!!' }, 400],
    ['a file: URL', { audio_url: 'file:///etc/passwd' }, 400],
  ])('refuses %s, free of charge', async (_what, body, status) => {
    const { answer, cost } = await costOf(() => add(body));
    expect([answer.status, cost]).toEqual([status, 0]);
    expect(at((await client.send('GET', `/v1/sessions/${id}`)).json, 'session.utterance_count')).toBe(0);
  });
});

describe('an already computed result', () => {
  it('is stored as POST /v1/analyze answered it, free of charge', async () => {
    const { json: result } = await client.post('/v1/analyze', { audio_base64: base64 });
    const { answer, cost } = await costOf(() => add({ result, transcript: 'A word.', speaker_id: 'anna' }));
    expect([answer.status, cost]).toEqual([201, 0]);
    expect(answer.json['utterance']).toMatchObject({
      source: 'result',
      speaker_id: 'anna',
      emotion: result['emotion'],
      valence: result['valence'],
      start: 0,
      end: seconds,
    });
    expect(answer.json).not.toHaveProperty('analysis');
    const { json: heard } = await client.form(`/v1/sessions/${id}/utterances`, { audio: wav });
    expect(at(heard, 'utterance.valence')).toBe(result['valence']);
  });
});

describe('a transcript turn', () => {
  it('records that somebody spoke, and when; its words are neither returned nor stored, and it costs nothing', async () => {
    const body = { transcript: 'My card number is 4111.', subject: 'agent', start: 1, duration: 2.5 };
    const { answer, cost } = await costOf(() => add(body));
    expect([answer.status, cost]).toEqual([201, 0]);
    expect(answer.json['utterance']).toMatchObject({
      source: 'transcript',
      role: 'agent',
      emotion: null,
      start: 1,
      end: 3.5,
    });
    const { json } = await client.send('GET', `/v1/sessions/${id}`);
    // The words, not the digits: an id or a duration may hold these.
    expect(JSON.stringify([answer.json, json, relay.log])).not.toContain('card number');
  });
});
