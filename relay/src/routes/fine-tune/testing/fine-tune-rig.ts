import { createServer, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { syntheticVoice } from '@undertone/model/golden';
import { loadFullReader, loadModel } from '@undertone/model/node';
import { wireAnalysis } from '../../../app/analysis.js';
import { decodeWith, fetchWith } from '../../../app/media.js';
import { type RunTraining, runOrder } from '../../../domain/fine-tune/training.js';
import { type FineTuning, trainingGroundOf, wireFineTuning } from '../../../app/fine-tuning.js';
import { describeReaders } from '../../../app/inference.js';
import { createInferencePool } from '../../../inference/pool/pool.js';
import { earReaders } from '@undertone/hearing';
import { FULL_READER_PATH, LIVE_READER_PATH } from '../../../inference/testing/fake-model.js';
import { InProcessWorker } from '../../../inference/testing/in-process-host.js';
import { bytesOf } from '../../../inference/testing/voice.js';
import { createMediaDecoder } from '../../../media/index.js';
import { buildDecodeChild } from '../../../media/testing/build-child.js';
import { wavFile } from '../../../media/testing/wav-file.js';
import { createSafeHttp } from '../../../outbound/index.js';
import { type GatewayRig, startGateway } from '../../testing/gateway-rig.js';
import { jobOf } from '../job-answer.js';

export interface Reply {
  readonly status: number;
  readonly json: Record<string, unknown>;
}

export interface FineTuneRig extends GatewayRig {
  readonly fineTuning: FineTuning;
  /** The URL of a web server with recordings: `/calm-1.wav`, `/excited-1.wav` … */
  readonly filesUrl: string;
  /** The number of requests to that server. */
  filesAsked(): number;
  /**
   * Stops the worker before its next step of this kind until the test lets it continue. `taken`: the worker
   * has the job and has not started it.
   */
  holdUp(what: 'taken' | 'preparing' | 'training' | 'evaluating'): HeldUp;
  call(method: string, path: string, body?: unknown, key?: string): Promise<Reply>;
  /** Polls a job until it is in one of these states. */
  until(id: string, ...states: readonly string[]): Promise<ReturnType<typeof jobOf>>;
}

export interface HeldUp {
  /** Resolves when the worker waits there. */
  readonly reached: Promise<void>;
  release(): void;
}

const RATE = 16_000;

/** One voice; `excited` voices are a fifth higher and faster. */
export const sampleWav = (label: 'calm' | 'excited', seed: number, seconds = 1.2): Uint8Array => {
  const voice = syntheticVoice(seconds * 1.5 + 0.1, seed);
  const step = label === 'calm' ? 1 : 1.5;
  const samples = Int16Array.from({ length: Math.round(seconds * RATE) }, (_, i) =>
    Math.round(32_767 * 0.8 * (voice[Math.round(i * step)] ?? 0)),
  );
  return new Uint8Array(wavFile(bytesOf(samples)));
};

export const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export interface SentSample {
  readonly id: string;
  readonly label: string;
  readonly speaker_id?: string;
  readonly audio_base64?: string;
  readonly audio_url?: string;
}

/** The requested number of samples for each label, from two people. */
export const samplesOf = (each: number): SentSample[] =>
  (['calm', 'excited'] as const).flatMap((label) =>
    Array.from({ length: each }, (_, n) => ({
      id: `${label}-${n}`,
      label,
      speaker_id: n % 2 === 0 ? 'ada' : 'ben',
      audio_base64: base64Of(sampleWav(label, n + 1)),
    })),
  );

/**
 * The gateway with the shipped readers, real decoders, a training that can be held up, and an organization with
 * the largest plan and an hour of credits.
 */
export const startFineTuneRig = async (): Promise<FineTuneRig> => {
  const [live, full, described] = await Promise.all([
    loadModel(LIVE_READER_PATH),
    loadFullReader(FULL_READER_PATH),
    describeReaders({ model: { builtIn: 'everything' } }),
  ]);
  if (described === undefined) throw new Error('the shipped model is a reader');
  const trainingGround = await trainingGroundOf(described);
  const readers = earReaders(live, full);
  const child = await buildDecodeChild();
  const inference = createInferencePool({
    workers: 1,
    spawn: () => new InProcessWorker({ readers }, () => performance.now()),
  });
  await inference.ready();
  const decoder = createMediaDecoder({ childUrl: child.url });
  const http = createSafeHttp({ allowPrivate: true });
  const held = new Map<string, { reach(): void; readonly over: Promise<void> }>();
  const pass = async (what: string): Promise<void> => {
    const inTheWay = held.get(what);
    inTheWay?.reach();
    await inTheWay?.over;
  };
  const train: RunTraining = async (order, { signal, onProgress }) => {
    const given = new Promise((resolve) => signal.addEventListener('abort', resolve));
    await Promise.race([pass(order.task === 'train' ? 'training' : 'evaluating'), given]);
    signal.throwIfAborted();
    return runOrder(order, onProgress);
  };
  let fineTuning: FineTuning | undefined;
  const gateway = await startGateway({
    analysis: (repositories) => {
      const { fineTunes } = repositories;
      const take = fineTunes.take.bind(fineTunes);
      fineTunes.take = async (now, until) => {
        const job = await take(now, until);
        if (job !== undefined) await pass('taken');
        return job;
      };
      fineTuning = wireFineTuning({
        store: fineTunes,
        modelStore: repositories.tunedModels,
        corrections: repositories.corrections,
        wallet: repositories.wallets,
        inference,
        decode: decodeWith(decoder),
        fetchAudio: fetchWith(http),
        train,
        modelSha256: 'the shipped model',
        trainingGround,
        alone: true,
        nowMs: () => Date.now(),
        onFailed: (error) => {
          throw error;
        },
      });
      return wireAnalysis({
        models: fineTuning.models,
        training: fineTuning.training,
        inference,
        decoder,
        http,
        wallet: repositories.wallets,
        jobStore: repositories.analysisJobs,
        organizations: repositories.organizations,
        onJobFailed: (error) => {
          throw error;
        },
        nowMs: () => Date.now(),
        verticalOf: async (orgId, id) => (await repositories.conversations.find(orgId, id))?.vertical,
        observe: () => Promise.resolve(undefined),
      });
    },
    fineTuning: () => wired(fineTuning),
  });
  const files = await serveFiles(() => pass('preparing'));
  const tuning = wired(fineTuning);
  const tenant = await gateway.createTenant('enterprise');
  await gateway.fund(tenant, 3_600);
  tuning.worker.start();
  const call: FineTuneRig['call'] = async (method, path, body, key = tenant.key) => {
    const form = body instanceof FormData;
    const response = await fetch(`${gateway.url}${path}`, {
      method,
      headers: {
        'X-API-Key': key,
        ...(body !== undefined && !form && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      json: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    };
  };
  const stop = gateway.stop.bind(gateway);
  return Object.assign(gateway, {
    first: tenant,
    fineTuning: tuning,
    filesUrl: files.url,
    filesAsked: files.asked,
    call,
    holdUp: (what: string): HeldUp => {
      let reach = (): void => undefined;
      let release = (): void => undefined;
      const reached = new Promise<void>((resolve) => (reach = resolve));
      held.set(what, { reach, over: new Promise<void>((resolve) => (release = resolve)) });
      return {
        reached,
        release: () => {
          held.delete(what);
          release();
        },
      };
    },
    until: async (id: string, ...states: readonly string[]) => {
      for (;;) {
        const found = await tuning.jobs.find(tenant.organization.id, id);
        if (states.includes(found.job.state.kind)) return jobOf(found, Date.now());
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    stop: async () => {
      await tuning.worker.stop();
      await stop();
      files.server.close();
      for (const close of [decoder, inference, http]) await close.close();
      await Promise.all([live.dispose(), full.dispose()]);
      await child.remove();
    },
  });
};

const wired = (fineTuning: FineTuning | undefined): FineTuning => {
  if (fineTuning === undefined) throw new Error('the gateway asks for its analysis first');
  return fineTuning;
};

/** What a hostile host may do to a client that fetches from it. */
const HOSTILE: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/endless': (response) => {
    const piece = Buffer.alloc(256 * 1024);
    Readable.from(
      (function* () {
        for (;;) yield piece;
      })(),
    )
      .on('error', () => response.destroy())
      .pipe(response);
  },
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/inward': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
};

const serveFiles = async (
  before: () => Promise<void>,
): Promise<{ server: Server; url: string; asked: () => number }> => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked++;
    void before().then(() => {
      const hostile = HOSTILE[request.url ?? ''];
      if (hostile !== undefined) {
        hostile(response);
        return;
      }
      const match = /^\/(calm|excited)-(\d+)\.wav$/.exec(request.url ?? '');
      if (match === null) response.writeHead(404).end();
      else response.end(sampleWav(match[1] === 'calm' ? 'calm' : 'excited', Number(match[2])));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  return { server, url: `http://127.0.0.1:${address.port}`, asked: () => asked };
};
