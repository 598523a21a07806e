/** A headless Firefox, driven over WebDriver BiDi. Its microphone is Firefox's own fake tone. */
import { existsSync } from 'node:fs';
import { type Browser, type Page, launch } from 'puppeteer-core';
import type { Misconduct } from './chromium.js';

const candidates = [process.env['FIREFOX_PATH'], '/usr/bin/firefox', '/usr/bin/firefox-esr'];

export interface FirefoxOptions {
  /** The value of `prefers-color-scheme`. */
  colorScheme?: 'light' | 'dark';
  /** The folder that downloads go to. */
  downloads?: string;
}

/** Starts a browser. @throws when none is found */
export const launchFirefox = async ({
  colorScheme = 'light',
  downloads,
}: FirefoxOptions = {}): Promise<Browser> => {
  const executablePath = candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
  if (executablePath === undefined)
    throw new Error('no Firefox found; set FIREFOX_PATH or run `npm run test:firefox`');
  return launch({
    browser: 'firefox',
    executablePath,
    timeout: 120_000,
    protocolTimeout: 300_000,
    defaultViewport: { width: 400, height: 900 },
    extraPrefsFirefox: {
      'media.navigator.permission.disabled': true,
      'media.navigator.streams.fake': true,
      'media.cubeb.force_mock_context': true,
      'media.autoplay.default': 0,
      'media.autoplay.blocking_policy': 0,
      'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
      // 2: the folder that `browser.download.dir` names.
      ...(downloads !== undefined && { 'browser.download.folderList': 2, 'browser.download.dir': downloads }),
    },
  });
};

/** Firefox requests a favicon by itself, and reports when a page's policy blocks that. */
const noFavicon = /Content-Security-Policy: .*\/favicon\.ico/;

/** Like `watchConduct` of chromium.ts, for a page of Firefox. Call it before the page's first request. */
export const watchConduct = (page: Page, origin: string): Misconduct => {
  const misconduct: Misconduct = { consoleErrors: [], pageErrors: [], foreignRequests: [] };
  page.on('console', (message) => {
    if (message.type() === 'error') misconduct.consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => {
    const message = error instanceof Error ? error.message : String(error);
    if (!noFavicon.test(message)) misconduct.pageErrors.push(message);
  });
  page.on('request', (request) => {
    const url = request.url();
    // Firefox also reports requests that use no network: an empty icon, a font of its own.
    const own = [`${origin}/`, `${origin.replace('http', 'ws')}/`, 'data:'].some((start) =>
      url.startsWith(start),
    );
    if (!own) misconduct.foreignRequests.push(url);
  });
  return misconduct;
};
