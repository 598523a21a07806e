/** Prosody in the page and in the relay: one class, and the same numbers in both engines. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchChromium } from '../support/chromium.js';
import { addProsody, makeHarness, openHarness } from '../support/harness.js';
import { prosodyInPage } from '../support/in-page.js';
import { asRead, expectSameProsody, prosodyInRelay } from '../support/parity.js';
import { RelayProcess } from '../support/relay-process.js';
import { someSpeech } from '../support/speech.js';

let relay: RelayProcess;
let browser: Browser;
let page: Page;
let samples: Float32Array;

beforeAll(async () => {
  const folder = await makeHarness();
  await addProsody(folder);
  relay = await RelayProcess.start({ env: { UNDERTONE_DEMO: 'on', UNDERTONE_DEMO_DIR: folder } });
  browser = await launchChromium();
  page = await browser.newPage();
  await openHarness(page, relay.url);
  await page.waitForFunction(() => 'prosody' in globalThis);
  samples = asRead(await someSpeech(6));
});

afterAll(async () => {
  await browser.close();
  await relay.stop();
});

describe('prosody in the page and in the relay', () => {
  it.each([128, 640, 16_000])(
    'is the same for the same speech, in pieces of %d in the page',
    async (size) => {
      const inRelay = await prosodyInRelay(relay, samples);
      const inPage = await page.evaluate(prosodyInPage, { samples: JSON.stringify([...samples]), size });
      expectSameProsody(inPage, inRelay);
    },
  );
});
