/** The runtimes of the page and the relay give the same outputs for the same samples. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchChromium } from '../support/chromium.js';
import { makeHarness, openHarness } from '../support/harness.js';
import { modelInPage } from '../support/in-page.js';
import { NodeModel, inBlocks, modelName, modelPath } from '../support/parity.js';
import { RelayProcess } from '../support/relay-process.js';
import { someSpeech } from '../support/speech.js';

let relay: RelayProcess;
let browser: Browser;
let page: Page;
let model: NodeModel;

beforeAll(async () => {
  const folder = await makeHarness();
  await copyFile(modelPath, join(folder, modelName));
  relay = await RelayProcess.start({ env: { UNDERTONE_DEMO: 'on', UNDERTONE_DEMO_DIR: folder } });
  model = await NodeModel.load();
  browser = await launchChromium();
  page = await browser.newPage();
  await openHarness(page, relay.url);
});

afterAll(async () => {
  await browser.close();
  await model.release();
  await relay.stop();
});

describe('the model in the page and in the relay', () => {
  it.each([
    ['250 ms', 4_000],
    ['50 ms', 800],
  ])(
    'gives the same outputs for the same speech in pieces of %s, with its state carried over',
    async (_name, size) => {
      const blocks = inBlocks(await someSpeech(3), size);
      const inPage = await page.evaluate(modelInPage, model.asPageRun(blocks));
      await model.expectSame(JSON.parse(inPage) as number[][], blocks);
    },
  );
});
