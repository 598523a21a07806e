/** The sections “Errors” and “Limits” of the interface specification over real HTTP: one test for each row and sentence. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RelayProcess } from '../support/relay-process.js';
import { errorOf, type RestAnswer, RestClient } from '../support/rest-client.js';
import { wavBytes } from '../support/wav.js';
import { synthesizeVoice } from '../support/voices.js';

let relay: RelayProcess;
let client: RestClient;
beforeAll(async () => {
  relay = await RelayProcess.start({
    env: { UNDERTONE_BOOTSTRAP_PLAN: 'free', UNDERTONE_BOOTSTRAP_CREDITS: '5' },
  });
  client = new RestClient(relay);
});
afterAll(() => relay.stop());

const wav = wavBytes(synthesizeVoice('angry', 2), 16_000);
const base64 = Buffer.from(wav).toString('base64');
const row = (answer: RestAnswer): [number, string] => [answer.status, errorOf(answer).code];

describe('Errors', () => {
  it('“Envelope: error object with code (string), message (string), optional details (object)”', async () => {
    const { json } = await client.post('/v1/analyze', {});
    expect(Object.keys(json)).toEqual(['error']);
    expect(json['error']).toEqual({
      code: 'validation_error',
      message: expect.any(String) as string,
      details: { audio: [expect.any(String)] },
    });
  });

  it('400 validation_error: “map of parameter name to array of messages”, reports all problems at once', async () => {
    const answer = await client.post('/v1/analyze', {
      audio_base64: '*',
      vertical: 'x',
      features: ['y'],
      z: 1,
    });
    expect(row(answer)).toEqual([400, 'validation_error']);
    const { details = {} } = errorOf(answer);
    expect(Object.keys(details).sort()).toEqual(['audio_base64', 'features.0', 'vertical', 'z']);
    for (const messages of Object.values(details)) expect(messages).toEqual([expect.any(String)]);
  });

  it.each([
    ['bad JSON', '{"audio_base64":'],
    ['JSON that is no object', '[]'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['10,000 levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ])('400 validation_error: %s', async (_what, body) => {
    const answer = await client.send('POST', '/v1/analyze', new Blob([body]), {
      'content-type': 'application/json',
    });
    expect(row(answer)).toEqual([400, 'validation_error']);
  });

  it('401 unauthorized: “Missing, invalid … key”, without details', async () => {
    for (const key of ['', `psk_${'0'.repeat(40)}`]) {
      const answer = await new RestClient(relay, key).post('/v1/analyze', { audio_base64: base64 });
      expect(row(answer)).toEqual([401, 'unauthorized']);
      expect(errorOf(answer)).not.toHaveProperty('details');
    }
  });

  it('402 insufficient_credits: “Organization wallet is empty; persists until top-up”', async () => {
    const minute = Buffer.from(wavBytes(new Float32Array(60 * 16_000), 16_000)).toString('base64');
    for (let i = 0; i < 2; i++) {
      expect(row(await client.post('/v1/analyze', { audio_base64: minute }))).toEqual([
        402,
        'insufficient_credits',
      ]);
    }
  });

  it('403 forbidden: “No permission for resource”', async () => {
    expect(row(await client.send('GET', '/v1/analyze/jobs/job_of_others'))).toEqual([403, 'forbidden']);
  });

  it('403 policy_blocked: refuses an employee’s recording under the workplace policy', async () => {
    const answer = await client.post('/v1/analyze', { audio_base64: base64, subject: 'agent' });
    expect(row(answer)).toEqual([403, 'policy_blocked']);
  });

  it('404 not_found, and 405 method_not_allowed with Allow', async () => {
    expect(row(await client.send('POST', '/v1/analyse'))).toEqual([404, 'not_found']);
    const answer = await client.send('GET', '/v1/analyze');
    expect(row(answer)).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it('413 payload_too_large: “Audio over the maximum size (25 MB)”', async () => {
    const large = new Uint8Array(25 * 1024 * 1024 + 1);
    expect(row(await client.form('/v1/analyze', { audio: large }))).toEqual([413, 'payload_too_large']);
  });

  it('413 audio_too_long: refuses audio that decodes to more seconds than the limit', async () => {
    const hours = wavBytes(new Float32Array(0), 4_000, new Uint8Array(4_000 * 3_601), 8);
    expect(row(await client.form('/v1/analyze', { audio: hours }))).toEqual([413, 'audio_too_long']);
  });

  it('415 unsupported_audio_format: “supported_formats array of MIME type strings”', async () => {
    const answer = await client.form('/v1/analyze', {
      audio: new TextEncoder().encode('#EXTM3U\n/etc/passwd'),
    });
    expect(row(answer)).toEqual([415, 'unsupported_audio_format']);
    expect(errorOf(answer).details).toEqual({
      supported_formats: ['audio/wav', 'audio/mpeg', 'audio/ogg', 'audio/webm', 'audio/flac', 'audio/mp4'],
    });
  });

  it.each([
    ['a WAV without samples', wav.slice(0, 44)],
    ['a FLAC of zeros', Uint8Array.from([...Buffer.from('fLaC'), ...new Array<number>(2_000).fill(0)])],
  ])('422 undecodable_audio: “File is not decodable audio”: %s', async (_what, audio) => {
    expect(row(await client.form('/v1/analyze', { audio: new Uint8Array(audio) }))).toEqual([
      422,
      'undecodable_audio',
    ]);
  });
});

describe('Limits', () => {
  it('“Rate limit headers on every response”', async () => {
    const answers = [
      await client.post('/v1/analyze', { audio_base64: base64 }),
      await client.post('/v1/analyze', {}),
      await client.send('GET', '/v1/nothing'),
      await new RestClient(relay, '').post('/v1/analyze', {}),
    ];
    for (const { headers } of answers) {
      for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
        expect(headers.get(name)).toMatch(/^\d+$/);
      }
    }
  });

  it('“X-RateLimit-Limit (requests allowed per minute)”: 60 on the Free plan', async () => {
    expect((await client.post('/v1/analyze', {})).headers.get('x-ratelimit-limit')).toBe('60');
  });

  it('“X-RateLimit-Reset (Unix timestamp when the limit resets)”', async () => {
    const reset = Number((await client.post('/v1/analyze', {})).headers.get('x-ratelimit-reset'));
    expect(reset - Date.now() / 1000).toBeGreaterThan(-1);
    expect(reset - Date.now() / 1000).toBeLessThan(61);
  });

  it('“Credits: requests consume wallet credits”', async () => {
    const balance = async () => (await client.send('GET', '/v1/wallet')).json;
    const before = await balance();
    // The wallet started with 5 s of credits; the rest must cover this request, or the status would be 402.
    const answer = await client.post('/v1/analyze', { audio_base64: base64 });
    expect(answer.status).toBe(200);
    expect(await balance()).not.toEqual(before);
  });

  it('“Exceeding the limit gives 429”, with Retry-After', async () => {
    let last: RestAnswer | undefined;
    for (let i = 0; i < 61 && last?.status !== 429; i++) last = await client.post('/v1/analyze', {});
    expect(row(last!)).toEqual([429, 'rate_limited']);
    expect(Number(last!.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('leave the process healthy after all of these tests', async () => {
    expect((await fetch(`${relay.url}/readyz`)).status).toBe(200);
    expect(relay.running).toBe(true);
  });
});
