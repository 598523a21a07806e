/** Fine-tuning on the real relay: recovery after `kill -9`, hostile samples, and a tuned model in use. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { RelayProcess } from '../support/relay-process.js';
import { errorOf, RestClient } from '../support/rest-client.js';
import { synthesizeVoice } from '../support/voices.js';
import { wavBytes } from '../support/wav.js';

interface Job {
  id: string;
  status: string;
  samples: { total: number; ready: number; refused: number; seconds: number };
  credits: { held: number; charged: number };
  model: string | null;
  report: { better: boolean } | null;
  log: { stage: string; message: string }[];
  error: { code: string } | null;
}

const LABELS = ['angry', 'sad'] as const;
const SECONDS = 1.5;
const wav = (label: (typeof LABELS)[number], seed: number): Uint8Array<ArrayBuffer> =>
  wavBytes(synthesizeVoice(label, SECONDS, seed), 16_000);

let host: Server;
let hostUrl: string;
/** The number of recordings requested so far, and a hook that runs before the host answers. */
let asked = 0;
let beforeAnswer: () => Promise<void> | void = () => undefined;

beforeAll(async () => {
  host = createServer((request, response) => {
    asked++;
    const [, label, seed] = /^\/(angry|sad)-(\d+)$/.exec(request.url ?? '') ?? [];
    void Promise.resolve(beforeAnswer()).then(() =>
      response.end(wav(label === 'sad' ? 'sad' : 'angry', Number(seed))),
    );
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(() => {
  host.closeAllConnections();
  host.close();
});

let relay: RelayProcess;
let client: RestClient;
beforeEach(async () => {
  asked = 0;
  beforeAnswer = () => undefined;
  relay = await RelayProcess.start({ env: { UNDERTONE_ALLOW_PRIVATE_URLS: 'on' } });
  client = new RestClient(relay);
});
afterEach(() => relay.stop());

const byUrl = (each: number) =>
  LABELS.flatMap((label) =>
    Array.from({ length: each }, (_, n) => ({
      id: `${label}-${n}`,
      label,
      speaker_id: `person ${n % 4}`,
      audio_url: `${hostUrl}/${label}-${n}`,
    })),
  );

const create = async (samples: readonly object[]): Promise<Job> => {
  const answer = await client.post('/v1/fine-tune', { name: 'claims', max_seconds: 600, samples });
  expect({ status: answer.status, error: answer.json['error'] }).toEqual({ status: 202, error: undefined });
  return answer.json['job'] as Job;
};
const look = async (id: string): Promise<Job> =>
  (await client.send('GET', `/v1/fine-tune/${id}`)).json['job'] as Job;
const until = async (id: string, ...states: string[]): Promise<Job> => {
  for (;;) {
    const job = await look(id);
    if (states.includes(job.status)) return job;
    await pause(50); // HTTP offers only polling
  }
};
const someJob = async (): Promise<Job> => {
  for (;;) {
    const [job] = (await client.send('GET', '/v1/fine-tune')).json['jobs'] as Job[];
    if (job !== undefined) return job;
    await pause(50); // HTTP offers only polling
  }
};
const held = async (): Promise<number> =>
  ((await client.send('GET', '/v1/wallet')).json['wallet'] as { held: { credits: number } }).held.credits;
const balance = async (): Promise<number> =>
  ((await client.send('GET', '/v1/wallet')).json['wallet'] as { balance: { credits: number } }).balance
    .credits;

describe('a relay that restarts after kill -9 during fine-tuning', () => {
  it('cancels the job and frees its credits if it was analyzing the samples of a request', async () => {
    const before = await balance();
    const samples = LABELS.flatMap((label) =>
      Array.from({ length: 60 }, (_, n) => ({
        id: `${label}-${n}`,
        label,
        audio_base64: Buffer.from(wav(label, n)).toString('base64'),
      })),
    );
    const cutOff = client.post('/v1/fine-tune', { name: 'claims', max_seconds: 600, samples }).then(
      ({ status }) => `answered ${status}`,
      () => 'cut off',
    );
    const halfMade = await someJob();
    expect(halfMade).toMatchObject({ status: 'queued', credits: { held: 600 } });
    expect(await balance()).toBe(before);
    await relay.kill('SIGKILL');
    expect(await cutOff).toBe('cut off');
    await relay.start();
    const job = await until(halfMade.id, 'cancelled');
    expect(job).toMatchObject({ credits: { held: 0, charged: 0 }, model: null });
    expect(job.log.at(-2)?.message).toContain('the relay died on it');
    expect(await held()).toBe(0);
    expect(await balance()).toBe(before);
  }, 120_000);

  it('completes the job without fetching finished samples again if it was fetching', async () => {
    const before = await balance();
    let halfway = (): void => undefined;
    const reached = new Promise<void>((resolve) => (halfway = resolve));
    beforeAnswer = () => {
      if (asked < 13) return;
      halfway();
      return new Promise(() => undefined);
    };
    const { id } = await create(byUrl(12));
    await reached;
    const { samples } = await look(id);
    expect(samples.ready).toBeGreaterThan(5);
    await relay.kill('SIGKILL');
    beforeAnswer = () => undefined;
    asked = 0;
    await relay.start();
    const job = await until(id, 'completed', 'failed');
    expect(job).toMatchObject({ status: 'completed', model: 'claims@1', samples: { ready: 24 } });
    expect(asked).toBe(24 - samples.ready);
    expect(before - (await balance())).toBeCloseTo(job.credits.charged, 6);
    expect(job.credits).toEqual({ held: 0, charged: 24 * SECONDS });
  }, 180_000);

  it('resumes the stage, charges once and makes one model if it was training or evaluating', async () => {
    const before = await balance();
    const { id } = await create(byUrl(25));
    const { status } = await until(id, 'training', 'evaluating', 'completed');
    expect(status).not.toBe('completed');
    await relay.kill('SIGKILL');
    await relay.start();
    await until(id, 'evaluating', 'completed');
    await relay.kill('SIGKILL');
    await relay.start();
    const job = await until(id, 'completed', 'failed');
    expect(job).toMatchObject({ status: 'completed', model: 'claims@1', report: { better: true } });
    expect(asked).toBe(50);
    expect(before - (await balance())).toBeCloseTo(50 * SECONDS, 6);
    const stages = job.log.map(({ stage }) => stage);
    for (const stage of ['preparing', 'training', 'completed']) {
      const lines = job.log.filter((line) => line.stage === stage && line.message.startsWith(stage));
      expect(lines, stages.join()).toHaveLength(1);
    }
    const models = (await client.send('GET', '/v1/models')).json['models'] as { kind: string }[];
    expect(models.filter(({ kind }) => kind === 'tuned')).toHaveLength(1);
  }, 180_000);
});

describe('a hostile URL among many', () => {
  it('is refused on its own, and its host is never contacted', async () => {
    await relay.stop();
    relay = await RelayProcess.start();
    client = new RestClient(relay);
    const good = LABELS.flatMap((label) =>
      Array.from({ length: 10 }, (_, n) => ({
        id: `${label}-${n}`,
        label,
        audio_base64: Buffer.from(wav(label, n)).toString('base64'),
      })),
    );
    const hostile = [
      `${hostUrl}/angry-1`,
      'http://169.254.169.254/latest/meta-data',
      'http://[::ffff:7f00:1]/a.wav',
      'http://2130706433/a.wav',
      'http://localhost./a.wav',
    ].map((audio_url, n) => ({ id: `hostile-${n}`, label: 'angry', audio_url }));
    const { id } = await create([...good, ...hostile]);
    const job = await until(id, 'completed', 'failed');
    expect(job).toMatchObject({ status: 'completed', samples: { ready: 20, refused: 5 } });
    expect(asked).toBe(0);
    const { json } = await client.send('GET', `/v1/fine-tune/${id}/samples`);
    const reasons = (json['samples'] as { id: string; reason: { code: string } | null }[])
      .filter((sample) => sample.id.startsWith('hostile'))
      .map(({ reason }) => reason?.code);
    expect(reasons).toEqual(hostile.map(() => 'unreachable'));
    const analyzed = await client.post('/v1/analyze', {
      audio_base64: Buffer.from(wav('sad', 77)).toString('base64'),
      model: 'claims',
    });
    expect(analyzed.json).toMatchObject({ model: 'claims@1', own_labels: { label: 'sad' } });
    expect(errorOf(await client.post('/v1/analyze', { audio_base64: 'AAAA', model: 'other' }))).toMatchObject(
      {
        code: 'validation_error',
        details: { model: ['is not a model of this organization'] },
      },
    );
  }, 120_000);
});
