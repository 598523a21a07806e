/** People of the console's tests: each with a browser and passkeys of their own. */
import type { Browser, Page } from 'playwright-core';
import { type Misconduct, watchConduct } from './chromium.js';
import { giveAuthenticator } from './passkeys.js';
import type { RelayProcess } from './relay-process.js';

/** Passkeys belong to a name, so people come to the relay by one. */
export const namedUrl = ({ url }: RelayProcess): string => url.replace('127.0.0.1', 'localhost');

/**
 * A person's own browser, with a device that makes passkeys. It answers yes to every question.
 * @param conduct takes what the page does wrong
 */
export const openBrowser = async (
  browser: Browser,
  relay: RelayProcess,
  conduct: Misconduct[],
): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  conduct.push(watchConduct(page, namedUrl(relay)));
  page.on('dialog', (dialog) => void dialog.accept());
  await giveAuthenticator(page);
  return page;
};

/** Invites somebody. @returns the link */
export const invite = async (relay: RelayProcess, email: string, role: string): Promise<string> => {
  const { json } = await relay.request('POST', '/v1/members', { email, role });
  const { invitation } = json as { invitation: { url: string } };
  return invitation.url.replace('127.0.0.1', 'localhost');
};

/** Opens an invitation's link, makes a passkey and is signed in. */
export const join = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.getByRole('button', { name: 'Make a passkey and sign in' }).click();
  await page.getByRole('navigation').waitFor();
};

/** The status of a request that the page itself makes, with its own cookie. */
export const askAs = (page: Page, method: string, path: string): Promise<number> =>
  page.evaluate(async ([how, where]) => (await fetch(where, { method: how })).status, [
    method,
    path,
  ] as const);
