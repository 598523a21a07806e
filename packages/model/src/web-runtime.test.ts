import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as ort from 'onnxruntime-web/wasm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { GoldenFixture } from './golden/index.js';
import { RUNTIME_TOLERANCE, syntheticVoice } from './golden/index.js';
import { advanceState, parseModelMetadata } from './index.js';
import { loadModel } from './node/index.js';

const read = (name: string): Promise<Buffer> => readFile(new URL(`../models/${name}`, import.meta.url));

beforeAll(async () => {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary = await readFile(
    new URL(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')),
  );
});

describe('the shipped model in the WebAssembly runtime', () => {
  it('gives the golden numbers with carried state', async () => {
    const metadata = parseModelMetadata((await read('undertone-emotion.json')).toString());
    const golden = JSON.parse((await read('undertone-emotion.golden.json')).toString()) as GoldenFixture;
    const session = await ort.InferenceSession.create(await read('undertone-emotion.onnx'), {
      executionProviders: ['wasm'],
    });
    const voice = syntheticVoice(golden.seconds, golden.seed);
    let state = new ort.Tensor('float32', new Float32Array(metadata.stateSize), [1, metadata.stateSize]);
    const chunk = 4_000;
    for (let start = 0; start < voice.length; start += chunk) {
      const audio = new ort.Tensor('float32', voice.slice(start, start + chunk), [1, chunk]);
      const output = await session.run({ audio, state });
      state = output.state_out as typeof state;
      const expected = golden.expected.find(({ atSeconds }) => atSeconds * 16_000 === start + chunk);
      for (const name of ['logits', 'vad', 'embedding', 'domain'] as const) {
        expected?.[name]?.forEach((value, index) => {
          expect(Math.abs(value - Number(output[name]?.data[index])), name).toBeLessThan(
            RUNTIME_TOLERANCE[name],
          );
        });
      }
    }
    await session.release();
  });
});

describe('the live reader in the WebAssembly runtime', () => {
  it('hears what it hears in Node, and names the same emotions', async () => {
    const web = await ort.InferenceSession.create(await read('undertone-live-open.onnx'), {
      executionProviders: ['wasm'],
    });
    const model = await loadModel(
      fileURLToPath(new URL('../models/undertone-live-open.onnx', import.meta.url)),
    );
    const { metadata } = model;
    const voice = syntheticVoice(10, 3);
    const [state, webState] = [model.createState(), model.createState()];
    for (let start = 0; start < voice.length; start += 8_000) {
      const block = voice.slice(start, start + 8_000);
      const own = await model.run(block, 1, state);
      const output = await web.run({
        audio: new ort.Tensor('float32', block, [1, 8_000]),
        state: new ort.Tensor('float32', webState, [1, metadata.stateSize]),
      });
      advanceState(metadata, state, own.state);
      advanceState(metadata, webState, output.state_out?.data as Float32Array);
      const embedding = Array.from(output.embedding?.data as Float32Array);
      const furthest = Math.max(...embedding.map((value, n) => Math.abs(value - (own.embedding[n] ?? NaN))));
      expect(furthest).toBeLessThan(RUNTIME_TOLERANCE.embedding);
      const leading = (logits: ArrayLike<number>): number =>
        Array.from(logits).indexOf(Math.max(...Array.from(logits)));
      expect(leading(output.logits?.data as Float32Array)).toBe(leading(own.logits));
    }
    await web.release();
    await model.dispose();
  });
});
