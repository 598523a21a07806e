import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Undertone } from './undertone.js';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

let server: Server;
let seen: Seen[];
/** Answers to send before the usual one. */
let answers: object[];

beforeEach(async () => {
  seen = [];
  answers = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      seen.push({ method: request.method, url: request.url, headers: request.headers, body });
      const scripted = answers.shift();
      if (scripted !== undefined) {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(scripted));
        return;
      }
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
    await undertone().analyze({ audio_url: 'https://example.com/a.wav', session_id: 's1', line: 'queue' });
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/v1/analyze' });
    expect(JSON.parse(seen[0]!.body.toString())).toEqual({
      audio_url: 'https://example.com/a.wav',
      session_id: 's1',
      line: 'queue',
    });
  });

  it('analyzes many recordings, and a failure concerns only its item', async () => {
    const outcomes = await undertone().analyzeMany(
      ['ok', 'fail-me', 'ok'].map((text) => ({ audio: new TextEncoder().encode(text) })),
      { concurrency: 2 },
    );
    expect(outcomes.map((outcome) => 'result' in outcome)).toEqual([true, false, true]);
    expect(outcomes[1]).toMatchObject({
      error: { name: 'UnsupportedAudioError', code: 'unsupported_audio_format' },
    });
  });

  it('follows the job that a large batch becomes, and reports the progress', async () => {
    const job = { id: 'job_1', status: 'running', total: 2, finished: 1 };
    const results = [
      { id: 'a', emotion: 'calm' },
      { id: 'b', error: { code: 'undecodable_audio', message: 'no' } },
    ];
    answers.push(
      { job, request_id: 'req_1' },
      { job: { ...job, status: 'completed', finished: 2 }, results },
    );
    const seenProgress: object[] = [];
    const items = ['a', 'b'].map((id) => ({ id, audio_url: `https://example.com/${id}.wav` }));
    const options = { pollIntervalMs: 1, onProgress: (progress: object) => seenProgress.push(progress) };
    expect(await undertone().analyzeBatch({ items }, options)).toEqual(results);
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /v1/analyze/batch',
      'GET /v1/analyze/jobs/job_1',
    ]);
    expect(seenProgress).toEqual([
      { done: 1, failed: 0, total: 2 },
      { done: 2, failed: 1, total: 2 },
    ]);
  });

  it('reads lists page by page', async () => {
    answers.push(
      { usage: [{ day: '2026-01-02' }], next_cursor: 'c 1' },
      { usage: [{ day: '2026-01-01' }], next_cursor: null },
    );
    const days: string[] = [];
    for await (const { day } of undertone().credits.usage({ kind: 'stream' })) days.push(day);
    expect(days).toEqual(['2026-01-02', '2026-01-01']);
    expect(seen.map(({ url }) => url)).toEqual(['/v1/usage?kind=stream', '/v1/usage?kind=stream&cursor=c+1']);
  });

  it('sets limits on the wallet, all at once', async () => {
    const limit = { kind: 'balance_below', credits: 3_600 } as const;
    answers.push({ budgets: [{ ...limit, id: 'bud_1' }] }, { budgets: [] });
    const { credits } = undertone();
    expect((await credits.setBudgets([limit])).budgets[0]?.id).toBe('bud_1');
    expect((await credits.budgets()).budgets).toEqual([]);
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PUT /v1/wallet/budgets',
      'GET /v1/wallet/budgets',
    ]);
    expect(JSON.parse(seen[0]!.body.toString())).toEqual({ budgets: [limit] });
  });

  it('takes everything of the organization along, sets its retention, and removes it by name', async () => {
    answers.push(
      { rows: [{ table: 'organizations', row: {} }], next_cursor: 'c 1' },
      { rows: [{ table: 'sessions', row: {} }], next_cursor: null },
      { organization: { policy: { retention_days: 30 } } },
      { organization: { closing_at: '2026-01-01T00:00:00Z' } },
    );
    const { organization } = undertone();
    const tables: string[] = [];
    for await (const { table } of organization.export()) tables.push(table);
    expect(tables).toEqual(['organizations', 'sessions']);
    expect((await organization.update({ retention_days: 30, language: 'de' })).policy.retention_days).toBe(
      30,
    );
    expect((await organization.delete('Acme & Sons')).closing_at).toBe('2026-01-01T00:00:00Z');
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v1/organization/export',
      'GET /v1/organization/export?cursor=c+1',
      'PATCH /v1/organization',
      'DELETE /v1/organization?confirm=Acme+%26+Sons',
    ]);
    expect(JSON.parse(seen[2]!.body.toString())).toEqual({
      policy: { retention_days: 30, language: 'de' },
    });
  });

  it('adds an utterance to a session: words and results as JSON, audio as a form', async () => {
    const { sessions } = undertone();
    await sessions.addUtterance('call 7', { transcript: 'and again', speaker_id: 'caller' });
    await sessions.addUtterance('call 7', {
      audio: { samples: new Int16Array(160), sampleRate: 16_000 },
      utterance_id: 'u2',
      start: 2.5,
    });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(
      Array<string>(2).fill('POST /v1/sessions/call%207/utterances'),
    );
    expect(JSON.parse(seen[0]!.body.toString())).toEqual({ transcript: 'and again', speaker_id: 'caller' });
    const form = await formOf(seen[1]!);
    expect([...form].slice(0, 2)).toEqual([
      ['utterance_id', 'u2'],
      ['start', '2.5'],
    ]);
    expect([...form.keys()].at(-1)).toBe('audio');
  });

  it('sends samples of a fine-tune job as files of a form, or as JSON when there are no files, and follows it', async () => {
    const job = (status: string) => ({ job: { id: 'ftj_1', status } });
    answers.push(job('queued'), job('queued'), job('training'), job('completed'));
    const { fineTunes } = undertone();
    await fineTunes.create({
      name: 'calls',
      samples: [{ label: 'sad', audio_url: 'https://example.com/a.wav' }],
    });
    await fineTunes.create({
      name: 'calls',
      labels: ['sad', 'angry'],
      samples: [
        { label: 'sad', speaker_id: 'p1', audio: { samples: new Int16Array(160), sampleRate: 16_000 } },
        { label: 'angry', audio_url: 'https://example.com/b.wav' },
      ],
    });
    const states: string[] = [];
    const options = {
      pollIntervalMs: 1,
      onProgress: ({ status }: { status: string }) => states.push(status),
    };
    expect((await fineTunes.follow('ftj_1', options)).status).toBe('completed');
    expect(states).toEqual(['training', 'completed']);
    expect(seen[0]!.headers['content-type']).toBe('application/json');
    const form = await formOf(seen[1]!);
    expect(JSON.parse(form.get('samples') as string)).toEqual([
      { label: 'sad', speaker_id: 'p1', audio: 'file-1' },
      { label: 'angry', audio_url: 'https://example.com/b.wav' },
    ]);
    expect(form.get('labels')).toBe('["sad","angry"]');
    expect((form.get('file-1') as File).size).toBe(44 + 320);
  });

  it('reads fine-tune jobs page by page', async () => {
    answers.push(
      { jobs: [{ id: 'ft_2' }], next_cursor: 'more' },
      { jobs: [{ id: 'ft_1' }], next_cursor: null },
    );
    const jobs: string[] = [];
    for await (const { id } of undertone().fineTunes.list()) jobs.push(id);
    expect(jobs).toEqual(['ft_2', 'ft_1']);
    expect(seen.map(({ url }) => url)).toEqual(['/v1/fine-tune', '/v1/fine-tune?cursor=more']);
  });

  it('gives calls with audio five minutes, and others one, unless told otherwise', async () => {
    const asked: number[] = [];
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      asked.push(ms);
      return new AbortController().signal;
    });
    const api = undertone();
    await api.analyze({ audio_url: 'https://example.com/hour.mp3' });
    await api.sessions.addUtterance('s', { transcript: 'Hi.' });
    await api.credits.wallet();
    await api.analyze({ audio_url: 'https://example.com/hour.mp3' }, { timeoutMs: 7 });
    timeout.mockRestore();
    expect(asked).toEqual([300_000, 300_000, 60_000, 7]);
  });

  it('enrolls a voice with the consent as JSON in the form, and reads people page by page', async () => {
    const consent = {
      scope: 'voiceprint',
      given_at: '2026-01-01T00:00:00Z',
      method: 'written',
      reference: 'contract 7',
    } as const;
    answers.push({ speaker: { id: 'spk_1' } }, { speakers: [{ id: 'spk_1' }], next_cursor: null });
    const { speakers } = undertone();
    const audio = { samples: new Int16Array(160), sampleRate: 16_000 };
    await speakers.enroll({ label: 'Ada', consent, audio });
    const people: string[] = [];
    for await (const { id } of speakers.list({ external_id: 'crm/7' })) people.push(id);
    expect(people).toEqual(['spk_1']);
    const form = await formOf(seen[0]!);
    expect(JSON.parse(form.get('consent') as string)).toEqual(consent);
    expect(seen[1]!.url).toBe('/v1/voice/speakers?external_id=crm%2F7');
  });

  it('reaches sessions, outcomes, KPIs, alert rules and predictions', async () => {
    answers.push({ session: { id: 's' } }, { session: { id: 's' } }, {}, { kpis: [] });
    const api = undertone();
    await api.sessions.create({ vertical: 'sales' });
    await api.sessions.end('s', { outcome: { csat: 4 } });
    await api.sessions.submitOutcome('s', { csat: 4, escalated: false, resolved: true, churned: false });
    expect(JSON.parse(seen[1]!.body.toString())).toEqual({ outcome: { csat: 4 } });
    expect(await api.kpis.list()).toEqual([]);
    await api.alertRules.reset();
    await api.predictions.quality();
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /v1/sessions',
      'POST /v1/sessions/s/end',
      'POST /v1/sessions/s/outcome',
      'GET /v1/kpis',
      'DELETE /v1/alerts',
      'GET /v1/predictions/quality',
    ]);
  });

  it('escapes the ids of keys, webhooks and deliveries in the path', async () => {
    answers.push(
      {},
      { webhook: { id: 'whk_1' } },
      { delivery: { id: 'dlv_1' } },
      { webhook: { id: 'whk_1' } },
    );
    await undertone().apiKeys.revoke('key/1');
    await undertone().webhooks.update('whk_1', { active: false });
    await undertone().webhooks.redeliver('whk_1', 'dlv_1');
    await undertone().webhooks.rotateSecret('whk_1', 'a new secret');
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'DELETE /v1/api-keys/key%2F1',
      'PATCH /v1/webhooks/whk_1',
      'POST /v1/webhooks/whk_1/deliveries/dlv_1/redeliver',
      'POST /v1/webhooks/whk_1/rotate-secret',
    ]);
  });

  it('sends no id that a URL takes for a step on its path', async () => {
    const { members, sessions } = undertone();
    await expect(members.endSession('..', 'passkeys')).rejects.toMatchObject({ code: 'bad_id' });
    await expect(sessions.remove('.')).rejects.toMatchObject({ code: 'bad_id' });
    expect(seen).toEqual([]);
    await sessions.remove('%2e%2e');
    await sessions.remove('a.b/..');
    expect(seen.map(({ url }) => url)).toEqual(['/v1/sessions/%252e%252e', '/v1/sessions/a.b%2F..']);
  });
});
