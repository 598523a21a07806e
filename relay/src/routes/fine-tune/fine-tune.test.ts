import { LABELS } from '@undertone/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventSchemas } from '../../domain/events/event-schemas.js';
import type { EventName } from '../../domain/events/event-names.js';
import { wavFile } from '../../media/testing/wav-file.js';
import { type FineTuneRig, startFineTuneRig } from './testing/fine-tune-rig.js';
import { createJob, detailsOf, finishedJob, jobOf, OWN_LABELS } from './testing/job-calls.js';
import { base64Of, sampleWav, samplesOf } from './testing/samples.js';

let rig: FineTuneRig;
beforeAll(async () => {
  rig = await startFineTuneRig();
}, 120_000);
afterAll(() => rig.stop());

const codeOf = ({ json }: { json: Record<string, unknown> }) => (json['error'] as { code: string }).code;
const walletOf = () => rig.repositories.wallets.state(rig.first.organization.id);
const create = (fields: Record<string, unknown>) => createJob(rig, fields);
const finished = (id: string) => finishedJob(rig, id);
const eventsOf = async (jobId: string): Promise<string[]> => {
  const rows = await rig.database.queries
    .selectFrom('events')
    .select(['type', 'body'])
    .where('org_id', '=', rig.first.organization.id)
    .orderBy('created_at')
    .execute();
  const own = rows.filter(({ body }) => body.includes(jobId));
  for (const { type, body } of own) {
    eventSchemas[type as EventName].parse((JSON.parse(body) as { data: unknown }).data);
  }
  return own.map(({ type }) => type);
};

