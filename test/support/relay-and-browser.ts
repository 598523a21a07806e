/** What a test file in a browser begins and ends with. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchChromium } from './chromium.js';
import { RelayProcess } from './relay-process.js';

/** There are both from the file's own first `beforeAll` on. */
export interface RelayAndBrowser {
  readonly relay: RelayProcess;
  readonly browser: Browser;
}

/**
 * One relay and one Chromium for a test file.
 * @param env the relay's settings
 */
export const useRelayAndBrowser = (env: Readonly<Record<string, string>> = {}): RelayAndBrowser => {
  let relay: RelayProcess;
  let browser: Browser;
  beforeAll(async () => {
    relay = await RelayProcess.start({ env });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await relay.stop();
  });
  return {
    get relay() {
      return relay;
    },
    get browser() {
      return browser;
    },
  };
};
