/** The page's runtime and the relay's give the same outputs for the same samples. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as ortNode from 'onnxruntime-node';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.js';
import { makeHarness, openHarness } from '../support/harness.js';
import { RelayProcess, repositoryRoot } from '../support/relay-process.js';
import { someSpeech } from '../support/speech.js';

const modelName = 'undertone-emotion.onnx';
const modelPath = join(repositoryRoot, 'packages/model/models', modelName);
const tolerance = 1e-3;
/** What is read from the model; the state differs as much as its running sums are large, and shows in these. */
const outputNames = ['logits', 'vad', 'embedding'] as const;

let relay: RelayProcess;
let browser: Browser;
let page: Page;
let model: ortNode.InferenceSession;

beforeAll(async () => {
  const folder = await makeHarness();
  await copyFile(modelPath, join(folder, modelName));
  relay = await RelayProcess.start({ env: { UNDERTONE_DEMO: 'on', UNDERTONE_DEMO_DIR: folder } });
  model = await ortNode.InferenceSession.create(modelPath, { intraOpNumThreads: 1 });
  browser = await launchChromium();
  page = await browser.newPage();
  await openHarness(page, relay.url);
});

afterAll(async () => {
  await browser.close();
  await model.release();
  await relay.stop();
});

/** Length of the state the model carries. */
function stateSize(): number {
  const state = model.inputMetadata.find(({ name }) => name === 'state');
  const size = state?.isTensor === true ? state.shape[1] : undefined;
  if (typeof size !== 'number') throw new Error('the model has no state of a known size');
  return size;
}

async function runInNode(blocks: readonly Float32Array[]): Promise<number[][]> {
  let state = new ortNode.Tensor('float32', new Float32Array(stateSize()), [1, stateSize()]);
  const results: number[][] = [];
  for (const block of blocks) {
    const outputs = await model.run({
      audio: new ortNode.Tensor('float32', block, [1, block.length]),
      state,
    });
    results.push(outputNames.flatMap((name) => [...(outputs[name]!.data as Float32Array)]));
    state = outputs['state_out'] as typeof state;
  }
  return results;
}

const runInPage = (blocks: readonly Float32Array[]): Promise<number[][]> =>
  page.evaluate(
    async ({ url, size, names, all }) => {
      ort.env.wasm.numThreads = 1;
      ort.env.wasm.wasmPaths = {
        mjs: '/vad/ort-wasm-simd-threaded.mjs',
        wasm: '/vad/ort-wasm-simd-threaded.wasm',
      };
      const session = await ort.InferenceSession.create(url, { executionProviders: ['wasm'] });
      let state = new ort.Tensor('float32', new Float32Array(size), [1, size]);
      const results: number[][] = [];
      for (const block of all) {
        const audio = new ort.Tensor('float32', Float32Array.from(block), [1, block.length]);
        const outputs = await session.run({ audio, state });
        results.push(names.flatMap((name) => [...(outputs[name]?.data as Float32Array)]));
        state = outputs['state_out'] as typeof state;
      }
      await session.release();
      return results;
    },
    {
      url: `/${modelName}`,
      size: stateSize(),
      names: [...outputNames],
      all: blocks.map((block) => [...block]),
    },
  );

describe('the model in the page and in the relay', () => {
  it.each([
    ['250 ms', 4_000],
    ['50 ms', 800],
  ])(
    'gives the same outputs within 1e-3 for the same speech in pieces of %s, state carried',
    async (_name, size) => {
      const speech = await someSpeech(3);
      const blocks = Array.from({ length: Math.floor(speech.length / size) }, (_, index) =>
        speech.slice(index * size, (index + 1) * size),
      );
      const inNode = await runInNode(blocks);
      const inPage = await runInPage(blocks);
      expect(inPage.length).toBe(blocks.length);
      const differences = inNode.map((values, index) =>
        values.reduce(
          (most, value, at) => Math.max(most, Math.abs(value - (inPage[index]?.[at] ?? Number.NaN))),
          0,
        ),
      );
      expect(Math.max(...differences)).toBeLessThan(tolerance);
      expect(Math.max(...inNode.flat().map(Math.abs))).toBeGreaterThan(0.1);
    },
  );
});
