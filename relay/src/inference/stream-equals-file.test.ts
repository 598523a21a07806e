import { loadModel, type EmotionModel } from '@undertone/model/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeFile, FILE_INTERVAL_MS } from './file-analysis.js';
import { createInferencePool } from './pool/pool.js';
import type { AnalysisResult, InferencePool } from './port.js';
import { SHIPPED_MODEL_PATH } from './testing/fake-model.js';
import { InProcessWorker } from './testing/in-process-host.js';
import { ManualClock } from './testing/manual-clock.js';
import { otherSounds } from './testing/other-sounds.js';
import { voiceThenSilence } from './testing/voice.js';

const FEATURES = ['emotion', 'prosody', 'vad'] as const;

let model: EmotionModel;
let pool: InferencePool;
beforeAll(async () => {
  model = await loadModel(SHIPPED_MODEL_PATH);
  const clock = new ManualClock();
  pool = createInferencePool({ workers: 1, clock, spawn: () => new InProcessWorker(model, clock.now) });
  await pool.ready();
});
afterAll(async () => {
  await pool.close();
  await model.dispose();
});

/** The findings without their times, and without the fields that only a file's last span has. */
type Finding = Omit<AnalysisResult, 'timing' | 'wholeProsody'>;
const findingOf = (result: AnalysisResult): Finding => {
  const finding: Partial<AnalysisResult> = { ...result };
  delete finding.timing;
  delete finding.wholeProsody;
  return finding as Finding;
};

const asFile = async (samples: Float32Array): Promise<Finding[]> => {
  const findings: Finding[] = [];
  await analyzeFile(pool, {
    id: 'file',
    channels: [samples],
    features: FEATURES,
    signal: new AbortController().signal,
    onResult: (result) => findings.push(findingOf(result)),
  });
  return findings;
};

/** Sends samples as a call does: in frames of this many samples. */
const asStream = async (samples: Float32Array, frameSamples: number): Promise<Finding[]> => {
  const findings: Finding[] = [];
  const stream = pool.open({
    streamId: 'call',
    intervalMs: FILE_INTERVAL_MS,
    features: FEATURES,
    channels: [{ encoding: 'pcm_f32le', sampleRate: 16_000, analyse: true }],
  });
  stream.onResult((result) => findings.push(findingOf(result)));
  for (let from = 0; from < samples.length; from += frameSamples) {
    const frame = samples.slice(from, from + frameSamples);
    stream.push(0, from, new Uint8Array(frame.buffer));
  }
  await stream.finish();
  stream.close();
  return findings;
};

const voice = Float32Array.from(voiceThenSilence(3, 1.7, 3), (value) => value / 32_768);
const sounds = otherSounds();

describe('a stream and a file of the same audio', () => {
  it.each([
    ['speech, a pause and speech', Float32Array.from([...voice, ...voice])],
    ['speech, then music', Float32Array.from([...voice, ...(sounds['a plucked melody'] ?? [])])],
    ['laughter', sounds['breathy laughter, low'] ?? new Float32Array(0)],
  ])('give the same readings, prosody, quality and events: %s', async (_name, samples) => {
    const file = await asFile(samples);
    expect(file.some(({ speech }) => speech)).toBe(true);
    for (const frameSamples of [640, 1_111]) expect(await asStream(samples, frameSamples)).toEqual(file);
  });
});
