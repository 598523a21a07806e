/** Errors over real HTTP, beyond those that the published interface lists (`conformance/`). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RelayProcess } from '../support/relay-process.js';
import { errorOf, type RestAnswer, RestClient } from '../support/rest-client.js';
import { wavBytes } from '../support/wav.js';
import { synthesizeVoice } from '../support/voices.js';

let relay: RelayProcess;
let client: RestClient;
beforeAll(async () => {
  relay = await RelayProcess.start();
  client = new RestClient(relay);
});
afterAll(() => relay.stop());

const wav = wavBytes(synthesizeVoice('angry', 2), 16_000);
const base64 = Buffer.from(wav).toString('base64');
const row = (answer: RestAnswer): [number, string] => [answer.status, errorOf(answer).code];

describe('Errors', () => {
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

  it('413 audio_too_long: refuses audio that decodes to more seconds than the limit', async () => {
    const hours = wavBytes(new Float32Array(0), 4_000, new Uint8Array(4_000 * 3_601), 8);
    expect(row(await client.form('/v1/analyze', { audio: hours }))).toEqual([413, 'audio_too_long']);
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

  it('leave the process healthy', async () => {
    expect((await fetch(`${relay.url}/readyz`)).status).toBe(200);
    expect(relay.running).toBe(true);
  });
});
