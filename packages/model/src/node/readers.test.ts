import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Baseline } from '../baseline.js';
import { tellEmotion } from '../emotion-reading.js';
import { syntheticVoice } from '../golden/synthetic-voice.js';
import type { EmotionModel } from '../emotion-model.js';
import { advanceState } from '../stream-state.js';
import { loadModel } from './emotion-model.js';
import { type FullReader, loadFullReader, type Utterance } from './full-reader.js';

const models = fileURLToPath(new URL('../../models', import.meta.url));
const furthest = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((most, value, index) => Math.max(most, Math.abs(value - (b[index] ?? NaN))), 0);

describe('the full reader', () => {
  let reader: FullReader;
  beforeAll(async () => {
    reader = await loadFullReader(join(models, 'undertone-full.onnx'));
  });
  afterAll(() => reader.dispose());

  it('hears an utterance of any length up to half a minute, the same whatever it read before', async () => {
    const lengths = [0.01, 0.3, 1.234, 8];
    const rising = new Map<number, Utterance>();
    for (const seconds of lengths) rising.set(seconds, await reader.read(syntheticVoice(seconds, 1)));
    for (const seconds of [...lengths].reverse()) {
      const first = rising.get(seconds) ?? expect.fail('was not read');
      const second = await reader.read(syntheticVoice(seconds, 1));
      expect(first).toEqual(second);
      expect([...first.embedding, ...first.logits, ...first.vad].every(Number.isFinite)).toBe(true);
    }
    await expect(reader.read(new Float32Array(0))).rejects.toMatchObject({ code: 'bad_audio_shape' });
    await expect(reader.read(new Float32Array(480_001))).rejects.toMatchObject({ code: 'bad_audio_shape' });
  });

  it('gives all 14 labels once a baseline has judged it', async () => {
    const classifier = reader.metadata.classifier ?? expect.fail('no classifier');
    const { embedding, vad } = await reader.read(syntheticVoice(3, 2));
    const baseline = new Baseline(classifier, reader.metadata.classes.length);
    const { probabilities } = baseline.judge(embedding, 'a', 3);
    const told = tellEmotion(reader.metadata, probabilities, vad);
    expect(Object.values(told.probabilities).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
  });

  it('refuses a model whose outputs are not as wide as its metadata says', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'undertone-reader-'));
    try {
      await copyFile(join(models, 'undertone-full.onnx'), join(folder, 'wide.onnx'));
      const { classifier, ...told } = JSON.parse(
        await readFile(join(models, 'undertone-full.json'), 'utf8'),
      ) as Record<string, unknown>;
      expect(classifier).toBeDefined();
      await writeFile(join(folder, 'wide.json'), JSON.stringify({ ...told, embeddingSize: 7 }));
      const wide = await loadFullReader(join(folder, 'wide.onnx'));
      await expect(wide.read(syntheticVoice(1, 1))).rejects.toMatchObject({
        code: 'bad_output',
        message: expect.stringContaining('embedding: expected 7 numbers') as string,
      });
      await wide.dispose();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('cannot be loaded as a live model', async () => {
    await expect(loadFullReader(join(models, 'undertone-live.onnx'))).rejects.toMatchObject({
      code: 'metadata_invalid',
    });
  });
});

describe('the live reader', () => {
  let model: EmotionModel;
  beforeAll(async () => {
    model = await loadModel(join(models, 'undertone-live.onnx'));
  });
  afterAll(() => model.dispose());

  it('keeps the streams of a batch separate, and does not change the state it is given', async () => {
    const [one, other] = [syntheticVoice(0.5, 1), syntheticVoice(0.5, 2).map((sample) => 0.2 * sample)];
    const state = model.createState();
    advanceState(model.metadata, state, (await model.run(one, 1, state)).state);
    const before = state.slice();
    const alone = await model.run(other, 1, state);
    expect(state).toEqual(before);
    const both = Float32Array.from([...one, ...other]);
    const together = await model.run(both, 2, Float32Array.from([...model.createState(), ...state]));
    // Steps of activations are fixed, so other streams in the batch change a result by no more than a rounding.
    const width = model.metadata.embeddingSize;
    const shared = model.metadata.classifier?.heads[0].size ?? width;
    expect(
      furthest(alone.embedding.subarray(0, shared), together.embedding.subarray(width, width + shared)),
    ).toBeLessThan(1e-2);
  });

  it('stays finite over five minutes of speech, silence and full-scale squares', async () => {
    const square = Float32Array.from({ length: 8_000 }, (_, n) => (n % 80 < 40 ? 1 : -1));
    const state = model.createState();
    for (let block = 0; block < 600; block += 1) {
      const audio = [new Float32Array(8_000), square, syntheticVoice(0.5, block)][block % 3] ?? square;
      const output = await model.run(audio, 1, state);
      advanceState(model.metadata, state, output.state);
      expect(output.embedding.every(Number.isFinite) && state.every(Number.isFinite)).toBe(true);
    }
  });
});
