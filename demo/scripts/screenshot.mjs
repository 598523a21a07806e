/**
 * Takes the README's picture from the running system. It plays the sample call until the customer is upset, and saves a
 * picture of the whole desk to docs/panel.png. The relay must be running (`npm start`).
 *
 * Usage: node demo/scripts/screenshot.mjs [URL] [FILE]
 */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const url = process.argv[2] ?? 'http://localhost:8787/';
const file = process.argv[3] ?? fileURLToPath(new URL('../../docs/panel.png', import.meta.url));
/** Longest wait for each step: by then the customer's angry lines have played, unless something is broken. */
const patienceMs = 75_000;

const systemChromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = process.env.CHROMIUM_PATH ?? systemChromium.find((path) => existsSync(path));
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required', '--mute-audio'],
});
try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 960 },
    deviceScaleFactor: 2,
    colorScheme: 'light',
  });
  const problems = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(url);
  await page.getByRole('button', { name: 'Sample call' }).click();
  await page.getByRole('button', { name: 'The customer knows and agrees' }).click();
  // The first angry line plays, and the panel shows a cue.
  await page.getByText('No, you do not understand!').waitFor({ timeout: patienceMs });
  await page.locator('undertone-cue').first().waitFor({ timeout: patienceMs });
  await page.getByText('I am losing money every day').waitFor({ timeout: patienceMs });
  await page.locator('undertone-panel').getByText('Speaking', { exact: true }).first().waitFor();
  mkdirSync(dirname(file), { recursive: true });
  await page.screenshot({ path: file });
  await page.getByRole('button', { name: 'End call' }).click();
  if (problems.length > 0) throw new Error(`the page reported: ${problems.join('; ')}`);
  process.stdout.write(`${file}\n`);
} finally {
  await browser.close();
}
