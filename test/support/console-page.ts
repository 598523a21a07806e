/** The first steps of every console test. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach } from 'vitest';
import { type Misconduct, watchConduct } from './chromium.js';
import { useRelayAndBrowser } from './relay-and-browser.js';
import type { RelayProcess } from './relay-process.js';
import { speechRate } from './speech.js';
import { wavBytes } from './wav.js';

/** Types a key into the login form. */
export const signInto = async (page: Page, key: string): Promise<void> => {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

/** Opens one of the pages in the navigation. @param heading the page's own, if it is another */
export const openPage = async (page: Page, title: string, heading = title): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name: title }).click();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
};

/** Sound as a file that a form takes. */
export const recordingFile = (samples: Float32Array, name = 'voice.wav') => ({
  name,
  mimeType: 'audio/wav',
  buffer: Buffer.from(wavBytes(samples, speechRate)),
});

export interface OpenConsole {
  readonly relay: RelayProcess;
  readonly page: Page;
  readonly misconduct: Misconduct;
}

/**
 * One relay and one browser for a test file, and for each test a page with the console's login form, which answers yes to
 * every question.
 * @param env the relay's settings
 */
export const useConsole = (env: Readonly<Record<string, string>> = {}): { now: () => OpenConsole } => {
  const rig = useRelayAndBrowser(env);
  let open: OpenConsole;
  beforeEach(async () => {
    const { relay, browser } = rig;
    const page = await browser.newPage();
    open = { relay, page, misconduct: watchConduct(page, relay.url) };
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`${relay.url}/console`);
  });
  afterEach(() => open.page.close());
  return { now: () => open };
};
