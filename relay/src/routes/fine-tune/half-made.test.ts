/**
 * A relay dies while it analyzes the samples of a request: another relay soon cancels the job and releases
 * its credits once.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FineTuneWorker } from '../../domain/fine-tune/jobs/fine-tune-worker.js';
import { FineTuneJobs } from '../../domain/fine-tune/jobs/fine-tune-jobs.js';
import { Fault } from '../../domain/fault.js';
import { newId } from '../../domain/ids.js';
import { COMMON_LABELS } from '../../domain/fine-tune/labels.js';
import { waitFor } from '../../concurrency/wait-for.js';
import { type FineTuneRig, startFineTuneRig } from './testing/fine-tune-rig.js';
import { createJob, jobOf } from './testing/job-calls.js';
import { samplesOf } from './testing/samples.js';

const SECONDS = 200;
const LEASE_MS = 60_000;

/** A promise that never settles. */
const forever = <T>(): Promise<T> => new Promise<T>(() => undefined);

const aSignal = (): { readonly given: Promise<void>; give(): void } => {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
};

describe('a job whose relay died while creating it', () => {
  let rig: FineTuneRig;
  const workers: FineTuneWorker[] = [];
  const restores: (() => void)[] = [];
  beforeAll(async () => {
    rig = await startFineTuneRig();
  }, 120_000);
  afterEach(async () => {
    for (const restore of restores.splice(0)) restore();
    for (const worker of workers.splice(0)) await worker.stop();
  });
  afterAll(() => rig.stop());

  const org = () => rig.first.organization.id;
  const walletOf = () => rig.repositories.wallets.state(org());
  const listed = async () =>
    (await rig.repositories.fineTunes.list(org(), { limit: 100, cursor: undefined })).jobs;
  /** From now on this method never answers, as if its process had died. */
  const die = (what: 'addSamples' | 'hold' | 'move' | 'create'): Promise<void> => {
    const { fineTunes } = rig.repositories;
    const alive = fineTunes[what].bind(fineTunes);
    let reach = (): void => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    Object.assign(fineTunes, {
      [what]: () => {
        reach();
        return forever();
      },
    });
    restores.push(() => Object.assign(fineTunes, { [what]: alive }));
    return reached;
  };
  /** Another relay on this database checks for such jobs, this much later. */
  const lookAround = async (laterMs: number, alone = false): Promise<void> => {
    const { fineTunes } = rig.repositories;
    let looked = (): void => undefined;
    const round = new Promise<void>((resolve) => (looked = resolve));
    const worker = new FineTuneWorker({
      store: fineTunes,
      runner: { run: () => Promise.reject(new Error('there is nothing to run')) },
      jobs: rig.fineTuning.jobs,
      nowMs: () => Date.now() + laterMs,
      wait: (ms, signal) => {
        if (ms > 5_000) looked();
        return waitFor(ms, signal);
      },
      alone,
      onFailed: (error) => {
        throw error;
      },
    });
    worker.start();
    workers.push(worker);
    await round;
  };
  const moneyOf = async (id: string) => {
    const { queries } = rig.database;
    const holds = await queries.selectFrom('wallet_holds').selectAll().where('reference', '=', id).execute();
    const entries = await queries
      .selectFrom('ledger_entries')
      .selectAll()
      .where('reference', '=', id)
      .execute();
    return { holds: holds.map(({ state }) => state), entries: entries.length };
  };
  const halfMade = async (): Promise<string> => {
    const reached = die('addSamples');
    void createJob(rig, { samples: samplesOf(10), max_seconds: SECONDS }).catch(() => undefined);
    await reached;
    const [half] = await listed();
    expect(half?.job.state).toEqual({ kind: 'queued', open: true });
    return half?.job.id ?? '';
  };

  it('is canceled by another relay after a minute, with a log entry, and its credits are released once', async () => {
    const before = await walletOf();
    const id = await halfMade();
    expect((await walletOf()).heldMicroCredits).toBe(before.heldMicroCredits + SECONDS * 1e6);
    await lookAround(0);
    expect((await rig.fineTuning.jobs.find(org(), id)).job.state.kind, 'its request may be alive').toBe(
      'queued',
    );
    await lookAround(LEASE_MS + 1_000);
    await Promise.all([lookAround(2 * LEASE_MS), lookAround(3 * LEASE_MS)]);
    const job = jobOf(await rig.call('GET', `/v1/fine-tune/${id}`));
    expect(job).toMatchObject({ status: 'cancelled', credits: { held: 0, charged: 0 }, model: null });
    expect(job.log.slice(1).map(({ message }) => message)).toEqual([
      'given up, and what was set aside is free: the relay died on it',
      'cancelled while queued',
    ]);
    expect(await walletOf()).toEqual(before);
    expect(await moneyOf(id)).toEqual({ holds: ['released'], entries: 0 });
  });

  it('is canceled at once by the restarted relay when it is the only one on its database', async () => {
    const before = await walletOf();
    const id = await halfMade();
    await lookAround(1, true);
    expect((await rig.fineTuning.jobs.find(org(), id)).job.state.kind).toBe('cancelled');
    expect(await walletOf()).toEqual(before);
  });

  it('keeps credits on hold for at most a minute when the job does not exist yet', async () => {
    const before = await walletOf();
    const reached = die('create');
    void createJob(rig, { samples: samplesOf(10), max_seconds: SECONDS }).catch(() => undefined);
    await reached;
    expect((await walletOf()).heldMicroCredits).toBe(before.heldMicroCredits + SECONDS * 1e6);
    await rig.repositories.wallets.freeDead(new Date(Date.now() + LEASE_MS + 1_000));
    expect(await walletOf()).toEqual(before);
  });

  it('is distinguished from a job whose relay still analyzes its samples, however long that takes', async () => {
    let nowMs = Date.now();
    const [begun, heardAll] = [aSignal(), aSignal()];
    /** One for each time the request reports that it is alive: before the first sample, then after each. */
    const naps = [aSignal(), aSignal()];
    const wakes = [aSignal(), aSignal()];
    let nap = 0;
    const { fineTunes, wallets } = rig.repositories;
    const decode = async () => {
      begun.give();
      await heardAll.given;
      throw new Fault('undecodable_audio', 'these bytes are no recording');
    };
    const jobs = new FineTuneJobs({
      store: fineTunes,
      wallet: wallets,
      ears: { decode, fetchAudio: forever, engine: forever },
      base: rig.fineTuning.base,
      canTune: true,
      newId,
      nowMs: () => nowMs,
      wait: (_ms, signal) => {
        signal.addEventListener('abort', () => wakes[1]?.give());
        naps[nap]?.give();
        return wakes[nap++]?.given ?? Promise.resolve();
      },
      onFailed: (error) => {
        throw error;
      },
      nudge: () => undefined,
    });
    const made = jobs.create({
      payer: { organization: rig.first.organization, keyId: 'key' },
      name: 'slow',
      vertical: undefined,
      labels: COMMON_LABELS,
      activation: 'never',
      maxSeconds: SECONDS,
      samples: [
        { id: 'a', label: 'angry', speaker: undefined, source: { kind: 'bytes', bytes: new Uint8Array(1) } },
      ],
      corrections: false,
      start: false,
      signal: new AbortController().signal,
    });
    await begun.given;
    await naps[0]?.given;
    nowMs += 3 * LEASE_MS;
    wakes[0]?.give();
    await naps[1]?.given;
    await lookAround(3 * LEASE_MS + 1_000);
    heardAll.give();
    const { job, counts } = await made;
    expect([job.state, counts.refused]).toEqual([{ kind: 'queued', open: true }, 1]);
    await lookAround(9 * LEASE_MS);
    expect((await jobs.find(org(), job.id)).job.state, 'it waits for more').toEqual({
      kind: 'queued',
      open: true,
    });
    await jobs.cancel(org(), job.id);
  });

  it('is not a job that waits for more samples, nor a started one: those stay', async () => {
    const { id } = jobOf(await createJob(rig, { samples: samplesOf(2), start: false }));
    await lookAround(2 * LEASE_MS);
    await lookAround(2 * LEASE_MS, true);
    expect((await rig.fineTuning.jobs.find(org(), id)).job.state).toEqual({ kind: 'queued', open: true });
    await rig.fineTuning.jobs.cancel(org(), id);
  });
});
