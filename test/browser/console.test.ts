/** The console as somebody at a workspace meets it: login, keys, wallet, webhooks, in a real browser. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchChromium, type Misconduct, watchConduct } from '../support/chromium.js';
import { RelayProcess } from '../support/relay-process.js';

const require = createRequire(import.meta.url);

let relay: RelayProcess;
let browser: Browser;
let page: Page;
let misconduct: Misconduct;

beforeAll(async () => {
  relay = await RelayProcess.start({ env: { UNDERTONE_ALLOW_PRIVATE_URLS: 'on' } });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await relay.stop();
});

beforeEach(async () => {
  page = await browser.newPage();
  misconduct = watchConduct(page, relay.url, []);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${relay.url}/console`);
});
afterEach(() => page.close());

const signIn = async (key = relay.key): Promise<void> => {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
};
const open = async (title: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name: title }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
};

/** What axe-core finds, by rule. */
const accessibilityProblems = async (): Promise<string[]> => {
  const source = await readFile(require.resolve('axe-core'), 'utf8');
  // As a string: the page's policy lets no script tag in, and the debugger's evaluation is not the page's.
  return page.evaluate(`(async () => {
    ${source};
    const { violations } = await window.axe.run(document);
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | '));
  })()`);
};

describe('the console', () => {
  it('lets nobody in with a key that is not valid, and says so', async () => {
    await signIn('psk_nobody_has_this_key_0123456789');
    await page.getByRole('alert').filter({ hasText: 'not valid' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
  });

  it('keeps the key where no script can read it, and stays signed in after a reload', async () => {
    await signIn();
    await page.getByRole('navigation').waitFor();
    const readable = await page.evaluate(() => [
      document.cookie,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      document.documentElement.outerHTML,
    ]);
    expect(readable.join()).not.toContain(relay.key);
    expect(readable[0]).toBe('');
    await page.reload();
    await page.getByRole('navigation').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    await page.reload();
    await page.getByLabel('API key').waitFor();
  });

  it('creates a key that works, shows it once, and revokes it', async () => {
    await signIn();
    await open('API keys');
    await page.getByLabel('Name').fill('From the console');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.locator('.secret').textContent()) ?? '';
    const call = () => fetch(`${relay.url}/v1/wallet`, { headers: { 'X-API-Key': key } });
    expect((await call()).status).toBe(200);
    await page.reload();
    await page.getByRole('row', { name: 'From the console' }).waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Revoke From the console' }).click();
    await page.getByRole('row', { name: 'From the console' }).waitFor({ state: 'detached' });
    expect((await call()).status).toBe(401);
  });

  it('shows the wallet and what was used', async () => {
    await signIn();
    await open('Wallet and usage');
    await page.getByText('Available').waitFor();
    await page
      .getByText(/[\d,]+ credits/)
      .first()
      .waitFor();
  });

  it('says what is wrong with a webhook’s address', async () => {
    await signIn();
    await open('Webhooks');
    await page.getByLabel('Address').fill('ftp://example.com/hook');
    await page.getByRole('button', { name: 'Suggest one' }).click();
    await page.getByLabel('session.end').check();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('alert').filter({ hasText: 'url' }).waitFor();
  });

  it('has no accessibility problem on any page, and asks no other origin for anything', async () => {
    const found = [await accessibilityProblems()];
    await signIn();
    for (const title of ['Wallet and usage', 'API keys', 'Webhooks']) {
      await open(title);
      found.push(await accessibilityProblems());
    }
    expect(found.flat()).toEqual([]);
    expect(misconduct.foreignRequests).toEqual([]);
    expect(misconduct.pageErrors).toEqual([]);
  });
});
