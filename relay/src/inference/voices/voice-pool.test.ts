import type { Diarization, SpeakerMetadata } from '@undertone/speaker';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeComparison } from '../../domain/speakers/testing/fake-voices.js';
import type { VoiceWorkerLike } from './voice-host.js';
import type { FromVoiceWorker, ToVoiceWorker, VoiceNews } from './voice-messages.js';
import { VoicePool } from './voice-pool.js';

const METADATA = { space: 'x' } as SpeakerMetadata;
const NOBODY: Diarization = { turns: [], speakers: [], overlaps: [] };
const SETUP = { encoding: 'mulaw', sampleRate: 8_000, startMs: 0, mode: 'one', voiceprints: true } as const;

class Worker implements VoiceWorkerLike {
  readonly posted: ToVoiceWorker[] = [];
  killed = false;
  private readonly listeners: ((message: FromVoiceWorker) => void)[] = [];
  private readonly exits: ((reason: string) => void)[] = [];

  post(message: ToVoiceWorker): void {
    this.posted.push(message);
  }
  onMessage(listener: (message: FromVoiceWorker) => void): void {
    this.listeners.push(listener);
  }
  onExit(listener: (reason: string) => void): void {
    this.exits.push(listener);
  }
  stop(): Promise<void> {
    return Promise.resolve();
  }
  kill(): void {
    this.killed = true;
  }
  send(message: FromVoiceWorker): void {
    for (const listener of this.listeners) listener(message);
  }
  ready(): void {
    this.send({ kind: 'ready', metadata: METADATA });
  }
  die(): void {
    for (const exit of this.exits) exit('it died');
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const pools: VoicePool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

const start = () => {
  const workers: Worker[] = [];
  let watch: () => void = () => undefined;
  let nowMs = 0;
  const pool = new VoicePool({
    spawn: () => {
      const worker = new Worker();
      workers.push(worker);
      return worker;
    },
    compare: () => fakeComparison,
    now: () => nowMs,
    every: (_ms, run) => {
      watch = run;
      return () => undefined;
    },
  });
  pools.push(pool);
  const newest = (): Worker => {
    const worker = workers.at(-1);
    if (worker === undefined) throw new Error('no worker was started');
    return worker;
  };
  return {
    pool,
    workers,
    newest,
    advance: (ms: number) => {
      nowMs += ms;
      watch();
    },
  };
};
const hear = (pool: VoicePool, wanted = new AbortController().signal) =>
  pool.hear({ samples: new Float32Array(8), voiceprints: false, signal: wanted });

describe('the voice worker', () => {
  it('is started once, when it is first needed', async () => {
    const { pool, workers, newest } = start();
    expect(workers).toEqual([]);
    const both = [hear(pool), hear(pool)];
    newest().ready();
    await settled();
    expect(workers.length).toBe(1);
    for (const message of newest().posted) {
      if (message.kind === 'hear') newest().send({ kind: 'diarized', id: message.id, diarization: NOBODY });
    }
    expect(await Promise.all(both)).toEqual([NOBODY, NOBODY]);
  });

  it('fails with model_unavailable if it cannot load its model, and is started again for the next request', async () => {
    const { pool, workers, newest } = start();
    const refused = hear(pool);
    newest().send({ kind: 'unusable', message: 'no such file' });
    await expect(refused).rejects.toMatchObject({ code: 'model_unavailable' });
    const again = pool.comparison();
    newest().ready();
    await again;
    expect(workers.length).toBe(2);
  });

  it('fails its unfinished work if it dies, and another one is started for the next request', async () => {
    const { pool, workers, newest } = start();
    const failed = hear(pool);
    newest().ready();
    await settled();
    const lost: string[] = [];
    pool.openTracker(SETUP, { news: () => undefined, lost: (reason) => lost.push(reason) });
    newest().die();
    await expect(failed).rejects.toMatchObject({ code: 'inference_failed' });
    expect(lost).toEqual(['it died']);
    const next = hear(pool);
    newest().ready();
    await settled();
    expect(workers.length).toBe(2);
    newest().die();
    await expect(next).rejects.toMatchObject({ code: 'inference_failed' });
  });

  it('is ended if it sends nothing for a minute while a recording waits', async () => {
    const { pool, newest, advance } = start();
    const hanging = hear(pool);
    newest().ready();
    await settled();
    advance(30_000);
    newest().send({ kind: 'progress', id: 1 });
    advance(59_000);
    expect(newest().killed).toBe(false);
    advance(2_000);
    expect(newest().killed).toBe(true);
    await expect(hanging).rejects.toMatchObject({ code: 'inference_failed' });
  });

  it('accepts at most 16 recordings at a time', async () => {
    const { pool, newest } = start();
    const first = pool.comparison();
    newest().ready();
    await first;
    const waiting = Array.from({ length: 16 }, () => hear(pool));
    await settled();
    await expect(hear(pool)).rejects.toMatchObject({ code: 'overloaded', retryAfterS: 5 });
    newest().die();
    expect((await Promise.allSettled(waiting)).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('forgets a recording whose caller has gone', async () => {
    const { pool, newest } = start();
    const gone = new AbortController();
    const given = hear(pool, gone.signal);
    newest().ready();
    await settled();
    gone.abort(new Error('the caller left'));
    await expect(given).rejects.toThrow('the caller left');
    expect(newest().posted.at(-1)).toMatchObject({ kind: 'forget' });
  });

  it('listens to at most 120 channels, and gives each one its own news', () => {
    const { pool, newest } = start();
    const news: VoiceNews = { throughMs: 5, events: [], voices: [], last: false };
    const heard: VoiceNews[] = [];
    const tracker = pool.openTracker(SETUP, { news: (each) => heard.push(each), lost: () => undefined });
    for (let n = 1; n < 120; n++) pool.openTracker(SETUP, { news: () => undefined, lost: () => undefined });
    expect(() => pool.openTracker(SETUP, { news: () => undefined, lost: () => undefined })).toThrow(
      'as many',
    );
    newest().ready();
    newest().send({ kind: 'news', tracker: 1, news });
    expect(heard).toEqual([news]);
    tracker.close();
    newest().send({ kind: 'news', tracker: 1, news });
    expect(heard.length, 'closed').toBe(1);
    tracker.audio(new Uint8Array(8));
    expect(newest().posted.at(-1)).toEqual({ kind: 'close', tracker: 1 });
  });
});
