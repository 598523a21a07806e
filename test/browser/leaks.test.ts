/** Checks that two hundred sessions, started and disposed of on one page, leave nothing behind. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Misconduct, launchChromium, watchConduct } from '../support/chromium.js';
import { makeHarness, openHarness } from '../support/harness.js';
import { countInventory, takeInventory } from '../support/in-page.js';
import { RelayProcess } from '../support/relay-process.js';

const cycles = 200;

const readInventory = (page: Page) => page.evaluate(countInventory);

let relay: RelayProcess;
let browser: Browser;
let page: Page;
let misconduct: Misconduct;

beforeAll(async () => {
  relay = await RelayProcess.start({
    env: {
      UNDERTONE_DEMO: 'on',
      UNDERTONE_DEMO_DIR: await makeHarness(),
      UNDERTONE_BOOTSTRAP_PLAN: 'enterprise',
      UNDERTONE_HANDSHAKES_PER_MINUTE: '100000',
    },
  });
  browser = await launchChromium();
  page = await browser.newPage();
  misconduct = watchConduct(page, relay.url);
  await page.addInitScript(takeInventory);
  await openHarness(page, relay.url);
});

afterAll(async () => {
  await browser.close();
  await relay.stop();
});

describe('a page that starts and disposes of sessions', () => {
  it(
    `has no track, context, worker or listener left after ${cycles} of them`,
    { timeout: 300_000 },
    async () => {
      const before = await readInventory(page);
      const usage = await relay.usage();
      await page.evaluate(async (count) => {
        for (let cycle = 0; cycle < count; cycle += 1) {
          const one = undertone.createSession({
            getToken: () => fetchToken(),
            sources: [{ track: 'microphone', subject: 'customer' }],
            vad: 'energy',
          });
          await one.start();
          await one.dispose();
        }
      }, cycles);
      const left = await readInventory(page);
      expect(left).toMatchObject({ contexts: cycles, tracks: cycles, workers: cycles });
      expect(left).toMatchObject({ openContexts: 0, liveTracks: 0, workersLeft: 0 });
      for (const [name, count] of Object.entries(left.listeners)) {
        expect(count, name).toBeLessThanOrEqual(before.listeners[name] ?? 0);
      }
      expect(misconduct).toEqual({ consoleErrors: [], pageErrors: [], foreignRequests: [] });
      expect((await relay.usage()).residentKb - usage.residentKb).toBeLessThan(200_000);
    },
  );

  it('leaves nothing behind when it disposes at once, twice, or after a failed start', async () => {
    const before = await readInventory(page);
    await page.evaluate(async () => {
      const sources = [{ track: 'microphone', subject: 'customer' }] as const;
      const hasty = undertone.createSession({ getToken: () => fetchToken(), sources });
      const starting = hasty.start().catch(() => undefined);
      await Promise.all([hasty.dispose(), hasty.dispose(), starting]);
      const failing = undertone.createSession({
        getToken: () => Promise.reject(new Error('the login server is away')),
        sources,
        reconnect: { giveUpAfterMs: 0 },
      });
      await failing.start().catch(() => undefined);
      await failing.dispose();
    });
    const left = await readInventory(page);
    expect(left).toMatchObject({ openContexts: 0, liveTracks: 0, workersLeft: 0 });
    expect(left.listeners).toEqual(before.listeners);
  });
});
