/** Serves an app, opens its page in the browser and listens to the call. */
import type { TokenTerms } from '@undertone/sdk';
import type { Browser } from 'playwright-core';
import type { RelayProcess } from '../support/relay-process.js';
import { AppServer } from './app-server.js';
import { hear, type Heard } from './streaming.js';

/**
 * @param folder the built app
 * @param policy its CSP
 * @param detector waits until this one decides what is speech
 * @param terms of the tokens that its server gives
 * @returns what was heard and what the browser complained about
 */
export const listen = async (
  browser: Browser,
  relay: RelayProcess,
  folder: string,
  policy: string,
  detector: 'silero' | 'energy',
  terms: TokenTerms | true = true,
): Promise<Heard & { readonly complaints: readonly string[] }> => {
  const server = await AppServer.start(folder, policy, relay, terms);
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  try {
    const heard = await hear(page, `${server.url}/?relay=${encodeURIComponent(relay.url)}`, detector);
    return { ...heard, complaints };
  } catch (error) {
    const said = complaints.join('\n');
    throw new Error(`${(error as Error).message}\nthe browser said:\n${said}`, { cause: error });
  } finally {
    await page.close();
    await server.stop();
  }
};
