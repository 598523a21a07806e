/** Signing in at the company's own provider, pressed as a person presses it: there, back, and what the page says when it fails. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblemsOf } from '../support/accessibility.js';
import { launchChromium } from '../support/chromium.js';
import { CompanyProvider } from '../support/company-provider.js';
import { namedUrl } from '../support/console-people.js';
import { RelayProcess } from '../support/relay-process.js';

const ADA = { email: 'ada@company.example', name: 'Ada Lovelace' };
const EVE = { email: 'eve@company.example', name: 'Eve' };

let provider: CompanyProvider;
let relay: RelayProcess;
let browser: Browser;
let page: Page;
const pageErrors: Error[] = [];

beforeAll(async () => {
  provider = await CompanyProvider.start({ ada: ADA, eve: EVE });
  relay = await RelayProcess.start({ env: provider.env });
  provider.serve([`${namedUrl(relay)}/console/company/callback`]);
  const { status } = await relay.request('POST', '/v1/members', { email: ADA.email, role: 'supervisor' });
  expect(status).toBe(201);
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await relay.stop();
  provider.stop();
  expect(pageErrors).toEqual([]);
});

beforeEach(async () => {
  provider.fail(undefined);
  page = await (await browser.newContext()).newPage();
  page.on('pageerror', (error) => pageErrors.push(error));
  await page.goto(`${namedUrl(relay)}/console`);
});

const leave = () => page.getByRole('link', { name: 'Sign in with your company’s account' }).click();
const choose = (name: string) => page.getByRole('button', { name, exact: true }).click();
const refused = async (text: string): Promise<void> => {
  await page.getByRole('alert').filter({ hasText: text }).waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  // From here the person can try again, or use a passkey.
  await page.getByRole('link', { name: 'Sign in with your company’s account' }).waitFor();
  expect(await accessibilityProblemsOf(page)).toEqual([]);
};

describe('the company’s sign-in, pressed', () => {
  // The first one that asks for the provider: a relay remembers what it was told by it.
  it('says that it cannot be reached while the provider is away, and works when it is back', async () => {
    provider.fail('all');
    await leave();
    await refused('cannot be reached now');
    provider.fail(undefined);
    await leave();
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  });

  it('leads to the provider, by keyboard, and back into the console as that member', async () => {
    const link = page.getByRole('link', { name: 'Sign in with your company’s account' });
    await link.waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await link.press('Enter');
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
    expect(page.url()).toMatch(new RegExp(`^${provider.issuer}/interaction/`));
    await page.getByRole('button', { name: ADA.name }).press('Enter');
    const navigation = page.getByRole('navigation');
    await navigation.getByRole('link', { name: 'Live' }).waitFor();
    await page.getByRole('link', { name: ADA.name }).waitFor();
    expect(await navigation.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    // Neither the code nor the state of the way back stays in the address.
    expect(page.url()).toMatch(new RegExp(`^${namedUrl(relay)}/console/(#|$)`));
    await page.reload();
    await page.getByRole('link', { name: ADA.name }).click();
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in with your company’s account' }).waitFor();
  });

  it('tells whom nobody invited that an owner can', async () => {
    await leave();
    await choose(EVE.name);
    await refused('ask an owner for an invitation');
  });

  it('says so when the person breaks it off at the provider', async () => {
    await leave();
    await choose('Cancel');
    await refused('was broken off');
  });

  it('says so when the way back is not the one that this browser left by', async () => {
    await leave();
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
    await page.goto(`${namedUrl(relay)}/console/company/callback?code=stolen&state=another`);
    await refused('began in another browser');
    await page.reload();
    await refused('began in another browser');
  });

  it('says that it cannot be reached when the provider goes away in between', async () => {
    await leave();
    provider.fail('tokens');
    await choose(ADA.name);
    await refused('cannot be reached now');
  });
});
