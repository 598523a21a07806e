import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInferencePool } from './pool.js';
import type { AnalysisResult, InferenceFault, InferencePool } from '../port.js';
import { buildWorker } from '../testing/build-worker.js';
import { SHIPPED_MODEL_PATH } from '../testing/fake-model.js';
import { bytesOf, voiceThenSilence } from '../testing/voice.js';
import { threadHost, type WorkerLike } from './worker-host.js';

const CHANNEL = { encoding: 'pcm_s16le', sampleRate: 16_000, analyse: true } as const;

let built: Awaited<ReturnType<typeof buildWorker>>;
const pools: InferencePool[] = [];
const started: WorkerLike[] = [];

beforeAll(async () => {
  built = await buildWorker();
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await built.remove();
});

const startPool = (modelPath: string, workers = 1): InferencePool => {
  const spawn = threadHost({ modelPath, workerUrl: built.url });
  const pool = createInferencePool({
    workers,
    spawn: () => {
      const worker = spawn();
      started.push(worker);
      return worker;
    },
  });
  pools.push(pool);
  return pool;
};

const openCall = (pool: InferencePool, streamId: string) => {
  const stream = pool.open({ streamId, channels: [CHANNEL], intervalMs: 250, features: ['emotion', 'vad'] });
  const results: AnalysisResult[] = [];
  const faults: InferenceFault[] = [];
  stream.onResult((result) => results.push(result));
  stream.onFault((fault) => {
    // How late results are depends on the machine that runs the test.
    if (fault.kind === 'degraded' || fault.kind === 'fatal') faults.push(fault);
  });
  return { stream, results, faults };
};

describe('inference in real threads with the shipped model', () => {
  it('analyzes several streams on two workers and gives the same results for the same voice', async () => {
    const pool = startPool(SHIPPED_MODEL_PATH, 2);
    await pool.ready();
    expect(pool.model().labels).toContain('angry');
    const calls = Array.from({ length: 4 }, (_, i) => openCall(pool, `call ${i}`));
    const voice = bytesOf(voiceThenSilence(1.6, 0.4));
    for (const { stream } of calls) stream.push(0, 0, voice);
    await Promise.all(calls.map(({ stream }) => stream.finish()));
    const ends = calls.map(({ results }) => results.filter(({ emotion }) => emotion !== undefined).at(-1)!);
    for (const [i, { results, faults }] of calls.entries()) {
      expect(faults).toEqual([]);
      expect(results.filter(({ span }) => span === 'audio').at(-1)!.endSample).toBe(32_000);
      expect(results.flatMap(({ vadEvents }) => vadEvents).map(({ kind }) => kind)).toEqual(['start', 'end']);
      expect(ends[i]!.dimensions!.arousal).toBeCloseTo(ends[0]!.dimensions!.arousal, 4);
    }
  });

  it('continues in a new thread after the first one was killed during a call', async () => {
    const pool = startPool(SHIPPED_MODEL_PATH);
    await pool.ready();
    const { stream, results, faults } = openCall(pool, 'call');
    const voice = bytesOf(voiceThenSilence(1, 0));
    stream.push(0, 0, voice);
    started.at(-1)!.kill();
    stream.push(0, 16_000, voice);
    await stream.finish();
    expect(faults).toMatchObject([{ kind: 'degraded', reason: 'worker_restarted' }]);
    const covered = results.map(({ startSample, endSample }) => endSample - startSample);
    expect(covered.reduce((sum, count) => sum + count, 0)).toBe(32_000);
    expect(results.at(-1)!.emotion).toBeDefined();
  });

  it('reports that the model cannot be loaded, and opens no stream without it', async () => {
    const pool = startPool('/nowhere/model.onnx');
    await expect(pool.ready()).rejects.toMatchObject({ code: 'model_unavailable' });
    expect(() => openCall(pool, 'call')).toThrow(expect.objectContaining({ code: 'model_unavailable' }));
  });
});
