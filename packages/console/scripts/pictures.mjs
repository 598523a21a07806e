/**
 * Takes pictures of the console from a running relay with calls in it (`seed-calls.mjs`), among them the README's.
 *
 * Usage: node packages/console/scripts/pictures.mjs URL FOLDER [KEY, UNDERTONE_BOOTSTRAP_KEY unless given]
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { consoleInBrowser } from './console-in-browser.mjs';

const [url, folder, key = process.env.UNDERTONE_BOOTSTRAP_KEY] = process.argv.slice(2);
if (url === undefined || folder === undefined) throw new Error('which relay, and where to?');
if (key === undefined) throw new Error('which key?');
mkdirSync(folder, { recursive: true });

const PLACES = [
  { name: 'try', place: 'try', shown: '.steps', press: 'Try the sample call', then: '.wave' },
  { name: 'calls', place: 'sessions', shown: '.call' },
  {
    name: 'filtered',
    place: 'sessions?emotion=angry&peak_escalation_from=0.6&order=duration+desc',
    shown: '.call',
  },
  { name: 'call', place: undefined, shown: '.timeline' },
  { name: 'overview', place: 'overview', shown: '.bars' },
  { name: 'webhooks', place: 'webhooks', shown: 'ut-webhooks form' },
  { name: 'rules', place: 'rules', shown: 'ut-rules li' },
  { name: 'settings', place: 'settings', shown: '#end-title' },
  { name: 'predictions', place: 'predictions', shown: '.reliability' },
  { name: 'wallet', place: 'wallet', shown: '#budgets-title' },
  { name: 'members', place: 'members', shown: 'ut-members form' },
  { name: 'log', place: 'log', shown: 'ut-requests tbody tr' },
  { name: 'calls-in-german', place: 'sessions', shown: '.call', language: 'de' },
];
const SIZES = [
  { width: 1280, height: 900, colorScheme: 'light' },
  { width: 1280, height: 900, colorScheme: 'dark' },
  { width: 360, height: 780, colorScheme: 'light' },
];

const { browser, page } = await consoleInBrowser(url, key, (opened) => {
  opened.on('pageerror', (error) => process.stdout.write(`page error: ${error.message}\n`));
  opened.on('console', (message) => {
    if (message.type() === 'error') process.stdout.write(`console: ${message.text()}\n`);
  });
});
try {
  const newest = await page.locator('.call a').first().getAttribute('href');
  for (const { width, height, colorScheme } of SIZES) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    for (const { name, place, shown, press, then, language = 'en' } of PLACES) {
      const hash = place === undefined ? newest : `#${place}`;
      await page.evaluate((code) => localStorage.setItem('undertone.console.language', code), language);
      await page.goto(`${url}/console/?${name}${hash}`);
      try {
        await page.locator(shown).first().waitFor({ timeout: 20_000 });
        if (press !== undefined) {
          await page.getByRole('button', { name: press }).click();
          await page.locator(then).first().waitFor({ timeout: 60_000 });
        }
      } catch (error) {
        process.stdout.write(`${name}: ${error.message.split('\n')[0]}\n`);
      }
      await page.screenshot({
        path: join(folder, `${name}-${width}-${colorScheme}.png`),
        fullPage: name !== 'calls',
      });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth);
      if (overflow > width) process.stdout.write(`${name} is ${overflow} px wide at ${width} px\n`);
    }
  }
} finally {
  await browser.close();
}
