import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Undertone } from './undertone.js';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

let server: Server;
let seen: Seen[];

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      seen.push({ method: request.method, url: request.url, headers: request.headers, body });
      const failing = body.includes('fail-me');
      response.writeHead(failing ? 415 : 200, { 'Content-Type': 'application/json' });
      response.end(
        JSON.stringify(
          failing
            ? { error: { code: 'unsupported_audio_format', message: 'no' } }
            : { emotion: 'calm', duration: 1, processed_at: '2026-01-01T00:00:00Z', request_id: 'req_1' },
        ),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(
  () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
);

const undertone = (): Undertone =>
  new Undertone({
    apiKey: 'psk_test',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });

const formOf = ({ headers, body }: Seen): Promise<FormData> =>
  new Response(new Uint8Array(body), {
    headers: { 'Content-Type': headers['content-type'] ?? '' },
  }).formData();

describe('Undertone', () => {
  it('sends a recording as a form: lists with commas, objects as JSON', async () => {
    const result = await undertone().analyze({
      audio: { samples: new Int16Array(160), sampleRate: 16_000 },
      filename: 'call.wav',
      vertical: 'sales',
      features: ['emotion', 'prosody'],
      metadata: { ticket: 7 },
    });
    expect(result.emotion).toBe('calm');
    const form = await formOf(seen[0]!);
    expect([...form.keys()]).toEqual(['vertical', 'features', 'metadata', 'audio']);
    expect(form.get('features')).toBe('emotion,prosody');
    expect(form.get('metadata')).toBe('{"ticket":7}');
    const file = form.get('audio') as File;
    expect([file.name, file.size]).toEqual(['call.wav', 44 + 320]);
  });

  it('sends an address as JSON', async () => {
    await undertone().analyze({ audio_url: 'https://example.com/a.wav', session_id: 's1' });
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/v1/analyze' });
    expect(JSON.parse(seen[0]!.body.toString())).toEqual({
      audio_url: 'https://example.com/a.wav',
      session_id: 's1',
    });
  });

  it('analyzes many: the failure of one is its own', async () => {
    const outcomes = await undertone().analyzeMany(
      ['ok', 'fail-me', 'ok'].map((text) => ({ audio: new TextEncoder().encode(text) })),
      { concurrency: 2 },
    );
    expect(outcomes.map((outcome) => 'result' in outcome)).toEqual([true, false, true]);
    expect(outcomes[1]).toMatchObject({
      error: { name: 'UnsupportedAudioError', code: 'unsupported_audio_format' },
    });
  });
});
