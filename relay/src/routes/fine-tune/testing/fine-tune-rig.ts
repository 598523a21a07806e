import { earReaders } from '@undertone/hearing';
import { loadFullReader, loadModel } from '@undertone/model/node';
import { type FineTuning, trainingGroundOf, wireFineTuning } from '../../../app/fine-tuning.js';
import { describeReaders } from '../../../app/inference.js';
import { decodeWith, fetchWith } from '../../../app/media.js';
import type { Repositories } from '../../../app/start/repositories.js';
import { type RunTraining, runOrder, type TrainingGround } from '../../../domain/fine-tune/training.js';
import { createInferencePool } from '../../../inference/pool/pool.js';
import type { InferencePool } from '../../../inference/port.js';
import { FULL_READER_PATH, LIVE_READER_PATH } from '../../../inference/testing/fake-model.js';
import { InProcessWorker } from '../../../inference/testing/in-process-host.js';
import { createMediaDecoder, type MediaDecoder } from '../../../media/index.js';
import { buildDecodeChild } from '../../../media/testing/build-child.js';
import { createSafeHttp, type SafeHttp } from '../../../outbound/index.js';
import { analysisWith } from '../../testing/bare-parts.js';
import { type GatewayRig, startGateway } from '../../testing/gateway-rig.js';
import { jobOf } from '../job-answer.js';
import { type HeldUp, HoldUps, type Step } from './hold-ups.js';
import { serveRecordings } from './recordings-host.js';

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
  /** Stops the worker before its next step of this kind until the test lets it continue. */
  holdUp(step: Step): HeldUp;
  call(method: string, path: string, body?: unknown, key?: string): Promise<Reply>;
  /** Polls a job until it is in one of these states. */
  until(id: string, ...states: readonly string[]): Promise<ReturnType<typeof jobOf>>;
}

/**
 * The gateway with the shipped readers, real decoders, a training that can be held up, and an organization with
 * the largest plan and an hour of credits.
 */
export const startFineTuneRig = async (): Promise<FineTuneRig> => {
  const engines = await openEngines();
  const holdUps = new HoldUps();
  const files = await serveRecordings(() => holdUps.pass('preparing'));
  let wired: FineTuning | undefined;
  const tuned = (): FineTuning => {
    if (wired === undefined) throw new Error('the gateway asks for its analysis first');
    return wired;
  };
  const gateway = await startGateway({
    analysis: (repositories) => {
      wired = fineTuningOf(repositories, engines, holdUps);
      const { models, training } = wired;
      return analysisWith(repositories, { ...engines, models, training });
    },
    fineTuning: tuned,
  });
  const fineTuning = tuned();
  const tenant = await gateway.createTenant('enterprise');
  await gateway.fund(tenant, 3_600);
  fineTuning.worker.start();
  const stop = gateway.stop.bind(gateway);
  return Object.assign(gateway, {
    first: tenant,
    fineTuning,
    filesUrl: files.url,
    filesAsked: () => files.asked(),
    holdUp: (step: Step) => holdUps.holdUp(step),
    call: (method: string, path: string, body?: unknown, key = tenant.key) =>
      send(`${gateway.url}${path}`, method, key, body),
    until: async (id: string, ...states: readonly string[]) => {
      for (;;) {
        const found = await fineTuning.jobs.find(tenant.organization.id, id);
        if (states.includes(found.job.state.kind)) return jobOf(found, Date.now());
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    stop: async () => {
      await fineTuning.worker.stop();
      await stop();
      files.close();
      await engines.close();
    },
  });
};

/** What hears, decodes, fetches and trains. */
interface Engines {
  readonly inference: InferencePool;
  readonly decoder: MediaDecoder;
  readonly http: SafeHttp;
  readonly trainingGround: TrainingGround;
  close(): Promise<void>;
}

const openEngines = async (): Promise<Engines> => {
  const [live, full, described] = await Promise.all([
    loadModel(LIVE_READER_PATH),
    loadFullReader(FULL_READER_PATH),
    describeReaders({ model: { builtIn: 'everything' } }),
  ]);
  if (described === undefined) throw new Error('the shipped model is a reader');
  const readers = earReaders(live, full);
  const child = await buildDecodeChild();
  const inference = createInferencePool({
    workers: 1,
    spawn: () => new InProcessWorker({ readers }, () => performance.now()),
  });
  await inference.ready();
  const decoder = createMediaDecoder({ childUrl: child.url });
  const http = createSafeHttp({ allowPrivate: true });
  return {
    inference,
    decoder,
    http,
    trainingGround: await trainingGroundOf(described),
    close: async () => {
      for (const engine of [decoder, inference, http]) await engine.close();
      await Promise.all([live.dispose(), full.dispose()]);
      await child.remove();
    },
  };
};

const fineTuningOf = (
  { fineTunes, tunedModels, corrections, wallets }: Repositories,
  { inference, decoder, http, trainingGround }: Engines,
  holdUps: HoldUps,
): FineTuning => {
  const take = fineTunes.take.bind(fineTunes);
  fineTunes.take = async (now, until) => {
    const job = await take(now, until);
    if (job !== undefined) await holdUps.pass('taken');
    return job;
  };
  return wireFineTuning({
    store: fineTunes,
    modelStore: tunedModels,
    corrections,
    wallet: wallets,
    inference,
    decode: decodeWith(decoder),
    fetchAudio: fetchWith(http),
    train: trainingWith(holdUps),
    modelSha256: 'the shipped model',
    trainingGround,
    alone: true,
    nowMs: () => Date.now(),
    onFailed: (error) => {
      throw error;
    },
  });
};

/** Trains in this process, as far as the test lets it. */
const trainingWith =
  (holdUps: HoldUps): RunTraining =>
  async (order, { signal, onProgress }) => {
    const given = new Promise((resolve) => signal.addEventListener('abort', resolve));
    await Promise.race([holdUps.pass(order.task === 'train' ? 'training' : 'evaluating'), given]);
    signal.throwIfAborted();
    return runOrder(order, onProgress);
  };

const send = async (url: string, method: string, key: string, body: unknown): Promise<Reply> => {
  const form = body instanceof FormData;
  const response = await fetch(url, {
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
