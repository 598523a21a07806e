/** The console in Firefox: every page by keyboard and narrow, a recording of the microphone, the clipboard, downloads. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announces, buttonThatSays, goTo, isShown, placesOf, tooWide } from '../support/console-in-page.js';
import { launchFirefox, watchConduct } from '../support/firefox.js';
import { RelayProcess } from '../support/relay-process.js';
import { expectSaved } from '../support/saved-file.js';

const patience = { timeout: 60_000, polling: 100 };

let relay: RelayProcess;
let browser: Browser;
let downloads: string;
let page: Page;
let misconduct: ReturnType<typeof watchConduct>;

beforeAll(async () => {
  relay = await RelayProcess.start();
  await relay.request('POST', '/v1/sessions', { session_id: 'call-1' });
  await relay.request('POST', '/v1/sessions/call-1/end', {});
  downloads = await mkdtemp(join(tmpdir(), 'undertone-downloads-'));
  browser = await launchFirefox({ downloads });
});
afterAll(async () => {
  await browser.close();
  await relay.stop();
  await rm(downloads, { recursive: true, force: true });
});

beforeEach(async () => {
  page = await browser.newPage();
  misconduct = watchConduct(page, relay.url);
  await page.goto(`${relay.url}/console`);
  await page.waitForSelector('input[name="key"]:focus');
  await page.keyboard.type(relay.key);
  await page.keyboard.press('Enter');
  await page.waitForSelector('nav');
});
afterEach(async () => {
  await page.evaluate(() => fetch('/console/session', { method: 'DELETE' }));
  await page.close();
});

const go = async (hash: string) => {
  await page.evaluate(goTo, hash);
  await page.waitForFunction(isShown, patience, hash);
};
const click = async (text: string) => {
  const button = await page.waitForFunction(buttonThatSays, patience, text);
  await (button as unknown as { click: () => Promise<void> }).click();
};
const announced = (text: string) => page.waitForFunction(announces, patience, text);
const saved = (name: string, text: RegExp) => expectSaved(downloads, name, text);

describe('the console in Firefox', () => {
  it('shows every page with the focus on its heading, 390 px wide', async () => {
    const places = await page.evaluate(placesOf);
    expect(places.length).toBeGreaterThan(12);
    await page.setViewport({ width: 390, height: 800 });
    for (const place of places) {
      await go(place);
      expect(await page.evaluate(tooWide), place).toBeLessThanOrEqual(0);
    }
    expect(misconduct.pageErrors).toEqual([]);
    expect(misconduct.consoleErrors).toEqual([]);
  });

  it('analyzes and plays the sample call, and copies the code for it', async () => {
    await click('Try the sample call');
    await page.waitForSelector('.timeline .wave', { timeout: 60_000 });
    await click('Play');
    await click('Pause');
    await click('Copy');
    await announced('Copied');
    expect(misconduct.pageErrors).toEqual([]);
  });

  it('records the microphone as what Firefox makes, an Ogg file', async () => {
    await click('Speak');
    await announced('Recording. Speak');
    await pause(2_000); // somebody speaks
    await click('Stop and analyze');
    await page.waitForFunction(
      () => document.querySelector('#heard-title')?.textContent === 'microphone.ogg',
      patience,
    );
    expect(misconduct.pageErrors).toEqual([]);
  });

  it('saves a table and the export', async () => {
    await go('#overview');
    await click('As a table');
    await page.locator('a.save').click();
    await saved('calls.csv', /^from,Calls\r\n/);
    await go('#settings');
    await click('Export');
    await announced('rows were exported');
    await saved('organization.ndjson', /^\{.*\}\n/);
    expect(misconduct.pageErrors).toEqual([]);
  });
});
