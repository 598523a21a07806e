import { describe, expect, it } from 'vitest';
import { Semaphore } from '../../concurrency/semaphore.js';
import type { AnalysisOrder, AnalyzerDependencies } from './analysis-order.js';
import { RecordingAnalyzer } from './recording-analyzer.js';

const order = {
  id: 'an_1',
  payer: { organization: { id: 'org_a', policy: { defaultSubject: 'customer' } }, keyId: 'key_1' },
  request: { source: { kind: 'bytes', bytes: new Uint8Array(1) }, features: ['emotion'], diarize: false },
  signal: new AbortController().signal,
} as unknown as AnalysisOrder;

/** An analyzer whose recording tells when it was released. */
const bench = (parts: Partial<AnalyzerDependencies>) => {
  const told: string[] = [];
  const analyzer = new RecordingAnalyzer({
    decode: () =>
      Promise.resolve({
        channels: [new Float32Array(16_000)],
        durationS: 1,
        format: 'wav',
        sampleRateHz: 16_000,
        channelCount: 1,
        damaged: false,
        release: () => told.push('released'),
      }),
    places: new Semaphore({ running: 1, waiting: 1 }, () => new Error('full')),
    verticalOf: () => Promise.resolve(undefined),
    newId: (prefix: string) => `${prefix}_1`,
    ...parts,
  } as unknown as AnalyzerDependencies);
  return { analyzer, told };
};

describe('a recording’s samples', () => {
  it('are given back after its analysis, even after one that failed', async () => {
    const { analyzer, told } = bench({
      wallet: {
        hold: () => Promise.resolve({}),
        release: () => Promise.resolve(void told.push('not charged')),
      } as unknown as AnalyzerDependencies['wallet'],
      engine: ({ channels }) => {
        told.push(`${channels[0]?.length} samples`);
        return Promise.reject(new Error('no worker'));
      },
    });
    await expect(analyzer.analyze(order)).rejects.toThrow('no worker');
    expect(told).toEqual(['16000 samples', 'not charged', 'released']);
  });

  it('are given back after they taught their line', async () => {
    const { analyzer, told } = bench({
      lines: {} as AnalyzerDependencies['lines'] & object,
      engine: () => Promise.resolve(undefined),
    });
    expect(await analyzer.teach(order, () => true)).toBeUndefined();
    expect(told).toEqual(['released']);
  });
});
