import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { modelOver, onnxSession, parseModelMetadata, type EmotionModel } from '@undertone/model';
import { loadModel } from '@undertone/model/node';
import { checkFeatures, LABELS, type Features } from '@undertone/protocol';
import { useSimd } from '@undertone/prosody/simd';
import * as ort from 'onnxruntime-web/wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syntheticVoice } from '@undertone/model/golden';
import type { CapturedGap } from '../transport/audio-sender.js';
import { Listening } from './listening.js';

const READER = fileURLToPath(new URL('../../../model/models/undertone-live.onnx', import.meta.url));
const FRAME = 640;

/** What two runtimes may differ by (README.md, Privacy): an 8-bit code that falls on the other side of its rounding. */
const TOLERANCE = { probability: 0.05, dimension: 0.05 };

/** The reader as pages run it: WebAssembly, one thread. */
const loadWeb = async (): Promise<EmotionModel> => {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary = await readFile(
    new URL(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')),
  );
  const session = await ort.InferenceSession.create(await readFile(READER), { executionProviders: ['wasm'] });
  const metadata = await readFile(READER.replace('.onnx', '.json'), 'utf8');
  return modelOver(onnxSession(session, ort.Tensor), parseModelMetadata(metadata));
};

let node: EmotionModel;
let web: EmotionModel;
beforeAll(async () => {
  useSimd();
  [node, web] = await Promise.all([loadModel(READER), loadWeb()]);
});
afterAll(() => Promise.all([node.dispose(), web.dispose()]));

const speech = (): Int16Array => {
  const parts = [1, 2, 3].map((seed) => syntheticVoice(1 + seed / 2, seed));
  const pause = 16_000;
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length + pause, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(
      part.map((sample) => Math.round(sample * 32_767)),
      at,
    );
    at += part.length + pause;
  }
  return samples;
};

interface Told {
  readonly heard: Features[];
  readonly gaps: CapturedGap[];
  /** Everything in its order, as spans. */
  readonly spans: [number, number][];
}

const listen = async (
  model: EmotionModel,
  play: (listening: Listening) => void,
  intervalMs = 500,
): Promise<Told> => {
  const told: Told = { heard: [], gaps: [], spans: [] };
  const sink = {
    heard: (features: Features) => {
      told.heard.push(features);
      told.spans.push([features.firstSample, features.sampleCount]);
    },
    skipped: (gap: CapturedGap) => {
      told.gaps.push(gap);
      told.spans.push([gap.firstSample, gap.sampleCount]);
    },
  };
  const listening = new Listening(model, 1, intervalMs, sink, {
    now: () => performance.now(),
    yieldTurn: () => new Promise((resolve) => setImmediate(resolve)),
  });
  play(listening);
  await listening.finish();
  return told;
};

const playAll =
  (samples: Int16Array) =>
  (listening: Listening): void => {
    for (let at = 0; at < samples.length; at += FRAME)
      listening.audio(0, at, samples.subarray(at, at + FRAME));
  };

const leading = ({ reading }: Features): string | undefined =>
  reading && LABELS[reading.probabilities.indexOf(Math.max(...reading.probabilities))];

describe('what a page hears', () => {
  it('[RT116] is what the relay’s checks allow, without holes, for every interval', async () => {
    const samples = speech();
    for (const intervalMs of [250, 500, 1_000]) {
      const { heard, spans } = await listen(web, playAll(samples), intervalMs);
      for (const features of heard) expect(() => checkFeatures(features, 16_000)).not.toThrow();
      expect(heard.filter(({ reading }) => reading !== undefined).length).toBeGreaterThan(3);
      let next = 0;
      for (const [first, count] of spans) {
        expect(first).toBe(next);
        next += count;
      }
      expect(next).toBe(samples.length);
    }
  });

  it('is what the relay hears in the same sound: the same labels, speech and prosody', async () => {
    const play = playAll(speech());
    const inPage = await listen(web, play);
    const inRelay = await listen(node, play);
    expect(inPage.heard.map(leading)).toEqual(inRelay.heard.map(leading));
    expect(inPage.heard.map(({ speechMs }) => speechMs)).toEqual(
      inRelay.heard.map(({ speechMs }) => speechMs),
    );
    expect(inPage.heard.map(({ voiceChanges }) => voiceChanges)).toEqual(
      inRelay.heard.map(({ voiceChanges }) => voiceChanges),
    );
    expect(inPage.heard.map(({ prosody }) => prosody)).toEqual(inRelay.heard.map(({ prosody }) => prosody));
    inPage.heard.forEach(({ reading }, index) => {
      const other = inRelay.heard[index]?.reading;
      reading?.probabilities.forEach((value, label) =>
        expect(Math.abs(value - (other?.probabilities[label] ?? Number.NaN))).toBeLessThan(
          TOLERANCE.probability,
        ),
      );
      for (const name of ['valence', 'arousal', 'dominance'] as const) {
        const difference = Math.abs((reading?.[name] ?? 0) - (other?.[name] ?? 0));
        expect(difference).toBeLessThan(TOLERANCE.dimension);
      }
    });
  });

  it('[RT117] tells gaps in their place, with the sound before them', async () => {
    const samples = speech().subarray(0, 20_000);
    const { heard, gaps, spans } = await listen(web, (listening) => {
      listening.audio(0, 0, samples);
      listening.gap({ channel: 0, firstSample: 20_000, sampleCount: 16_000, reason: 'muted' });
      // A hole that nobody declared, and a frame of which a part came before.
      listening.audio(0, 40_000, samples.subarray(0, 8_000));
      listening.audio(0, 44_000, samples.subarray(4_000, 12_000));
    });
    expect(spans.map(([first]) => first)).toEqual([0, 8_000, 16_000, 20_000, 36_000, 40_000, 48_000]);
    expect(gaps).toEqual([
      { channel: 0, firstSample: 20_000, sampleCount: 16_000, reason: 'muted' },
      { channel: 0, firstSample: 36_000, sampleCount: 4_000, reason: 'suspended' },
    ]);
    const [last] = heard.slice(-1);
    expect((last?.firstSample ?? 0) + (last?.sampleCount ?? 0)).toBe(52_000);
  });
});
