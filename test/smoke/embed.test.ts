/** The script-tag bundle on an otherwise empty page of another site. */
import { copyFile, cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium, watchConduct } from '../support/chromium.js';
import { RelayProcess, repositoryRoot } from '../support/relay-process.js';

let relay: RelayProcess;
let browser: Browser;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'undertone-embed-'));
  await cp(join(repositoryRoot, 'packages/widget/dist/bundle'), folder, { recursive: true });
  await copyFile(join(repositoryRoot, 'demo/dist/favicon.ico'), join(folder, 'favicon.ico'));
  const page =
    '<!doctype html><title>embed</title><script type="module" src="/embed.js"></script><undertone-panel></undertone-panel>';
  await writeFile(join(folder, 'index.html'), page);
  relay = await RelayProcess.start({ env: { UNDERTONE_DEMO: 'on', UNDERTONE_DEMO_DIR: folder } });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await relay.stop();
});

it('one script tag defines the panel, which renders under a strict policy', async () => {
  const page = await browser.newPage();
  const misconduct = watchConduct(page, relay.url);
  await page.goto(`${relay.url}/`);
  await page.locator('undertone-status').first().waitFor({ timeout: 20_000 });
  const box = await page.locator('undertone-panel').boundingBox();
  expect(box?.height).toBeGreaterThan(50);
  expect(misconduct).toEqual({ consoleErrors: [], pageErrors: [], foreignRequests: [] });
});
