import { readFile, writeFile, mkdtemp, copyFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GoldenFixture } from '../golden/index.js';
import { otherSounds } from '../../scripts/lib/sounds.mjs';
import { RUNTIME_TOLERANCE, syntheticVoice } from '../golden/index.js';
import { readEmotion } from '../index.js';
import { loadModel, type EmotionModel, type ModelOutput } from './index.js';

const models = fileURLToPath(new URL('../../models/', import.meta.url));
const modelPath = join(models, 'undertone-emotion.onnx');
const BLOCK = 800;

let model: EmotionModel;
beforeAll(async () => {
  model = await loadModel(modelPath);
});
afterAll(() => model.dispose());

/** Runs a clip in chunks of the given numbers of blocks, repeated until the end. */
const stream = async (audio: Float32Array, pattern: readonly number[]): Promise<ModelOutput> => {
  let state = model.createState();
  let output: ModelOutput | undefined;
  for (let start = 0, step = 0; start < audio.length; step += 1) {
    const end = Math.min(audio.length, start + (pattern[step % pattern.length] ?? 1) * BLOCK);
    output = await model.run(audio.slice(start, end), 1, state);
    state = output.state;
    start = end;
  }
  if (output === undefined) throw new Error('no audio');
  return output;
};

const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((largest, value, index) => Math.max(largest, Math.abs(value - (b[index] ?? NaN))), 0);

describe('the shipped model in Node', () => {
  it('gives the golden numbers of the PyTorch network at every time', async () => {
    const golden = JSON.parse(
      await readFile(join(models, 'undertone-emotion.golden.json'), 'utf8'),
    ) as GoldenFixture;
    const audio = syntheticVoice(golden.seconds, golden.seed);
    for (const expected of golden.expected) {
      const output = await stream(audio.slice(0, expected.atSeconds * 16_000), [5]);
      for (const [name, tolerance] of Object.entries(RUNTIME_TOLERANCE)) {
        const own = output[name as keyof typeof RUNTIME_TOLERANCE] ?? [];
        const wanted = expected[name as keyof typeof RUNTIME_TOLERANCE] ?? [NaN];
        expect(largestDifference(wanted, own), name).toBeLessThan(tolerance);
      }
    }
  });

  it('gives the same outputs for every chunk size, the longest call included', async () => {
    const audio = syntheticVoice(model.metadata.maxSamplesPerCall / 16_000, 3);
    const whole = await stream(audio, [audio.length / BLOCK]);
    for (const pattern of [[1], [5], [10], [3, 1, 7], [40, 2], [399, 1]]) {
      const chunked = await stream(audio, pattern);
      expect(largestDifference(whole.logits, chunked.logits)).toBeLessThan(1e-4);
      expect(largestDifference(whole.vad, chunked.vad)).toBeLessThan(1e-4);
    }
  });

  it('keeps the streams of a batch separate', async () => {
    const voices = [1, 2, 3].map((seed) => syntheticVoice(1, seed).map((sample) => sample * seed * 0.3));
    const together = await model.run(
      Float32Array.from(voices.flatMap((voice) => [...voice])),
      3,
      model.createState(3),
    );
    const classes = model.metadata.classes.length;
    for (const [row, voice] of voices.entries()) {
      const alone = await model.run(voice, 1, model.createState());
      const own = together.logits.slice(row * classes, (row + 1) * classes);
      expect(largestDifference(alone.logits, own)).toBeLessThan(1e-4);
    }
  });

  it('does not change the state it is given', async () => {
    const { state } = await model.run(syntheticVoice(1, 5), 1, model.createState());
    const before = state.slice();
    await model.run(syntheticVoice(1, 6), 1, state);
    expect(state).toEqual(before);
  });

  it('hardly changes with the level of the microphone', async () => {
    const audio = syntheticVoice(3, 9);
    const loud = await stream(audio, [5]);
    const quiet = await stream(
      audio.map((sample) => sample * 0.1),
      [5],
    );
    expect(largestDifference(loud.vad, quiet.vad)).toBeLessThan(0.15);
  });

  it('names no emotion in silence or steady noise', async () => {
    const hiss = syntheticVoice(5, 11).map((_, n) => 0.05 * Math.sin(n * n * 0.37));
    for (const audio of [new Float32Array(80_000), hiss]) {
      const { logits, vad, domain } = await stream(audio, [5]);
      expect(readEmotion(model.metadata, logits, vad, domain).emotion).toBe('uncertain');
    }
  });

  it('gives no emotion in nine of ten cases for noise, tones and music from code it never heard', async () => {
    const readings = await Promise.all(
      otherSounds(4).map(async ({ samples }) => {
        const { logits, vad, domain } = await stream(samples, [samples.length / BLOCK]);
        return readEmotion(model.metadata, logits, vad, domain).emotion;
      }),
    );
    expect(readings.length).toBeGreaterThan(30);
    const uncertain = readings.filter((emotion) => emotion === 'uncertain').length;
    expect(uncertain / readings.length).toBeGreaterThan(0.9);
  });

  it('stays finite on digital silence, full-scale squares and ten minutes of stream', async () => {
    const square = Float32Array.from({ length: 16_000 }, (_, n) => (n % 80 < 40 ? 1 : -1));
    let state = model.createState();
    for (let second = 0; second < 600; second += 1) {
      const output = await model.run(second % 3 === 0 ? new Float32Array(16_000) : square, 1, state);
      state = output.state;
      expect(output.logits.every(Number.isFinite) && output.state.every(Number.isFinite)).toBe(true);
    }
  });
});

describe('calls and files that break the contract', () => {
  it('refuses audio that is not whole blocks, empty or too long', async () => {
    const state = model.createState();
    for (const length of [0, 799, 801, model.metadata.maxSamplesPerCall + BLOCK]) {
      await expect(model.run(new Float32Array(length), 1, state)).rejects.toMatchObject({
        code: 'bad_audio_shape',
      });
    }
    await expect(model.run(new Float32Array(BLOCK), 0, state)).rejects.toMatchObject({
      code: 'bad_audio_shape',
    });
  });

  it('refuses a state of another size', async () => {
    await expect(model.run(new Float32Array(BLOCK), 1, new Float32Array(3))).rejects.toMatchObject({
      code: 'bad_state_shape',
    });
  });

  it('reports what is wrong with a missing, broken or mismatched model', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'undertone-model-'));
    try {
      const path = join(folder, 'm.onnx');
      await expect(loadModel(path)).rejects.toMatchObject({ code: 'model_unreadable' });
      const metadata = JSON.parse(await readFile(modelPath.replace('.onnx', '.json'), 'utf8')) as object;
      await writeFile(join(folder, 'm.json'), JSON.stringify(metadata));
      await writeFile(path, 'not a model');
      await expect(loadModel(path)).rejects.toMatchObject({ code: 'model_unreadable' });
      await copyFile(modelPath, path);
      await writeFile(join(folder, 'm.json'), JSON.stringify({ ...metadata, stateSize: 7 }));
      await expect(loadModel(path)).rejects.toMatchObject({ code: 'model_signature' });
      const domain = { classes: [{ name: 'speech', kind: 'speech' }], outOfDomainAbove: 1 };
      await writeFile(join(folder, 'm.json'), JSON.stringify({ ...metadata, domain }));
      await expect(loadModel(path)).rejects.toMatchObject({ code: 'model_signature' });
      await writeFile(join(folder, 'm.json'), '{');
      await expect(loadModel(path)).rejects.toMatchObject({ code: 'metadata_invalid' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
