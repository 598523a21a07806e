import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemOutcome } from '../../domain/analysis/analysis-jobs.js';
import { newId } from '../../domain/ids.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { addOrganization } from '../testing/organizations.js';
import { AnalysisJobRepository } from './analysis-job-repository.js';

const NOW = new Date('2026-11-21T09:00:00Z');
const LATER = new Date('2026-11-21T09:02:00Z');
const FAR = new Date('2026-11-21T09:03:00Z');

describe.each(DATABASES)('batches in the background on $name', ({ open }) => {
  let opened: TestDatabase;
  let jobs: AnalysisJobRepository;
  let orgId: string;
  const unreadable: string[] = [];
  beforeAll(async () => {
    opened = await open();
    jobs = new AnalysisJobRepository(opened.database.queries, ({ message }) => unreadable.push(message));
    orgId = await addOrganization(opened.database.queries);
  }, 120_000);
  afterAll(() => opened.close());

  const create = async (heldUntil: Date) => {
    const item = { id: 'one', request: undefined, result: undefined };
    const job = {
      id: newId('job'),
      orgId,
      keyId: 'key',
      requestId: newId('req'),
      createdAt: NOW,
      attempts: 1,
      items: [item],
    };
    await jobs.create(job, heldUntil);
    return job;
  };
  const outcome = (job: ItemOutcome['job'], message: string): ItemOutcome => ({
    job,
    position: 0,
    result: { id: 'one', error: { code: 'overloaded', message } },
    event: { orgId, type: 'analysis.complete', once: `${job.id}/0`, data: { message } },
    at: LATER,
  });

  it('belong to the relay that took them last: one that stood still meanwhile changes nothing any more', async () => {
    const paused = await create(NOW);
    const [taken] = await jobs.takeAbandoned(LATER, FAR, 10, []);
    expect(taken).toMatchObject({ id: paused.id, attempts: 2 });
    expect(await jobs.hold(paused, FAR)).toBe(false);
    await jobs.letGo(paused);
    expect(await jobs.takeAbandoned(LATER, FAR, 10, []), 'it is held').toEqual([]);
    await jobs.finishItem(outcome(paused, 'it took too long'));
    expect((await jobs.find(orgId, paused.id))?.items[0]?.result).toBeUndefined();
    expect(await jobs.hold(taken!, FAR)).toBe(true);
    await jobs.finishItem(outcome(taken!, 'there is no audio'));
    const found = await jobs.find(orgId, paused.id);
    expect(found).toMatchObject({
      finishedAt: LATER,
      items: [{ result: { error: { message: 'there is no audio' } } }],
    });
    const events = await opened.database.queries.selectFrom('events').select('body').execute();
    expect(events.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { data: { message: 'there is no audio' } },
    ]);
  });

  it('are not taken by the relay that runs them, which holds them again', async () => {
    const job = await create(NOW);
    expect(await jobs.takeAbandoned(LATER, FAR, 10, [job.id])).toEqual([]);
    expect(await jobs.hold(job, FAR)).toBe(true);
    expect(await jobs.takeAbandoned(LATER, FAR, 10, [])).toEqual([]);
    await jobs.letGo(job);
    expect(await jobs.takeAbandoned(LATER, FAR, 10, [])).toMatchObject([{ id: job.id, attempts: 2 }]);
  });

  it('go on beside one whose stored parts cannot be read, which says so', async () => {
    const [damaged, whole] = [await create(NOW), await create(NOW)];
    const update = opened.database.queries.updateTable('analysis_job_items');
    await update
      .set({ request: '{"source":{"kind":"url"}}', lesson: Buffer.from('none') })
      .where('job_id', '=', damaged.id)
      .execute();
    const taken = await jobs.takeAbandoned(LATER, FAR, 10, []);
    expect(taken.map(({ id }) => id).sort()).toEqual([damaged.id, whole.id].sort());
    expect(unreadable).toEqual([
      expect.stringContaining(`item one of job ${damaged.id} of ${orgId}: request cannot be read`),
      `item one of job ${damaged.id} of ${orgId}: lesson cannot be read`,
    ]);
    await update.set({ result: '{"id":"one"}' }).where('job_id', '=', damaged.id).execute();
    const found = await jobs.find(orgId, damaged.id);
    expect(found?.items[0]?.result).toMatchObject({ id: 'one', error: { code: 'internal_error' } });
  });
});
