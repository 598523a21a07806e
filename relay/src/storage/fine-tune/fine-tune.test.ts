import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FineTuneJob, JobState } from '../../domain/fine-tune/jobs/job.js';
import { transition } from '../../domain/fine-tune/jobs/job.js';
import type { FineTuneSample, AnalyzedSample } from '../../domain/fine-tune/samples/sample.js';
import { newId } from '../../domain/ids.js';
import { FineTuneRepository } from './fine-tune-repository.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { addOrganization } from '../testing/organizations.js';
import { TunedModelRepository } from './tuned-model-repository.js';
import { WalletRepository } from '../billing/wallet-repository.js';

const NOW = new Date('2026-11-21T09:00:00Z');
const LATER = new Date('2026-11-21T09:01:00Z');
const FAR = new Date('2026-11-24T09:00:00Z');

describe.each(DATABASES)('fine-tune jobs on $name', ({ open }) => {
  let opened: TestDatabase;
  let jobs: FineTuneRepository;
  let models: TunedModelRepository;
  let wallets: WalletRepository;
  let orgId: string;
  beforeAll(async () => {
    opened = await open();
    const { queries } = opened.database;
    jobs = new FineTuneRepository(queries);
    models = new TunedModelRepository(queries);
    wallets = new WalletRepository(queries, () => NOW.getTime());
    orgId = await addOrganization(queries);
    await wallets.topUp({ orgId, reference: 'first', microCredits: 100e6, at: NOW });
  }, 120_000);
  afterAll(() => opened.close());

  const aJob = async (): Promise<FineTuneJob> => {
    const id = newId('ft');
    const hold = await wallets.hold({
      orgId,
      kind: 'fine_tune',
      reference: id,
      microCredits: 10e6,
      ttlMs: 1e9,
    });
    const job: FineTuneJob = {
      id,
      orgId,
      keyId: 'key',
      name: 'claims',
      vertical: undefined,
      base: { id: 'base', version: '1', sha256: 'ab', classes: ['angry'] },
      labels: [{ name: 'angry', as: 'angry' }],
      activation: 'if_better',
      maxSeconds: 10,
      state: { kind: 'queued', open: true },
      progress: 0,
      log: [{ at: NOW, stage: 'queued', message: 'created' }],
      attempts: 0,
      holdId: hold.id,
      holdMicroCredits: 10e6,
      settled: false,
      createdAt: NOW,
      startedAt: undefined,
      stageAt: NOW,
      finishedAt: undefined,
      artifact: undefined,
      report: undefined,
      model: undefined,
    };
    await jobs.create(job, { most: 8, heldUntil: job.createdAt, paidUntil: FAR });
    return job;
  };
  const drafts = (createdBefore: Date, heldBefore: Date) =>
    jobs.forgottenDrafts({ createdBefore, heldBefore });
  const go = async (
    { id }: FineTuneJob,
    kind: 'start' | 'take' | 'prepared' | 'trained' | 'evaluated' | 'cancel',
    more: object = {},
  ): Promise<boolean> => {
    const state = (await jobs.find(orgId, id))?.job.state ?? { kind: 'cancelled' };
    const move = transition(state, { kind });
    if (move === undefined) throw new Error(`${kind} does not fit ${state.kind}`);
    return jobs.move({ orgId, jobId: id, from: state, move, at: NOW, ...more });
  };
  const heard = (digest: string, seconds: number): AnalyzedSample => ({
    seconds,
    digest,
    readings: { live: [0.5] },
  });
  const sample = (id: string, state: FineTuneSample['state']): FineTuneSample => ({
    id,
    position: 0,
    label: 'angry',
    speaker: undefined,
    state,
  });
  const ready = (id: string, digest: string, seconds: number): FineTuneSample =>
    sample(id, { kind: 'ready', heard: heard(digest, seconds) });

  it('of a row that cannot be read are listed and taken like others, with nothing that could be trained', async () => {
    const job = await aJob();
    await go(job, 'start');
    const { queries } = opened.database;
    await sql`update fine_tune_jobs set log = '{}', labels = '{}', base = '{}' where id = ${job.id}`.execute(
      queries,
    );
    const { jobs: listed } = await jobs.list(orgId, { limit: 50, cursor: undefined });
    const damaged = { id: job.id, log: [], labels: [], base: { id: 'unreadable' } };
    expect(listed.map((each) => each.job)).toContainEqual(expect.objectContaining({ id: job.id }));
    expect(await jobs.take(LATER, FAR)).toMatchObject(damaged);
    await go(job, 'cancel');
  });

  it('go through their stages and keep log, samples and money consistent', async () => {
    const job = await aJob();
    const kept = await jobs.addSamples(
      orgId,
      job.id,
      [ready('a', 'one', 4), ready('b', 'one', 4), sample('c', { kind: 'waiting', url: 'https://c' })],
      10,
    );
    expect(typeof kept === 'string' ? kept : kept.map(({ state }) => state.kind)).toEqual([
      'ready',
      'refused',
      'waiting',
    ]);
    expect(await jobs.take(LATER, LATER)).toBeUndefined();
    await go(job, 'start');
    expect(await jobs.addSamples(orgId, job.id, [ready('d', 'two', 1)], 10)).toBe('closed');
    const taken = await jobs.take(NOW, LATER);
    expect(taken).toMatchObject({ id: job.id, attempts: 1 });
    expect(await jobs.take(NOW, LATER)).toBeUndefined();
    await go(job, 'take');
    // 4 of 10 s are used, so 7 more are too many.
    const state = await jobs.finishSample(taken!, 2, { kind: 'ready', heard: heard('two', 7) });
    expect(state).toMatchObject({ kind: 'refused', refusal: { code: 'over_budget' } });
    await go(job, 'prepared', { notes: ['all heard'] });
    await go(job, 'trained', { artifact: { weights: [1] } });
    expect(await jobs.hold(taken!, LATER, 0.5)).toBe('evaluating');
    const model = { id: newId('mdl'), name: 'claims', vertical: undefined, artifact: {}, activate: true };
    await go(job, 'evaluated', { report: { better: true }, model });
    const found = await jobs.find(orgId, job.id);
    expect(found?.job).toMatchObject({
      state: { kind: 'completed' },
      settled: true,
      model: { name: 'claims', version: 1 },
      artifact: { weights: [1] },
      report: { better: true },
    });
    expect(found?.job.log.map(({ message }) => message)).toContain('all heard');
    expect(found?.counts).toEqual({ total: 3, ready: 1, refused: 2, waiting: 0, seconds: 4 });
    expect(await wallets.state(orgId)).toMatchObject({ balanceMicroCredits: 96e6, heldMicroCredits: 0 });
    expect(await models.active(orgId)).toEqual([{ vertical: '', modelId: model.id }]);
    const [row] = await jobs.samples(orgId, job.id);
    expect(row?.state).toMatchObject({ kind: 'ready', heard: { readings: null } });
  });

  it('are moved once when two requests try, and cost nothing when they are canceled', async () => {
    const before = await wallets.state(orgId);
    const job = await aJob();
    const from: JobState = { kind: 'queued', open: true };
    const move = transition(from, { kind: 'cancel' });
    if (move === undefined) throw new Error('a queued job can be cancelled');
    const order = { orgId, jobId: job.id, from, move, at: NOW };
    expect((await Promise.all([jobs.move(order), jobs.move(order)])).sort()).toEqual([false, true]);
    expect(await wallets.state(orgId)).toEqual(before);
    expect(await jobs.delete(orgId, job.id, NOW)).toBe(true);
    expect(await jobs.find(orgId, job.id)).toBeUndefined();
  });

  it('keep nothing of a sample when they are canceled during its analysis', async () => {
    const before = await wallets.state(orgId);
    const job = await aJob();
    const waiting = sample('a', { kind: 'waiting', url: 'https://a' });
    await jobs.addSamples(orgId, job.id, [waiting], 10);
    await go(job, 'start');
    await go(job, 'take');
    await go(job, 'cancel');
    await jobs.finishSample(job, 0, { kind: 'ready', heard: heard('late', 1) });
    const rows = await opened.database.queries
      .selectFrom('fine_tune_samples')
      .select(['state', 'readings', 'digest', 'url'])
      .where('job_id', '=', job.id)
      .execute();
    expect(rows).toEqual([{ state: 'waiting', readings: null, digest: null, url: null }]);
    expect(await wallets.state(orgId)).toEqual(before);
  });

  it('are found, moved and deleted by their own organization only', async () => {
    const job = await aJob();
    expect(await jobs.find('org_other', job.id)).toBeUndefined();
    expect(await jobs.addSamples('org_other', job.id, [ready('a', 'x', 1)], 10)).toBe('closed');
    expect(await jobs.delete('org_other', job.id, NOW)).toBe(false);
    await go(job, 'cancel');
  });

  it('are free at once after their relay died when no other relay can hold them', async () => {
    const job = await aJob();
    await jobs.addSamples(orgId, job.id, [ready('a', 'x', 1)], 10);
    await go(job, 'start');
    expect(await jobs.take(NOW, LATER)).toMatchObject({ id: job.id });
    await jobs.letGoAll();
    expect(await jobs.take(NOW, LATER)).toMatchObject({ id: job.id, attempts: 2 });
    await jobs.letGo({ ...job, attempts: 2 });
    expect(await jobs.take(NOW, LATER)).toMatchObject({ id: job.id, attempts: 2 });
    await go(job, 'cancel');
  });

  it('belong to the relay that took them last: one that stood still meanwhile changes nothing any more', async () => {
    const job = await aJob();
    await jobs.addSamples(orgId, job.id, [sample('a', { kind: 'waiting', url: 'https://a' })], 10);
    await go(job, 'start');
    const paused = (await jobs.take(NOW, LATER))!;
    await go(job, 'take');
    const other = (await jobs.take(LATER, FAR))!;
    expect([paused.id, other.id, other.attempts]).toEqual([job.id, job.id, 2]);
    expect(await jobs.hold(paused, FAR, 0.1)).toBeUndefined();
    await jobs.letGo(paused);
    expect(await jobs.take(LATER, FAR), 'it is held').toBeUndefined();
    const refused = { kind: 'refused', refusal: { code: 'no_audio', message: 'too late' } } as const;
    await jobs.finishSample(paused, 0, refused);
    expect((await jobs.samples(orgId, job.id)).map(({ state }) => state.kind)).toEqual(['waiting']);
    const state = { kind: 'preparing' } as const;
    const error = { code: 'training_failed', message: 'too late' } as const;
    const move = transition(state, { kind: 'fail', error })!;
    const order = { orgId, jobId: job.id, from: state, move, at: NOW };
    expect(await jobs.move({ ...order, attempt: paused.attempts })).toBe(false);
    expect(await jobs.hold(other, FAR, 0.2)).toBe('preparing');
    expect(await jobs.move({ ...order, attempt: other.attempts })).toBe(true);
  });

  it('are refused beyond the organization’s limit of open jobs', async () => {
    const first = await aJob();
    const order = { most: 1, heldUntil: LATER, paidUntil: FAR };
    await expect(jobs.create({ ...first, id: newId('ft') }, order)).rejects.toMatchObject({
      code: 'conflict',
    });
    await go(first, 'cancel');
  });

  it('count as forgotten drafts only when their relay died or when nobody started them in time', async () => {
    const made = await aJob();
    await jobs.hold(made, LATER, 0);
    const after = new Date(LATER.getTime() + 1);
    expect(await drafts(NOW, LATER)).toEqual([]);
    expect(await drafts(NOW, after)).toMatchObject([{ job: { id: made.id }, why: 'the relay died on it' }]);
    await jobs.letGoAll();
    expect(await drafts(NOW, after), 'a new life goes on with none').toHaveLength(1);
    await jobs.letGo(made);
    expect(await drafts(NOW, after)).toEqual([]);
    expect(await drafts(after, NOW)).toMatchObject([{ job: { id: made.id }, why: 'nobody started it' }]);
    await jobs.hold(made, LATER, 0);
    await go(made, 'start');
    expect(await drafts(after, after)).toEqual([]);
    expect(await jobs.take(NOW, LATER), 'at once').toMatchObject({ id: made.id });
    await go(made, 'cancel');
  });

  it('keep their hold while they are being made, and are not made without one', async () => {
    const hold = await wallets.hold({
      orgId,
      kind: 'fine_tune',
      reference: 'short',
      microCredits: 5e6,
      ttlMs: 60_000,
    });
    const job = await aJob();
    const made = { ...job, id: newId('ft'), holdId: hold.id };
    await jobs.create(made, { most: 8, heldUntil: LATER, paidUntil: FAR });
    await wallets.freeDead(new Date(LATER.getTime() + 1));
    expect((await wallets.state(orgId)).heldMicroCredits).toBe(15e6);
    for (const each of [job, made]) await go(each, 'cancel');
    const order = { most: 8, heldUntil: LATER, paidUntil: FAR };
    await expect(jobs.create({ ...made, id: newId('ft') }, order)).rejects.toMatchObject({
      code: 'overloaded',
    });
    expect((await wallets.state(orgId)).heldMicroCredits).toBe(0);
  });

  it('leave models whose every version can be used, however many there are, each with its own artifact', async () => {
    const job = await aJob();
    await sql`
      insert into tuned_models (id, org_id, job_id, name, version, vertical, artifact, created_at)
      select 'mdl_many_' || n, ${orgId}, ${job.id}, 'many', n, null, jsonb_build_object('learnt', n),
             ${NOW}::timestamptz + n * interval '1 second'
      from generate_series(1, 300) as n`.execute(opened.database.queries);
    const listed = (await models.models(orgId)).filter(({ name }) => name === 'many');
    expect(listed.map(({ version }) => version)).toEqual(Array.from({ length: 300 }, (_, n) => 300 - n));
    expect(listed.at(-1)).toMatchObject({ baseSha256: 'ab' });
    expect(await models.artifact(orgId, 'mdl_many_1')).toEqual({ learnt: 1 });
    expect(await models.artifact(newId('org'), 'mdl_many_1')).toBeUndefined();
    await go(job, 'cancel');
    await jobs.delete(orgId, job.id, NOW);
    expect(await models.artifact(orgId, 'mdl_many_1')).toBeUndefined();
  });

  it('can restore the previous default model, step by step', async () => {
    const [newest] = await models.active(orgId);
    await models.activate(orgId, [{ vertical: '', modelId: undefined }], NOW);
    expect(await models.active(orgId)).toEqual([{ vertical: '', modelId: undefined }]);
    expect(await models.rollBack(orgId, '', NOW)).toBe(true);
    expect(await models.active(orgId)).toEqual([newest]);
    expect(await models.rollBack(orgId, '', NOW)).toBe(true);
    expect(await models.active(orgId)).toEqual([]);
    expect(await models.rollBack(orgId, '', NOW)).toBe(false);
  });
});
