/** The console without a mouse: where the focus is after each action. */
import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useRelayAndBrowser } from '../support/relay-and-browser.js';

const rig = useRelayAndBrowser({ UNDERTONE_ALLOW_PRIVATE_URLS: 'on' });
let page: Page;

beforeEach(async () => {
  page = await rig.browser.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
});
afterEach(() => page.close());

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const button = (name: string) => page.getByRole('button', { name });
/** Resolves once the target has the focus. */
const focused = (target: Locator) => target.and(page.locator(':focus')).waitFor({ timeout: 10_000 });
const enter = async (place: string): Promise<void> => {
  await page.goto(`${rig.relay.url}/console#${place}`);
  await focused(page.getByLabel('API key'));
  await page.keyboard.type(rig.relay.key);
  await page.keyboard.press('Enter');
};

describe('the keyboard focus in the console', () => {
  it('starts in the login form, and moves to the page heading when a link or form it was on vanishes', async () => {
    await rig.relay.request('POST', '/v1/sessions', { session_id: 'call-1' });
    await enter('sessions');
    await focused(heading('Calls'));
    expect(await page.title()).toBe('Calls · Undertone console');
    await page.getByRole('link', { name: 'call-1' }).press('Enter');
    await focused(heading('call-1'));
    expect(await page.title()).toBe('call-1 · Calls · Undertone console');
    await button('End call').press('Enter');
    await focused(heading('call-1'));
    await button('Delete call').press('Enter');
    await focused(heading('Calls'));
    await button('Sign out').press('Enter');
    await focused(page.getByLabel('API key'));
  });

  it('moves to the heading, not to the button of another row, after a row is deleted', async () => {
    for (const name of ['First', 'Second']) await rig.relay.request('POST', '/v1/api-keys', { name });
    await enter('keys');
    await button('Revoke First').first().waitFor();
    await button('Revoke Second').press('Enter');
    await focused(heading('API keys'));
  });

  it('stays on its delivery when a newer one appears above it', async () => {
    const url = 'http://127.0.0.1:1/hook';
    const secret = randomBytes(24).toString('base64');
    const { json } = await rig.relay.request('POST', '/v1/webhooks', {
      url,
      secret,
      events: ['session.end'],
    });
    const { webhook } = json as { webhook: { id: string } };
    await enter('webhooks');
    await button(`Send a test event ${url}`).press('Enter');
    const again = page.getByRole('button', { name: /^Send again/ });
    await again.focus();
    const name = await again.textContent();
    await rig.relay.request('POST', `/v1/webhooks/${webhook.id}/test`);
    await again.nth(1).waitFor();
    await focused(again.filter({ hasText: name?.replace('Send again', '').trim() ?? '' }));
  });

  it('triggers the status message again when the same action is repeated', async () => {
    await enter('sessions');
    await button('Refresh').press('Enter');
    const said = page.getByRole('status').getByText('The list is up to date');
    await said.waitFor();
    const first = await said.elementHandle();
    await button('Refresh').press('Enter');
    await first.waitForElementState('hidden');
    await said.waitFor({ state: 'attached' });
  });
});
