import { readFile } from 'node:fs/promises';
import * as ort from 'onnxruntime-web/wasm';
import { describe, expect, it } from 'vitest';
import type { GoldenFixture } from './golden/index.js';
import { RUNTIME_TOLERANCE, syntheticVoice } from './golden/index.js';
import { parseModelMetadata } from './index.js';

const read = (name: string): Promise<Buffer> => readFile(new URL(`../models/${name}`, import.meta.url));

describe('the shipped model in the WebAssembly runtime', () => {
  it('gives the golden numbers with carried state', async () => {
    ort.env.wasm.numThreads = 1;
    ort.env.wasm.wasmBinary = await readFile(
      new URL(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')),
    );
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
