import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAuth, type Peer, Rig } from '../../stream/testing/rig.js';
import { jobSchema } from './fine-tune-fields.js';
import { type FineTuneRig, startFineTuneRig } from './testing/fine-tune-rig.js';

let relay: FineTuneRig;
let streams: Rig;
let rigs = 0;
beforeAll(async () => {
  relay = await startFineTuneRig();
}, 120_000);
beforeEach(() => {
  rigs++;
  const { services, fineTuning } = relay;
  streams = new Rig({ sessions: services.conversations, training: fineTuning.training, name: `rig${rigs}-` });
});
afterAll(() => relay.stop());

const LABELS = ['content', 'angry'] as const;
/** Waits until the storage has answered. It works on its own thread, so a busy loop would starve it. */
const stored = (done: () => boolean | Promise<boolean>): Promise<void> =>
  expect.poll(done, { interval: 10, timeout: 10_000 }).toBe(true);
const call = async (scope: string[]): Promise<Peer> => {
  const auth = anAuth({ orgId: relay.first.organization.id, concurrentStreams: () => 5 });
  const peer = await streams.open({ consent: { basis: 'consent', scope } }, auth);
  await stored(() => peer.socket.kinds().includes('session.ready'));
  return peer;
};
const kept = () => relay.database.queries.selectFrom('training_readings').selectAll().execute();

let spoken = 0;
/** Turns of a second, half of them corrected to each label. No two turns of all calls sound alike. */
const talk = async (peer: Peer, turns: number): Promise<void> => {
  for (let n = 0; n < turns; n++) {
    const emotion = LABELS[n % 2]!;
    const { last } = streams.inference;
    last.heard = {
      embedding: [emotion === 'angry' ? 1 : -1, spoken / 10, Math.sin(spoken)],
      seconds: 1,
    };
    spoken += 1;
    peer.audio(16_000);
    last.answer();
    const { turnId } = peer.socket.last('turn.start');
    if (n % 4 < 2) peer.say({ kind: 'correction', value: { turnId, emotion } });
    peer.say({ kind: 'turn.force_end', value: {} });
    if (n % 4 >= 2) peer.say({ kind: 'correction', value: { turnId, emotion } });
    await stored(() => peer.socket.all('corrected').length > n);
    await streams.clock.advance(1_000);
  }
};
const labelled = async (): Promise<number> => (await kept()).filter(({ label }) => label !== null).length;
const draft = async (): Promise<string> => {
  const { json } = await relay.call('POST', '/v1/fine-tune', {
    name: 'live',
    corrections: true,
    start: false,
    max_seconds: 100,
  });
  return jobSchema.parse(json['job']).id;
};

describe('corrections made in a live stream', () => {
  it('train a model like those over REST, only with the scope `training`', async () => {
    await talk(await call(['analysis', 'training']), 20);
    await talk(await call(['analysis']), 4);
    await stored(async () => (await labelled()) === 20);
    expect(await kept()).toHaveLength(20);
    const { json } = await relay.call('POST', '/v1/fine-tune', {
      name: 'live',
      corrections: true,
      max_seconds: 100,
    });
    const job = await relay.until(jobSchema.parse(json['job']).id, 'completed', 'failed');
    expect(job).toMatchObject({ status: 'completed', samples: { total: 20, ready: 20, refused: 0 } });
    expect(job.report?.samples).toMatchObject({ by_label: { content: 10, angry: 10 }, speakers: 1 });
  }, 120_000);

  it('leave every job when the consent is withdrawn, and only those of their own session', async () => {
    const before = (await kept()).length;
    const peer = await call(['analysis', 'training']);
    await talk(peer, 20);
    await stored(async () => (await labelled()) === before + 20);
    const id = await draft();
    expect((await relay.fineTuning.jobs.find(relay.first.organization.id, id)).counts.ready).toBe(
      before + 20,
    );
    peer.say({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    await stored(async () => (await kept()).length === before);
    const samples = await relay.database.queries
      .selectFrom('fine_tune_samples')
      .selectAll()
      .where('job_id', '=', id)
      .where('sample_id', 'like', `${peer.sessionId}/%`)
      .execute();
    expect(samples).toHaveLength(20);
    for (const sample of samples) {
      expect(sample).toMatchObject({ readings: null, digest: null, speaker: null, seconds: null });
      expect(sample.refusal).toMatchObject({ code: 'withdrawn' });
    }
    const { counts } = await relay.fineTuning.jobs.find(relay.first.organization.id, id);
    expect(counts).toMatchObject({ ready: before, refused: 20 });
  }, 120_000);

  it('leave too few samples when they are withdrawn during training: the job fails and charges nothing', async () => {
    for (const { session_id: session } of await kept()) {
      await relay.call('DELETE', `/v1/sessions/${encodeURIComponent(session)}`);
    }
    expect(await kept()).toEqual([]);
    const peer = await call(['training']);
    await talk(peer, 20);
    await stored(async () => (await labelled()) === 20);
    const before = await relay.repositories.wallets.state(relay.first.organization.id);
    const training = relay.holdUp('training');
    const { json } = await relay.call('POST', '/v1/fine-tune', {
      name: 'withdrawn',
      corrections: true,
      max_seconds: 100,
    });
    const { id } = jobSchema.parse(json['job']);
    await relay.until(id, 'training');
    peer.say({
      kind: 'session.update',
      value: { features: [], metadata: {}, consent: { basis: 'consent', scope: ['analysis'] } },
    });
    await stored(async () => (await kept()).length === 0);
    training.release();
    const job = await relay.until(id, 'completed', 'failed');
    expect(job).toMatchObject({ status: 'failed', error: { code: 'too_few_samples' }, model: null });
    expect(await relay.repositories.wallets.state(relay.first.organization.id)).toEqual(before);
  }, 120_000);

  it.each(['training', 'evaluating'] as const)(
    'when withdrawn while a job is %s, are in neither its model nor its report, if enough samples are left',
    async (stage) => {
      const stays = await call(['training']);
      await talk(stays, 24);
      const goes = await call(['training']);
      await talk(goes, 4);
      await stored(async () => (await labelled()) === 28);
      const heldUp = relay.holdUp(stage);
      const fields = { name: `partly ${stage}`, corrections: true, max_seconds: 100 };
      const { json } = await relay.call('POST', '/v1/fine-tune', fields);
      const { id } = jobSchema.parse(json['job']);
      await heldUp.reached;
      goes.say({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
      await stored(async () => (await kept()).length === 24);
      heldUp.release();
      const job = await relay.until(id, 'completed', 'failed');
      expect(job).toMatchObject({ status: 'completed', credits: { charged: 24 } });
      expect(job.report?.samples).toMatchObject({ used: 24, refused_by_reason: { withdrawn: 4 } });
      expect(job.log.map(({ message }) => message).join()).toContain('since samples were withdrawn');
      for (const peer of [stays, goes]) {
        await relay.call('DELETE', `/v1/sessions/${encodeURIComponent(peer.sessionId)}`);
      }
    },
    120_000,
  );
});
