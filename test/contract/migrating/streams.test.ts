/** The streams of the hosted service's clients, as those clients speak (docs/migrating.md). */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audioFormats, encodeAudio } from '../../support/audio-formats.js';
import { paced } from '../../support/pace.js';
import { encodePcm } from '../../support/pcm.js';
import { RelayProcess } from '../../support/relay-process.js';
import { RestClient } from '../../support/rest-client.js';
import { UpgradeRefused } from '../../support/stream-socket.js';
import { synthesizeVoice } from '../../support/voices.js';
import { type Json, REALTIME, TheirClient } from './their-client.js';

const SECOND = 32_000;

let relay: RelayProcess;
let voice: Float32Array;
let pcm: Buffer;

beforeAll(async () => {
  relay = await RelayProcess.start({ env: { UNDERTONE_BOOTSTRAP_PLAN: 'enterprise' } });
  voice = synthesizeVoice('angry', 6, 7);
  pcm = encodePcm(voice, 'pcm_s16le');
});
afterAll(() => relay.stop());

describe('the stream', () => {
  it('takes the key in its config, acknowledges each frame, and ends with a transcript', async () => {
    const client = await TheirClient.begun(relay, {
      session_id: 'their-call-1',
      chunk_seconds: 1,
      max_speakers: 4,
    });
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
    const client = await TheirClient.begun(relay, { analysis_mode: 'full' });
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
      const client = await TheirClient.begun(relay);
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
    const client = await TheirClient.begun(relay, {
      encoding: 'opus',
      container: 'ogg',
      sample_rate: undefined,
    });
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
    const client = await TheirClient.connect(relay, REALTIME, { key: relay.key });
    client.send({ type: 'session.hello', sample_rate: 16_000 });
    expect(await client.of('session.ready')).toHaveProperty('resume_handle');
    client.send({ type: 'session.end' });
    await client.of('session_end');
  });

  it.each([REALTIME, '/v1/stream'])(
    'takes the key in the address of %s, warns of it, and logs no key',
    async (path) => {
      const client = await TheirClient.connect(relay, `${path}?api_key=${relay.key}`);
      client.send({ type: 'config', sample_rate: 16_000 });
      expect(await client.of('warning')).toMatchObject({ code: 'key_in_address' });
      client.send({ type: 'end' });
      await client.of('session_end');
      await client.closed;
      expect(relay.log).not.toContain(relay.key);
    },
  );

  it('asks for a consent before it learns an agent’s voice', async () => {
    const client = await TheirClient.begun(relay);
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
    ['two channels', { channels: 2 }, 4400, 'validation_error'],
    ['a rate under another name', { sampleRate: 8_000 }, 4400, 'validation_error'],
  ])('%s', async (_what, config, close, code) => {
    const client = await TheirClient.connect(relay);
    client.send({ type: 'config', api_key: relay.key, encoding: 'pcm16', ...config });
    expect(await client.ending()).toMatchObject({ close, code });
  });

  it.each([
    ['bytes before any config', Buffer.from([1, 2, 3]), 'unauthorized'],
    ['text that is no JSON', 'hello?', 'protocol_error'],
    ['audio before any config', '{"type":"audio","data":"AAAA"}', 'validation_error'],
    ['our hello without a token', '{"type":"session.hello"}', 'unauthorized'],
  ])('%s', async (_what, first, code) => {
    const client = await TheirClient.connect(relay);
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
    const client = await TheirClient.begun(relay, { encoding: 'opus' });
    client.socket.send(bytes);
    expect(await client.ending()).toMatchObject({ close: 4422, code: 'undecodable_audio' });
  });

  it.each(['OGG Vorbis', 'OGG Opus'])('ends a damaged stream of %s with 4422', async (name) => {
    const format = audioFormats.find((each) => each.name === name)!;
    const file = await encodeAudio(voice, format, 16_000, 1);
    if (file === undefined) throw new Error('this test needs ffmpeg');
    const damaged = Buffer.from(file);
    if (name === 'OGG Opus') damaged[damaged.length >> 1]! ^= 0xff;
    const client = await TheirClient.begun(relay, { encoding: 'opus' });
    for (let at = 0; at < damaged.length; at += 4_096) client.socket.send(damaged.subarray(at, at + 4_096));
    expect(await client.ending()).toMatchObject({ close: 4422, code: 'undecodable_audio' });
  });

  it('complains of base64 that is none, and of a second config, and goes on', async () => {
    const client = await TheirClient.begun(relay);
    client.send({ type: 'audio', data: '***' });
    expect(await client.of('error')).toMatchObject({ code: 'validation_error', param: 'data', fatal: false });
    client.send({ type: 'config', api_key: relay.key });
    await expect.poll(() => client.all('error').length).toBe(2);
    client.send({ type: 'end' });
    await client.of('session_end');
  });

  it('refuses a key in the address that is wrong, or given twice', async () => {
    for (const path of [`${REALTIME}?api_key=psk_wrong`, `/v1/stream?api_key=${relay.key}&api_key=psk_b`]) {
      const error = await TheirClient.connect(relay, path).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(UpgradeRefused);
      expect((error as UpgradeRefused).status).toBe(401);
    }
  });

  it('leaves the places of those who went away without a word', async () => {
    const client = await TheirClient.begun(relay, { session_id: 'their-gone' });
    client.socket.terminate();
    await once(client.socket, 'close').catch(() => undefined);
    expect((await new RestClient(relay).send('GET', '/v1/sessions/their-gone')).status).toBe(200);
  });
});
