import { chromium } from 'playwright-core';
import { ensureChromium } from '../../../scripts/lib/chromium.mjs';

/**
 * The list of calls in a browser that is signed in by an API key.
 * @param {string} url of the relay
 * @param {string} key
 * @param {(page: import('playwright-core').Page) => void} watch is given the page before it is opened
 */
export async function consoleInBrowser(url, key, watch = () => undefined) {
  const executablePath = await ensureChromium();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--mute-audio'] });
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    watch(page);
    await page.goto(`${url}/console#sessions`);
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.call').first().waitFor();
    return { browser, context, page };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
