import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { bytesOf, voiceThenSilence } from '../../inference/testing/voice.js';
import { wavFile } from '../../media/testing/wav-file.js';
import { batchAnswer, jobAccepted, jobAnswer } from './batch-fields.js';
import { type AnalysisRig, type Answer, startAnalysisRig } from './testing/analysis-rig.js';

let rig: AnalysisRig;
let audioHost: Server;
let audioUrl: string;
const wav = new Uint8Array(wavFile(bytesOf(voiceThenSilence(1.5, 0.2, 3))));
const base64 = Buffer.from(wav).toString('base64');

beforeAll(async () => {
  rig = await startAnalysisRig();
  audioHost = createServer((request, response) => {
    if (request.url === '/speech.wav') response.end(wav);
    else response.writeHead(404).end('gone');
  });
  await new Promise<void>((resolve) => audioHost.listen(0, '127.0.0.1', resolve));
  audioUrl = `http://127.0.0.1:${(audioHost.address() as AddressInfo).port}`;
}, 60_000);
afterAll(async () => {
  audioHost.close();
  await rig.stop();
});

const post = (body: unknown, key?: string): Promise<Answer> =>
  rig.post('/v1/analyze/batch', JSON.stringify(body), { 'Content-Type': 'application/json' }, key);
const resultsOf = ({ status, json }: Answer): z.infer<typeof batchAnswer>['results'] => {
  expect({ status, json }).toMatchObject({ status: 200 });
  return batchAnswer.parse(json).results;
};
/** Allows for other last digits: recordings that share a call of the model are rounded differently from one alone. */
const nearly = (value: unknown): unknown => {
  if (typeof value === 'number') return expect.closeTo(value, 4);
  if (Array.isArray(value)) return value.map(nearly);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, nearly(part)]));
};
const jobOf = async (id: string, key = rig.first.key): Promise<Response> =>
  fetch(`${rig.url}/v1/analyze/jobs/${id}`, { headers: { 'X-API-Key': key } });

describe('POST /v1/analyze/batch', () => {
  it('returns each id with its analysis, for URLs, base64 and files of a form alike', async () => {
    const byJson = resultsOf(
      await post({
        items: [
          { id: 'url', audio_url: `${audioUrl}/speech.wav` },
          { id: 'text', audio_base64: base64, transcript: 'hi', speaker_id: 'ada', metadata: { a: 1 } },
        ],
        vertical: 'contact_center',
        features: ['emotion', 'vertical'],
      }),
    );
    expect(byJson).toMatchObject([
      { id: 'url', vertical: 'contact_center', duration: 1.7 },
      { id: 'text', text: 'hi', speaker_id: 'ada', metadata: { a: 1 } },
    ]);
    const form = new FormData();
    form.append('items', JSON.stringify([{ id: 'own' }, { id: 'named', audio: 'part' }]));
    form.append('features', 'emotion,vertical');
    form.append('vertical', 'contact_center');
    form.append('own', new Blob([wav]), 'a.wav');
    form.append('part', new Blob([wav]), 'b.wav');
    const byForm = resultsOf(await rig.post('/v1/analyze/batch', form));
    const plain = (result: object) => ({ ...result, id: '', request_id: '', processed_at: '' });
    expect(byForm.map(({ id }) => id)).toEqual(['own', 'named']);
    for (const other of [byForm[1], byJson[0]]) expect(plain(other!)).toEqual(nearly(plain(byForm[0]!)));
  });

  it('reports an item’s failure as that item’s error, not the batch’s', async () => {
    const results = resultsOf(
      await post({
        items: [
          { id: 'good', audio_base64: base64 },
          { id: 'none' },
          { id: 'two', audio_base64: base64, audio_url: 'https://example.com/a.wav' },
          { id: 'unknown', audio_base64: base64, colour: 'red' },
          { id: 'text', audio_base64: Buffer.from('no audio').toString('base64') },
          { id: 'gone', audio_url: `${audioUrl}/nothing.wav` },
          { id: 'file', audio_url: 'file:///etc/passwd' },
          { id: 'agent', audio_base64: base64, subject: 'agent' },
          { id: 'line', audio_base64: base64, line: 'x'.repeat(129) },
        ],
      }),
    );
    expect(results.map((result) => ('error' in result ? result.error.code : 'analyzed'))).toEqual([
      'analyzed',
      'validation_error',
      'validation_error',
      'validation_error',
      'unsupported_audio_format',
      'validation_error',
      'validation_error',
      'policy_blocked',
      'validation_error',
    ]);
    expect(results[5]).toMatchObject({
      error: { details: { audio_url: ['the host of audio_url answered with status 404'] } },
    });
  });

  it('gives turns with prosody when diarize is requested', async () => {
    const [result] = resultsOf(await post({ items: [{ id: 'a', audio_base64: base64 }], diarize: true }));
    expect(result).toMatchObject({
      turns: [{ speaker: { id: 'speaker_1' }, prosody: { pitch: { mean: expect.any(Number) as number } } }],
    });
  });

  it.each([
    ['no items', {}, 'items'],
    ['an empty list', { items: [] }, 'items'],
    ['101 items', { items: Array.from({ length: 101 }, (_, i) => ({ id: String(i) })) }, 'items'],
    ['an id twice', { items: [{ id: 'a' }, { id: 'a' }] }, 'items'],
    ['an item without id', { items: [{}] }, 'items.0.id'],
    ['items that are no objects', { items: ['a'] }, 'items.0'],
    ['an unknown field', { items: [{ id: 'a' }], colour: 'red' }, 'colour'],
    ['a line without a name', { items: [{ id: 'a' }], line: '' }, 'line'],
    ['an unknown vertical', { items: [{ id: 'a' }], vertical: 'retail' }, 'vertical'],
  ])('refuses %s', async (_what, body, parameter) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect((answer.json as { error: { details: object } }).error.details).toHaveProperty([parameter]);
  });

  it('refuses a file that no item names', async () => {
    const form = new FormData();
    form.append('items', JSON.stringify([{ id: 'a', audio_base64: base64 }]));
    form.append('stray', new Blob([wav]), 'a.wav');
    const answer = await rig.post('/v1/analyze/batch', form);
    expect(answer.json).toMatchObject({ error: { details: { stray: [expect.any(String)] } } });
  });

  it('charges only for what it analyzed', async () => {
    const tenant = await rig.createTenant();
    await rig.fund(tenant, 4);
    const items = ['a', 'b', 'c'].map((id) => ({ id, audio_base64: base64 }));
    const results = resultsOf(await post({ items }, tenant.key));
    const failed = results.filter((result) => 'error' in result);
    // Three items at a time hold 1.7 s each of 4 s, so two can be paid.
    expect(failed).toMatchObject([{ error: { code: 'insufficient_credits' } }]);
    const { balanceMicroCredits, heldMicroCredits } = await rig.repositories.wallets.state(
      tenant.organization.id,
    );
    expect([balanceMicroCredits, heldMicroCredits]).toEqual([600_000, 0]);
  });
});

