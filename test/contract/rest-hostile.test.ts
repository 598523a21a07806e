/** Damaged and hostile files over HTTP: each gets its status and code, and the relay stays healthy. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR_CODES } from '@undertone/protocol';
import { BOMBS, DAMAGED, NOT_AUDIO } from '../../relay/src/media/testing/hostile-files.js';
import { RelayProcess } from '../support/relay-process.js';
import { errorOf, RestClient } from '../support/rest-client.js';
import { wavBytes } from '../support/wav.js';
import { synthesizeVoice } from '../support/voices.js';

let relay: RelayProcess;
let client: RestClient;
beforeAll(async () => {
  relay = await RelayProcess.start();
  client = new RestClient(relay);
});
afterAll(() => relay.stop());

const send = async (bytes: Uint8Array): Promise<[status: number, code: string]> => {
  const answer = await client.form('/v1/analyze', { audio: new Uint8Array(bytes) });
  return [answer.status, errorOf(answer).code];
};

describe('POST /v1/analyze', () => {
  it.each(NOT_AUDIO)('answers 415 to %s', async (_name, bytes) => {
    expect(await send(bytes)).toEqual([415, 'unsupported_audio_format']);
  });

  it('answers 400 to an empty file, which has no bytes to detect a format from', async () => {
    expect(await send(new Uint8Array(0))).toEqual([400, 'validation_error']);
  });

  it.each(DAMAGED.filter(([, bytes]) => bytes.length > 0))(
    'answers with the expected status and code to %s',
    async (_name, bytes, code) => {
      const { http } = ERROR_CODES[code as keyof typeof ERROR_CODES];
      expect(await send(bytes)).toEqual([http, code]);
    },
  );

  // Cut to 25 MB, A-law holds 55 minutes, within the hour that may be decoded. So it is not a bomb here.
  it.each(BOMBS.filter(([name]) => !name.includes('A-law')))('answers 413 to %s', async (_name, make) => {
    expect(await send(make())).toEqual([413, 'audio_too_long']);
  });

  it('stays healthy after all of these: ready, the same process, nothing charged, the next file analyzed', async () => {
    expect((await fetch(`${relay.url}/readyz`)).status).toBe(200);
    expect(relay.running).toBe(true);
    const usage = await client.send('GET', '/v1/usage');
    expect(usage.json['usage']).toEqual([]);
    const wav = wavBytes(synthesizeVoice('angry', 2), 16_000);
    const good = await client.form('/v1/analyze', { audio: new Uint8Array(wav) });
    expect(good.status).toBe(200);
  });
});
