import { LABELS } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import type { AnalysisResult } from '../../domain/call/analysis-result.js';
import { analyzeFile, type FileOrder } from '../file-analysis.js';
import { createInferencePool } from '../pool/pool.js';
import type { Tuning } from '../port.js';
import { FakeModel } from '../testing/fake-model.js';
import { InProcessWorker } from '../testing/in-process-host.js';
import { voiceThenSilence } from '../testing/voice.js';

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

/** Gives `fed up` once the embedding's first number, the number of blocks heard, is above 20. */
const tuningFor = (size: number): Tuning => ({
  labels: [
    { name: 'patient', as: 'content', base: { kind: 'label', label: 'content' } },
    { name: 'fed up', as: 'frustrated', base: { kind: 'class', index: 0 } },
  ],
  head: {
    mean: [20, ...zeros(size - 1)],
    scale: zeros(size).map(() => 1),
    trust: 0,
    weights: [zeros(size), [1, ...zeros(size - 1)]],
    bias: [0, 0],
    temperature: 1,
  },
});

const hear = async (more: Partial<FileOrder>, model = new FakeModel()): Promise<AnalysisResult[]> => {
  const pool = createInferencePool({
    workers: 1,
    spawn: () => new InProcessWorker(model, () => performance.now()),
  });
  await pool.ready();
  const samples = Float32Array.from(voiceThenSilence(3, 0.5, 3), (value) => value / 32_768);
  const results: AnalysisResult[] = [];
  await analyzeFile(pool, {
    id: 'test',
    channels: [samples],
    features: ['emotion'],
    signal: AbortSignal.timeout(20_000),
    onResult: (result) => results.push(result),
    ...more,
  });
  await pool.close();
  return results;
};

const { embeddingSize } = new FakeModel().metadata;

describe('a stream with a tuned model', () => {
  it('is read by the model’s head: the customer’s labels, and the 14 labels that they map to', async () => {
    const read = (await hear({ tuning: tuningFor(embeddingSize) })).filter(({ emotion }) => emotion);
    const [first, last] = [read[0], read.at(-1)];
    expect(first?.tunedProbabilities?.[0]).toBeGreaterThan(0.9);
    expect(last?.tunedProbabilities?.[1]).toBeGreaterThan(0.9);
    expect(last?.emotion?.probabilities.frustrated).toBe(last?.tunedProbabilities?.[1]);
    const sum = LABELS.reduce((total, label) => total + (last?.emotion?.probabilities[label] ?? 0), 0);
    expect(sum).toBeCloseTo(1, 9);
  });

  it('keeps the base model’s valence, arousal and dominance', async () => {
    const [tuned, plain] = [await hear({ tuning: tuningFor(embeddingSize) }), await hear({})];
    expect(tuned.map(({ dimensions }) => dimensions)).toEqual(plain.map(({ dimensions }) => dimensions));
  });

  it('gives no reading if the head’s input is not a number', async () => {
    const model = new FakeModel();
    const run = model.run.bind(model);
    model.run = async (...call) => {
      const outputs = await run(...call);
      outputs.embedding.fill(NaN);
      return outputs;
    };
    const results = await hear({ tuning: tuningFor(embeddingSize) }, model);
    expect(results.every(({ emotion }) => emotion === undefined)).toBe(true);
    expect(results.some(({ modelFault }) => modelFault === 'non_finite')).toBe(true);
  });
});

describe('a stream that a head is to be trained on', () => {
  it('reports the network’s outputs', async () => {
    const heard = (await hear({ embeddings: true })).flatMap((result) => result.heard ?? []);
    expect(heard.length).toBeGreaterThan(5);
    expect(heard.every(({ embedding }) => embedding.length === embeddingSize)).toBe(true);
    expect(heard.at(-1)?.classes.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
  });

  it('is the only stream that reports them', async () => {
    expect((await hear({})).some(({ heard, tunedProbabilities }) => heard ?? tunedProbabilities)).toBe(false);
  });
});