describe('POST /v1/fine-tune', () => {
  it('trains a better model, reports by how much on unseen recordings, and activates it', async () => {
    const before = await walletOf();
    const created = await create({ samples: samplesOf(16) });
    expect(created.status).toBe(202);
    const { id, credits } = jobOf(created);
    expect(credits).toEqual({ held: 200, charged: 0 });
    const job = await finished(id);
    expect(job).toMatchObject({ status: 'completed', progress: 1, model: 'claims@1', error: null });
    expect(job.report).toMatchObject({
      better: true,
      labels: expect.arrayContaining([
        { name: 'calm', as: 'content', kind: 'moved' },
        { name: 'excited', as: 'excited', kind: 'new' },
        // What the samples lack stays the base model's.
        { name: 'angry', as: 'angry', kind: 'kept' },
      ]) as unknown,
      samples: { used: 32, refused: 0, speakers: 2, by_label: { calm: 16, excited: 16 } },
    });
    const { evaluation, other_evaluation: other } = job.report!;
    expect([evaluation.grouped_by, other?.grouped_by]).toEqual(['sample', 'speaker']);
    expect(evaluation.tuned.unweighted_average_recall).toBeGreaterThan(
      evaluation.base.unweighted_average_recall,
    );
    expect(evaluation.tuned.confusion.flat().reduce((sum, count) => sum + count, 0)).toBe(32);
    expect(job.log.map(({ stage }) => stage)).toEqual(
      expect.arrayContaining(['queued', 'preparing', 'training', 'evaluating', 'completed']),
    );
    const after = await walletOf();
    expect(before.balanceMicroCredits - after.balanceMicroCredits).toBe(1e6 * job.samples.seconds);
    expect(after.heldMicroCredits).toBe(0);
    expect(await eventsOf(id)).toEqual(['fine_tune.started', 'fine_tune.completed']);
  });

  it('stores no audio, and no readings once the job is over', async () => {
    const rows = await rig.database.queries.selectFrom('fine_tune_samples').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ readings, url }) => readings === null && url === null)).toBe(true);
  });

  it('makes the model selectable by `model`; answers give its own labels, and the 14 still sum to 1', async () => {
    const analyze = (model: string | undefined, label: 'calm' | 'excited') =>
      rig.call('POST', '/v1/analyze', {
        audio_base64: base64Of(sampleWav(label, 99)),
        ...(model !== undefined && { model }),
      });
    const excited = await analyze('claims', 'excited');
    expect(excited.json).toMatchObject({ model: 'claims@1', own_labels: { label: 'excited' } });
    const active = await analyze(undefined, 'calm');
    expect(active.json).toMatchObject({
      model: 'claims@1',
      emotion: 'content',
      own_labels: { label: 'calm' },
    });
    const probabilities = active.json['emotion_probabilities'] as Record<string, number>;
    expect(LABELS.reduce((sum, label) => sum + (probabilities[label] ?? 0), 0)).toBeCloseTo(1, 6);
    const base = await analyze('undertone-live', 'calm');
    expect(base.json).not.toHaveProperty('model');
    expect(base.json).not.toHaveProperty('own_labels');
  });

  it('makes the model selectable by `model` for an utterance of a session, as the reference says', async () => {
    const session = (await rig.call('POST', '/v1/sessions', {})).json['session'] as { id: string };
    const add = (fields: object) => rig.call('POST', `/v1/sessions/${session.id}/utterances`, fields);
    const audio_base64 = base64Of(sampleWav('excited', 98));
    const said = await add({ utterance_id: 'one', audio_base64, model: 'claims@1' });
    expect(said.status).toBe(201);
    expect(said.json['analysis']).toMatchObject({ model: 'claims@1', own_labels: { label: 'excited' } });
    const unknown = await add({ utterance_id: 'two', audio_base64, model: 'nobody’s' });
    expect([unknown.status, detailsOf(unknown)]).toMatchObject([400, { model: [expect.any(String)] }]);
    const { components } = (await rig.call('GET', '/openapi.json')).json as {
      components: { schemas: Record<string, { properties: object }> };
    };
    expect(components.schemas['NewUtterance']?.properties).toHaveProperty('model');
  });

  it('makes the next version of a name, and a rollback restores the previous one', async () => {
    const again = await finished(jobOf(await create({ samples: samplesOf(16) })).id);
    expect(again.model).toBe('claims@2');
    const active = async () =>
      ((await rig.call('GET', '/v1/models')).json['models'] as { model: string; active: boolean }[])
        .filter((each) => each.active)
        .map(({ model }) => model);
    expect(await active()).toEqual(['claims@2']);
    expect((await rig.call('POST', '/v1/models/rollback')).json).toEqual({ model: 'claims@1' });
    expect(await active()).toEqual(['claims@1']);
    expect((await rig.call('POST', '/v1/models/claims/activate', { version: 2 })).json).toEqual({
      model: 'claims@2',
    });
    expect((await rig.call('POST', '/v1/models/undertone-live/activate')).json).toEqual({
      model: 'undertone-live',
    });
    expect(await active()).toEqual(['undertone-live']);
  });

  it('analyzes an utterance with the default model of its session’s vertical', async () => {
    const samples = samplesOf(16);
    const job = await finished(
      jobOf(await create({ name: 'the clinic', vertical: 'healthcare', samples })).id,
    );
    expect(job).toMatchObject({ model: 'the clinic@1', report: { better: true } });
    const body = { vertical: 'healthcare' };
    const session = (await rig.call('POST', '/v1/sessions', body)).json['session'] as { id: string };
    const say = async (fields: object) => {
      const audio_base64 = base64Of(sampleWav('calm', 97));
      const path = `/v1/sessions/${session.id}/utterances`;
      return (await rig.call('POST', path, { audio_base64, ...fields })).json['analysis'];
    };
    expect(await say({ utterance_id: 'one' })).toMatchObject({ model: 'the clinic@1' });
    expect(await say({ utterance_id: 'two', vertical: 'general' })).not.toHaveProperty('model');
  });

  it('tells in which verticals a model is the default; the base model replaces all of them, and one call undoes that', async () => {
    const inUse = async () => {
      const { json } = await rig.call('GET', '/v1/models');
      const listed = json['models'] as { model: string; active: boolean; active_in: string[] }[];
      expect(listed.every(({ active, active_in: where }) => active === where.length > 0)).toBe(true);
      return listed.flatMap(({ model, active_in: where }) => where.map((each) => `${each} ${model}`)).sort();
    };
    const post = async (path: string, body: object) => {
      const { status, json } = await rig.call('POST', `/v1/models/${path}`, body);
      return status === 200 ? json['model'] : status;
    };
    const uses = (own: Record<string, string> = {}) =>
      ['contact_center', 'general', 'healthcare', 'sales'].map(
        (vertical) => `${vertical} ${own[vertical] ?? 'undertone-live'}`,
      );
    const clinic = { healthcare: 'the clinic@1' };
    expect(await inUse()).toEqual(uses(clinic));
    expect(await post('undertone-live/activate', { vertical: 'sales' })).toBe('undertone-live');
    expect(await inUse(), 'the others stay').toEqual(uses(clinic));
    expect(await post('undertone-live/activate', {})).toBe('undertone-live');
    expect(await inUse()).toEqual(uses());
    expect(await post('rollback', {})).toBe('undertone-live');
    expect(await inUse()).toEqual(uses(clinic));
    expect(await post('claims/activate', { vertical: 'sales' })).toBe('claims@2');
    expect(await inUse()).toEqual(uses({ ...clinic, sales: 'claims@2' }));
    const { models } = (await rig.call('GET', '/v1/models')).json as {
      models: { model: string; default_of: (string | null)[] }[];
    };
    const defaults = Object.fromEntries(models.map(({ model, default_of: of }) => [model, of]));
    expect(defaults).toMatchObject({ 'claims@2': ['sales'], 'the clinic@1': ['healthcare'] });
    expect(await post('the%20clinic/activate', { vertical: 'sales' })).toBe(400);
    expect(await post('rollback', { vertical: 'sales' })).toBe('undertone-live');
    expect(await post('rollback', { vertical: 'healthcare' })).toBe('undertone-live');
    expect(await inUse()).toEqual(uses());
    expect(await post('rollback', { vertical: 'healthcare' })).toBe(409);
    // The path contains the name with escapes.
    expect(await post('the%20clinic/activate', {})).toBe('the clinic@1');
    expect(await post('rollback', { vertical: 'healthcare' })).toBe('undertone-live');
  });

  it('reports that a model is not better, and does not activate it', async () => {
    // The labels follow no pattern of the recordings' numbers, of which every second is the same person's, so
    // there is nothing to learn.
    const drawn = [0, 1, 1, 0, 1, 0, 0, 1, 1, 0];
    const shuffled = samplesOf(10).map((sample, n) => ({
      ...sample,
      label: drawn[n % drawn.length] === 0 ? 'calm' : 'excited',
    }));
    const job = await finished(jobOf(await create({ name: 'lottery', samples: shuffled })).id);
    expect(job.report).toMatchObject({ better: false });
    expect(job.report?.verdict).toContain('not better than the base model');
    // The base model may hear other classes than the two labels; one of them for all is no progress.
    expect(job.report?.verdict).toContain('no better apart than one label for all');
    const models = (await rig.call('GET', '/v1/models')).json['models'] as {
      model: string;
      active: boolean;
    }[];
    expect(models.find(({ model }) => model === 'lottery@1')).toMatchObject({ active: false });
  });

  it('keeps a model of another base model as data that says it wants training anew, and judges nothing by it', async () => {
    const base = JSON.stringify({ id: 'undertone-emotion', version: '1', sha256: 'older', classes: [] });
    await rig.database.queries
      .updateTable('fine_tune_jobs')
      .set({ base })
      .where('name', '=', 'lottery')
      .execute();
    const { json } = await rig.call('GET', '/v1/models');
    const models = json['models'] as { name: string; state: string; usable: boolean; job_id: string }[];
    const old = models.find(({ name }) => name === 'lottery');
    expect(old).toMatchObject({ state: 'needs_training', usable: false });
    expect(models.find(({ name }) => name === 'claims')).toMatchObject({ state: 'ready', usable: true });
    expect((await rig.call('GET', `/v1/fine-tune/${old?.job_id}`)).status).toBe(200);
    const refused = [
      await rig.call('POST', '/v1/models/lottery/activate', {}),
      await rig.call('POST', '/v1/analyze', {
        audio_base64: base64Of(sampleWav('calm', 3)),
        model: 'lottery',
      }),
    ];
    for (const answer of refused) {
      expect([answer.status, codeOf(answer)]).toEqual([409, 'conflict']);
      expect(JSON.stringify(answer.json)).toContain('train it again');
    }
  });

  it('lists jobs in pages, newest first, also when the last job of a page is deleted before the next page is requested', async () => {
    const tenant = await rig.createTenant();
    await rig.fund(tenant, 3_600);
    const { key } = tenant;
    const made: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      const body = { name, start: false, labels: ['calm', 'excited'] };
      made.unshift(jobOf(await rig.call('POST', '/v1/fine-tune', body, key)).id);
    }
    const list = async (query: string) => {
      const { status, json } = await rig.call('GET', `/v1/fine-tune${query}`, undefined, key);
      const ids = (json['jobs'] as { id: string }[] | undefined)?.map(({ id }) => id);
      return { status, ids, next: json['next_cursor'] as string | null };
    };
    expect(await list('')).toEqual({ status: 200, ids: made, next: null });
    const first = await list('?limit=2');
    expect(first).toEqual({ status: 200, ids: made.slice(0, 2), next: expect.any(String) as string });
    await rig.call('POST', `/v1/fine-tune/${made[1]}/cancel`, undefined, key);
    expect((await rig.call('DELETE', `/v1/fine-tune/${made[1]}`, undefined, key)).status).toBe(204);
    expect(await list(`?limit=2&cursor=${first.next}`)).toEqual({
      status: 200,
      ids: made.slice(2),
      next: null,
    });
    expect((await list('?limit=0')).status).toBe(400);
    expect((await list('?limit=201')).status).toBe(400);
    expect((await list('?cursor=made-up')).status).toBe(400);
  });

  it('takes samples in parts, as files and by URL, and starts when told to', async () => {
    const draft = await create({ name: 'parts', start: false });
    expect([draft.status, jobOf(draft).accepts_samples]).toEqual([201, true]);
    const { id } = jobOf(draft);
    const form = new FormData();
    const inForm = Array.from({ length: 10 }, (_, n) => ({ id: `f${n}`, label: 'calm' }));
    form.append('samples', JSON.stringify(inForm));
    for (const [n, { id: name }] of inForm.entries()) {
      form.append(name, new Blob([new Uint8Array(sampleWav('calm', n + 1))]), 'a.wav');
    }
    expect((await rig.call('POST', `/v1/fine-tune/${id}/samples`, form)).status).toBe(200);
    const early = await rig.call('POST', `/v1/fine-tune/${id}/start`);
    expect(detailsOf(early)['samples']).toEqual([
      'at least 20 samples are needed, there are 10',
      'samples of at least 2 labels are needed, there are 1',
    ]);
    const byUrl = Array.from({ length: 11 }, (_, n) => ({
      label: 'excited',
      audio_url: n === 10 ? `${rig.filesUrl}/nothing` : `${rig.filesUrl}/excited-${n + 1}.wav`,
    }));
    await rig.call('POST', `/v1/fine-tune/${id}/samples`, { samples: byUrl });
    expect((await rig.call('POST', `/v1/fine-tune/${id}/start`)).status).toBe(202);
    const job = await finished(id);
    expect(job).toMatchObject({ status: 'completed', samples: { ready: 20, refused: 1, waiting: 0 } });
    expect(codeOf(await rig.call('POST', `/v1/fine-tune/${id}/samples`, { samples: byUrl }))).toBe(
      'conflict',
    );
  });
});

