/** A headless Chromium, whose microphone is a file. */
import { existsSync } from 'node:fs';
import { type Browser, type ConsoleMessage, type Page, chromium } from 'playwright-core';

const candidates = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  chromium.executablePath(),
];

export interface BrowserOptions {
  /** A WAV file that plays once as the microphone; if absent, Chromium's own beeps. */
  microphone?: string;
  /** `deny` makes every request for a microphone fail. */
  permission?: 'grant' | 'deny';
}

/** Starts a browser. @throws when none is found */
export const launchChromium = async (options: BrowserOptions = {}): Promise<Browser> => {
  const executablePath = candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
  if (executablePath === undefined) throw new Error('no Chromium found; set CHROMIUM_PATH or run `npm test`');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      ...(options.permission === 'deny' ? ['--deny-permission-prompts'] : ['--use-fake-ui-for-media-stream']),
      '--use-fake-device-for-media-stream',
      ...(options.microphone === undefined
        ? []
        : [`--use-file-for-fake-audio-capture=${options.microphone}%noloop`]),
      '--autoplay-policy=no-user-gesture-required',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
};

/** Everything a page did that it must not do. */
export interface Misconduct {
  consoleErrors: string[];
  pageErrors: string[];
  /** Requests to another origin, or with a scheme that the policy forbids. */
  foreignRequests: string[];
}

/** Watches a page; call it before the page's first request. `ignore` matches console errors that a test provokes on purpose. */
export const watchConduct = (page: Page, origin: string, ignore: readonly RegExp[] = []): Misconduct => {
  const misconduct: Misconduct = { consoleErrors: [], pageErrors: [], foreignRequests: [] };
  const isExpected = (text: string) => ignore.some((pattern) => pattern.test(text));
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error' && !isExpected(message.text()))
      misconduct.consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => misconduct.pageErrors.push(error.message));
  page.context().on('request', (request) => {
    const url = request.url();
    const own =
      url.startsWith(`${origin}/`) || url === origin || url.startsWith(origin.replace('http', 'ws'));
    if (!own) misconduct.foreignRequests.push(url);
  });
  return misconduct;
};