describe('a batch on an empty wallet', () => {
  it.each([1, 12])('of %i items is 402', async (count) => {
    const tenant = await rig.createTenant();
    const items = Array.from({ length: count }, (_, n) => ({ id: `i${n}`, audio_base64: base64 }));
    const { status, json } = await post({ items }, tenant.key);
    expect([status, json]).toMatchObject([402, { error: { code: 'insufficient_credits' } }]);
  });
});

describe('a batch above ten items', () => {
  const items = [
    ...Array.from({ length: 9 }, (_, i) => ({ id: `text-${i}`, audio_base64: base64 })),
    { id: 'url', audio_url: '' },
    { id: 'bad' },
  ];
  const submit = async (): Promise<string> => {
    const answer = await post({
      features: ['emotion', 'vad', 'vertical'],
      items: items.map((item) =>
        'audio_url' in item ? { ...item, audio_url: `${audioUrl}/speech.wav` } : item,
      ),
    });
    expect(answer.status).toBe(202);
    const { job } = jobAccepted.parse(answer.json);
    expect(job).toMatchObject({ status: 'running', total: 11, finished: 0 });
    expect(answer.headers.get('location')).toBe(`/v1/analyze/jobs/${job.id}`);
    return job.id;
  };

  it('is a job with results to fetch and one analysis.complete event for each item', async () => {
    const id = await submit();
    await rig.analysis.jobs.idle();
    const answer = jobAnswer.parse(await (await jobOf(id)).json());
    expect(answer.job).toMatchObject({ status: 'completed', finished: 11 });
    expect(answer.results.map((result) => [result.id, 'error' in result])).toEqual(
      items.map((item) => [item.id, item.id === 'bad']),
    );
    const { rows } = await sql<{ body: string; alternate_body: string }>`
      select body, alternate_body from events where type = 'analysis.complete' order by once_key`.execute(
      rig.database.queries,
    );
    expect(rows).toHaveLength(11);
    const { data } = JSON.parse(rows[0]!.body) as { data: Record<string, unknown> };
    expect(Object.keys(data).sort()).toEqual(
      'arousal confidence dominance emotion item_id job_id metrics request_id state uncertain valence'.split(
        ' ',
      ),
    );
    expect(JSON.parse(rows[0]!.alternate_body)).toMatchObject({ type: 'analysis.completed' });
  });

  it('answers 403 to other organizations, like a job that does not exist', async () => {
    const id = await submit();
    const other = await rig.createTenant();
    const answers = [await jobOf(id, other.key), await jobOf('job_nothing', other.key)];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect(await answers[0]!.text()).toBe(await answers[1]!.text());
    await rig.analysis.jobs.idle();
  });

  it('continues after its relay died: URLs are analyzed, and items with audio in memory become errors', async () => {
    const id = await submit();
    await rig.analysis.jobs.idle();
    // The state that the dead relay would have left: held until a moment ago, nothing finished.
    await sql`update analysis_jobs set finished_at = null, held_until = ${new Date(0)} where id = ${id}`.execute(
      rig.database.queries,
    );
    await sql`update analysis_job_items set result = null where job_id = ${id}`.execute(rig.database.queries);
    const [job] = await rig.repositories.analysisJobs.takeAbandoned(new Date(), new Date(0), 1, []);
    expect(job?.items.filter(({ request }) => request !== undefined).map((item) => item.id)).toEqual(['url']);
    rig.analysis.jobs.start();
    await expect
      .poll(
        async () => (await rig.repositories.analysisJobs.find(rig.first.organization.id, id))?.finishedAt,
        {
          timeout: 20_000,
        },
      )
      .toBeDefined();
    const answer = jobAnswer.parse(await (await jobOf(id)).json());
    expect(answer.results.map((result) => ('error' in result ? result.error.code : 'analyzed'))).toEqual([
      ...Array.from({ length: 9 }, () => 'overloaded'),
      'analyzed',
      'overloaded',
    ]);
  });
});