describe('a wrong request', () => {
  it('answers 400 with what is needed when there are too few samples or only one label, and stores nothing', async () => {
    const before = await walletOf();
    const few = await create({ samples: samplesOf(2) });
    expect([few.status, codeOf(few)]).toEqual([400, 'validation_error']);
    expect(detailsOf(few)['samples']).toContain('at least 20 samples are needed, there are 4');
    const one = await create({ samples: samplesOf(20).slice(0, 20) });
    expect(detailsOf(one)['samples']).toEqual(['samples of at least 2 labels are needed, there are 1']);
    const typos = samplesOf(10).map((sample) => ({ ...sample, label: `${sample.label}!` }));
    expect(detailsOf(await create({ samples: typos }))).toMatchObject({
      samples: ['at least 20 samples are needed, there are 0', expect.any(String)],
      refused_samples: expect.arrayContaining([expect.stringMatching(/^calm-0: unknown_label, /)]) as unknown,
    });
    const named = detailsOf(await create({ labels: ['calm!'], samples: typos }))['refused_samples'];
    expect(JSON.stringify(named)).toContain('names every label that samples carry, those of the 14 too');
    const silent = samplesOf(10).map((sample) => ({
      ...sample,
      audio_base64: base64Of(new Uint8Array(wavFile(new Uint8Array(32_000)))),
    }));
    const unheard = await create({ samples: silent });
    expect(unheard.status).toBe(400);
    expect(detailsOf(unheard)['refused_samples']?.[0]).toContain('silent');
    expect(await walletOf()).toEqual(before);
    const { jobs } = (await rig.call('GET', '/v1/fine-tune')).json as { jobs: { status: string }[] };
    expect(jobs.filter(({ status }) => status === 'queued')).toEqual([]);
  });

  it.each([
    [{ samples: [{ label: 7, audio_url: 'https://example.com/a.wav' }] }, 'samples.0.label'],
    [{ samples: 'all of them' }, 'samples'],
    [{ name: '../models' }, 'name'],
    [{ name: 'undertone-live' }, 'name'],
    [{ name: 'Undertone-Live' }, 'name'],
    [{ name: 'undertone-full-open' }, 'name'],
    [{ base_model: 'gpt' }, 'base_model'],
    [{ max_seconds: 1e9 }, 'max_seconds'],
    [{ labels: ['calm', 'calm'] }, 'labels'],
    [{ vertical: 'retail' }, 'vertical'],
    [
      { samples: Array.from({ length: 2_001 }, () => ({ label: 'calm', audio_url: 'https://example.com' })) },
      'samples',
    ],
  ])('%# is refused with the name of its parameter', async (fields, parameter) => {
    const answer = await create(fields);
    expect(answer.status).toBe(400);
    expect(Object.keys(detailsOf(answer))).toContain(parameter);
  });

  it('gets the same answer for an unknown model as for a model of another organization', async () => {
    const other = await rig.createFundedTenant();
    const audio = base64Of(sampleWav('calm', 5));
    const ask = (model: string) => rig.call('POST', '/v1/analyze', { audio_base64: audio, model }, other.key);
    const [theirs, none] = [await ask('claims'), await ask('never-there')];
    expect([theirs.status, theirs.json]).toEqual([none.status, none.json]);
    expect(detailsOf(theirs)).toEqual({ model: ['is not a model of this organization'] });
  });

  it('gets 413 for 51 MB before the body is read', async () => {
    const response = await fetch(`${rig.url}/v1/fine-tune`, {
      method: 'POST',
      headers: { 'X-API-Key': rig.first.key, 'Content-Type': 'application/json' },
      body: new Uint8Array(51 * 1024 * 1024),
    }).catch((error: unknown) => error);
    // The connection may close before the answer is read to its end.
    if (response instanceof Response) expect(response.status).toBe(413);
    else expect(response).toBeInstanceOf(TypeError);
  });
});

describe('the last credit', () => {
  it('pays for one of two concurrent jobs; the other gets 402', async () => {
    const tenant = await rig.createTenant();
    await rig.fund(tenant, 300);
    const body = { name: 'race', labels: OWN_LABELS, max_seconds: 200, samples: samplesOf(10) };
    const answers = await Promise.all([1, 2].map(() => rig.call('POST', '/v1/fine-tune', body, tenant.key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 402]);
    const { heldMicroCredits } = await rig.repositories.wallets.state(tenant.organization.id);
    expect(heldMicroCredits).toBeLessThanOrEqual(200e6);
  });
});
