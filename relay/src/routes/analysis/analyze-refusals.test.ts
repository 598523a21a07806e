import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnalysisRig, startAnalysisRig } from './testing/analysis-rig.js';
import { base64, codeOf, detailsOf, formOf, JSON_TYPE, postJson, wav } from './testing/analysis-requests.js';

let rig: AnalysisRig;
beforeAll(async () => {
  rig = await startAnalysisRig();
}, 60_000);
afterAll(() => rig.stop());

describe('a wrong request', () => {
  it('gets every problem at once, by parameter', async () => {
    const answer = await postJson(rig, '/v1/analyze', {
      audio_url: 'ftp://example.com/a.wav',
      audio_base64: '###',
      vertical: 'retail',
      features: ['emotion', 'smell'],
      transcript: 7,
      unknown_field: true,
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(detailsOf(answer)).sort()).toEqual([
      'audio_base64',
      'audio_url',
      'features.1',
      'transcript',
      'unknown_field',
      'vertical',
    ]);
  });

  it.each([
    ['no source', {}, 'audio'],
    ['not base64', { audio_base64: '&&&&' }, 'audio_base64'],
    ['empty base64', { audio_base64: '' }, 'audio_base64'],
    ['base64 that is no text', { audio_base64: 5 }, 'audio_base64'],
    ['a URL that is none', { audio_url: 'nowhere' }, 'audio_url'],
    ['prediction without a session', { audio_base64: base64, features: ['prediction'] }, 'session_id'],
    ['metadata that is no object', { audio_base64: base64, metadata: [] }, 'metadata'],
    [
      '__proto__ in metadata',
      { audio_base64: base64, metadata: JSON.parse('{"__proto__":1}') as unknown },
      'metadata',
    ],
    ['no features', { audio_base64: base64, features: [] }, 'features'],
    ['a lone surrogate', { audio_base64: base64, transcript: '\ud800' }, 'transcript'],
  ])('is refused for %s', async (_what, body, parameter) => {
    const answer = await postJson(rig, '/v1/analyze', body);
    expect([answer.status, codeOf(answer), Object.keys(detailsOf(answer))]).toEqual([
      400,
      'validation_error',
      [parameter],
    ]);
  });

  it('is refused for metadata 5,000 levels deep', async () => {
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    const body = `{"audio_base64":"${base64}","metadata":${deep}}`;
    const answer = await rig.post('/v1/analyze', body, JSON_TYPE);
    expect([answer.status, Object.keys(detailsOf(answer))]).toEqual([400, ['metadata']]);
  });

  it.each([
    [
      'two files',
      () => ({
        form: [
          ['audio', wav],
          ['audio', wav],
        ] as const,
        parameter: 'body',
      }),
    ],
    ['a file under another name', () => ({ form: [['sound', wav]] as const, parameter: 'sound' })],
    [
      'a field given twice',
      () => ({
        form: [
          ['audio', wav],
          ['vertical', 'sales'],
          ['vertical', 'sales'],
        ] as const,
        parameter: 'vertical',
      }),
    ],
    ['audio as text', () => ({ form: [['audio', 'RIFF']] as const, parameter: 'audio' })],
    ['an empty file', () => ({ form: [['audio', new Uint8Array(0)]] as const, parameter: 'audio' })],
    [
      'a form with file and URL',
      () => ({
        form: [
          ['audio', wav],
          ['audio_url', 'https://example.com/a'],
        ] as const,
        parameter: 'audio',
      }),
    ],
    [
      'diarize that is no flag',
      () => ({
        form: [
          ['audio', wav],
          ['diarize', 'maybe'],
        ] as const,
        parameter: 'diarize',
      }),
    ],
  ])('is refused for %s in a form', async (_what, make) => {
    const { form, parameter } = make();
    const body = new FormData();
    for (const [name, value] of form) {
      if (typeof value === 'string') body.append(name, value);
      else body.append(name, new Blob([new Uint8Array(value)]), 'a.wav');
    }
    const answer = await rig.post('/v1/analyze', body);
    expect(answer.status).toBe(400);
    expect(detailsOf(answer)).toHaveProperty(parameter);
  });

  it('gets 413 before anything is decoded, as base64, as a file and as a raw body', async () => {
    const large = new Uint8Array(25 * 1024 * 1024 + 1);
    const answers = [
      await rig.post('/v1/analyze/audio', large, { 'Content-Type': 'audio/wav' }),
      await rig.post('/v1/analyze', formOf({ audio: large })),
      await postJson(rig, '/v1/analyze/base64', { audio_base64: Buffer.from(large).toString('base64') }),
    ];
    for (const answer of answers) expect([answer.status, codeOf(answer)]).toEqual([413, 'payload_too_large']);
  });

  it('gets 415 with the supported formats for bytes that are not audio, and for a type that is not audio', async () => {
    const text = Buffer.from('#EXTM3U\nhttp://localhost/secret.wav\n');
    for (const answer of [
      await rig.post('/v1/analyze', formOf({ audio: text })),
      await rig.post('/v1/analyze/audio', wav, { 'Content-Type': 'text/html' }),
    ]) {
      expect([answer.status, codeOf(answer)]).toEqual([415, 'unsupported_audio_format']);
      expect(detailsOf(answer)['supported_formats']).toContain('audio/mpeg');
    }
  });

  it('is told only of the sources that its endpoint has', async () => {
    const url = 'audio_url=https%3A%2F%2Fexample.com%2Fa.wav';
    const raw = await rig.post(`/v1/analyze/audio?${url}`, wav, { 'Content-Type': 'audio/wav' });
    expect([raw.status, detailsOf(raw)]).toEqual([400, { audio_url: ['is not a known parameter here'] }]);
    const text = await postJson(rig, '/v1/analyze/base64', { audio_url: 'https://example.com/a.wav' });
    expect([text.status, detailsOf(text)]).toEqual([
      400,
      { audio_base64: ['is required'], audio_url: ['is not a known parameter here'] },
    ]);
  });

  it('is refused when it names parameters twice or in the wrong place', async () => {
    expect((await rig.post('/v1/analyze?vertical=sales', formOf({ audio: wav }))).status).toBe(400);
    const twice = '/v1/analyze/audio?vertical=sales&vertical=general';
    const answer = await rig.post(twice, wav, { 'Content-Type': 'audio/wav' });
    expect(detailsOf(answer)).toEqual({ vertical: ['is given twice'] });
    const url = await postJson(rig, '/v1/analyze/base64', {
      audio_base64: base64,
      audio_url: 'https://a.example/',
    });
    expect(detailsOf(url)).toHaveProperty('audio_url');
  });
});

describe('a request that does its worst', () => {
  it.each([
    ['2.4 million names', '/v1/analyze/batch', () => `{${names(2_400_000)}}`],
    ['25 MB of empty lists', '/v1/analyze/batch', () => `[${'[],'.repeat(8_000_000)}[]]`],
    ['as many mistakes as fit', '/v1/analyze/batch', () => `{${names(5_000)}}`],
    [
      'escapes instead of letters',
      '/v1/analyze/base64',
      () => `{"audio_base64":"${'\\u0041'.repeat(5_000_000)}"}`,
    ],
  ])('of %s gets a short refusal', async (_what, path, body) => {
    const answer = await rig.post(path, body(), JSON_TYPE);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(JSON.stringify(answer.json).length).toBeLessThan(8_000);
  });
});

const names = (count: number): string => Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',');
