/** "Cancel at every state": a clear answer, the credits settled once, and nothing continues. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { JobRunner } from '../../domain/fine-tune/jobs/job-runner.js';
import { newId } from '../../domain/ids.js';
import { type FineTuneRig, startFineTuneRig } from './testing/fine-tune-rig.js';
import { type HeldUp } from './testing/hold-ups.js';
import { jobOf } from './testing/job-calls.js';
import { samplesOf } from './testing/samples.js';

const SECONDS = 200;

describe('canceling a job', () => {
  let rig: FineTuneRig;
  const inTheWay: HeldUp[] = [];
  beforeAll(async () => {
    rig = await startFineTuneRig();
  }, 120_000);
  afterEach(() => {
    for (const held of inTheWay.splice(0)) held.release();
  });
  afterAll(() => rig.stop());

  const holdUp = (what: Parameters<FineTuneRig['holdUp']>[0]): HeldUp => {
    const held = rig.holdUp(what);
    inTheWay.push(held);
    return held;
  };
  const walletOf = () => rig.repositories.wallets.state(rig.first.organization.id);
  const create = async (fields: object = {}) => {
    const labels = [{ name: 'calm', as: 'content' }, { name: 'excited' }];
    const body = { name: 'claims', labels, max_seconds: SECONDS, samples: samplesOf(10), ...fields };
    return jobOf(await rig.call('POST', '/v1/fine-tune', body));
  };
  const byUrl = (path = '') =>
    samplesOf(10).map(({ id, label }) => ({ id, label, audio_url: `${rig.filesUrl}/${path || id}-1.wav` }));
  const cancel = (id: string) => rig.call('POST', `/v1/fine-tune/${id}/cancel`);
  const codeOf = ({ json }: { json: Record<string, unknown> }) => (json['error'] as { code: string }).code;
  /** The job's money in the database: its hold and the ledger entries. */
  const moneyOf = async (id: string) => {
    const { queries } = rig.database;
    const of = (table: 'wallet_holds' | 'ledger_entries') =>
      queries.selectFrom(table).selectAll().where('reference', '=', id).execute();
    const [holds, entries] = [await of('wallet_holds'), await of('ledger_entries')];
    return { holds: holds.map((hold) => ('state' in hold ? hold.state : '')), entries: entries.length };
  };
  const eventsOf = async (id: string) => {
    const events = await rig.database.queries.selectFrom('events').select(['type', 'body']).execute();
    return events.filter(({ body }) => body.includes(id)).map(({ type }) => type);
  };
  /** The worker is free: it takes and finishes a job that is created now. */
  const workerGoesOn = async (): Promise<void> => {
    for (const held of inTheWay.splice(0)) held.release();
    const { id } = await create({ name: 'next' });
    const next = await rig.until(id, 'completed', 'failed');
    expect(next.status).toBe('completed');
  };
  /** Cancels five times at once, then once more. */
  const cancelOften = async (id: string): Promise<void> => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => cancel(id)));
    for (const answer of [...answers, await cancel(id)]) {
      expect(jobOf(answer)).toMatchObject({
        status: 'cancelled',
        credits: { held: 0, charged: 0 },
        model: null,
      });
    }
  };
  const expectNothingLeft = async (id: string, stage: string): Promise<void> => {
    const job = jobOf(await rig.call('GET', `/v1/fine-tune/${id}`));
    expect(job).toMatchObject({
      status: 'cancelled',
      report: null,
      finished_at: expect.any(String) as unknown,
    });
    expect(job.log.filter((line) => line.stage === 'cancelled')).toMatchObject([
      { message: `cancelled while ${stage}` },
    ]);
    expect(await moneyOf(id)).toEqual({ holds: ['released'], entries: 0 });
    const rows = await rig.database.queries
      .selectFrom('fine_tune_samples')
      .select(['readings', 'url'])
      .where('job_id', '=', id)
      .execute();
    expect(rows.every(({ readings, url }) => readings === null && url === null)).toBe(true);
  };

  it('that waits for samples releases its credits; the job takes no more samples and does not start', async () => {
    const before = await walletOf();
    const { id } = await create({ start: false });
    expect((await walletOf()).heldMicroCredits).toBe(before.heldMicroCredits + SECONDS * 1e6);
    await cancelOften(id);
    expect(await walletOf()).toEqual(before);
    await expectNothingLeft(id, 'queued');
    for (const path of ['samples', 'start']) {
      const body = path === 'samples' ? { samples: samplesOf(1) } : undefined;
      const answer = await rig.call('POST', `/v1/fine-tune/${id}/${path}`, body);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'conflict']);
      expect((answer.json['error'] as { message: string }).message).toContain('cancelled');
    }
    expect(await eventsOf(id)).toEqual([]);
  });

  it('that is queued behind another releases its credits, and the other continues', async () => {
    const training = holdUp('training');
    const first = await create({ name: 'first' });
    await training.reached;
    const before = await walletOf();
    const { id } = await create();
    await cancelOften(id);
    expect(await walletOf()).toEqual(before);
    await expectNothingLeft(id, 'queued');
    training.release();
    expect(await rig.until(first.id, 'completed', 'failed')).toMatchObject({ status: 'completed' });
    expect(await eventsOf(id)).toEqual([]);
  });

  it('that is picked up but not begun keeps it from beginning', async () => {
    const before = await walletOf();
    const taken = holdUp('taken');
    const { id } = await create();
    await taken.reached;
    await cancelOften(id);
    expect(await walletOf()).toEqual(before);
    await workerGoesOn();
    await expectNothingLeft(id, 'queued');
    expect(await eventsOf(id)).toEqual([]);
  });

  it('that is preparing ends it while a sample is fetched, and keeps nothing of that', async () => {
    const before = await walletOf();
    const preparing = holdUp('preparing');
    const { id } = await create({ samples: byUrl() });
    await preparing.reached;
    await cancelOften(id);
    expect(await walletOf()).toEqual(before);
    await workerGoesOn();
    await expectNothingLeft(id, 'preparing');
    expect(await eventsOf(id)).toEqual(['fine_tune.started']);
  });

  it.each(['training', 'evaluating'] as const)(
    'that is %s ends it, charges nothing and makes no model',
    async (stage) => {
      const before = await walletOf();
      const held = holdUp(stage);
      const { id } = await create({ name: `cancel-${stage}` });
      await held.reached;
      await cancelOften(id);
      expect(await walletOf()).toEqual(before);
      await workerGoesOn();
      await expectNothingLeft(id, stage);
      expect(await eventsOf(id)).toEqual(['fine_tune.started']);
      const ask = { audio_base64: 'AAAA', model: `cancel-${stage}` };
      expect(codeOf(await rig.call('POST', '/v1/analyze', ask))).toBe('validation_error');
    },
  );

  it('that has completed is a conflict: the job stays charged once, and its model stays', async () => {
    const before = await walletOf();
    const { id } = await create({ name: 'done' });
    const job = await rig.until(id, 'completed', 'failed');
    const answers = await Promise.all([1, 2, 3].map(() => cancel(id)));
    for (const answer of answers) expect([answer.status, codeOf(answer)]).toEqual([409, 'conflict']);
    expect(jobOf(await rig.call('GET', `/v1/fine-tune/${id}`))).toMatchObject({
      status: 'completed',
      model: 'done@1',
    });
    const after = await walletOf();
    expect(before.balanceMicroCredits - after.balanceMicroCredits).toBe(1e6 * job.samples.seconds);
    expect(after.heldMicroCredits).toBe(before.heldMicroCredits);
    expect(await moneyOf(id)).toEqual({ holds: ['settled'], entries: 1 });
    expect((await rig.call('DELETE', `/v1/fine-tune/${id}`)).status).toBe(204);
    expect((await cancel(id)).status).toBe(404);
    expect((await rig.call('GET', `/v1/fine-tune/${id}`)).status).toBe(404);
    const ask = await rig.call('POST', '/v1/analyze', { audio_base64: 'AAAA', model: 'done' });
    expect(codeOf(ask)).toBe('validation_error');
    expect(await walletOf()).toEqual(after);
  });

  it('that has failed is a conflict, and costs nothing', async () => {
    const before = await walletOf();
    const { id } = await create({ samples: byUrl('nowhere') });
    const job = await rig.until(id, 'completed', 'failed');
    expect(job).toMatchObject({ status: 'failed', error: { code: 'too_few_samples' } });
    const answer = await cancel(id);
    expect([answer.status, codeOf(answer)]).toEqual([409, 'conflict']);
    expect(await walletOf()).toEqual(before);
    expect(await moneyOf(id)).toEqual({ holds: ['released'], entries: 0 });
    expect(await eventsOf(id)).toEqual(['fine_tune.started', 'fine_tune.failed']);
  });

  it('that another relay took over during training trains nothing and does not fail for missing samples', async () => {
    const before = await walletOf();
    const training = holdUp('training');
    const { id } = await create();
    await training.reached;
    // From here on this relay no longer works on the job.
    await rig.fineTuning.worker.stop();
    const { fineTunes } = rig.repositories;
    const taken = await fineTunes.take(new Date(), new Date(Date.now() + 60_000));
    if (taken === undefined) throw new Error('nobody else works here');
    expect(taken).toMatchObject({ id, state: { kind: 'training' } });
    const over: string[] = [];
    const unasked = (): Promise<never> => Promise.reject(new Error('this was not to be done'));
    const another = new JobRunner({
      store: fineTunes,
      ears: { decode: unasked, fetchAudio: unasked, engine: unasked },
      train: unasked,
      base: rig.fineTuning.base,
      ground: undefined,
      newId,
      nowMs: () => Date.now(),
      wait: unasked,
      onOver: ({ state }) => over.push(state.kind),
    });
    await cancelOften(id);
    await another.run(taken, new AbortController().signal, () => undefined);
    expect(over).toEqual(['cancelled']);
    expect(await walletOf()).toEqual(before);
    await expectNothingLeft(id, 'training');
  });
});
